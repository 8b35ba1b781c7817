// One case: its inputs, the objects as a picture, its path step by step, the test to copy.

import { useMemo, useState } from 'preact/hooks';
import type { Case, Data, Put } from './data';
import { counted, signs, standingOf, valuesIn, valuesOf, visible } from './data';
import { pathTo } from './folded';
import { Graph } from './graph';
import { Listing } from './listing';
import { At, Code, Copy, Empty } from './parts';
import { encode, to } from './route';

export function CasePage({ data, put, index }: { data: Data; put: Put; index: number }) {
  const c = put.cases[index];
  if (!c) return <Empty>There is no such case.</Empty>;
  const outcome = put.outcomes[c.outcome];
  const kind = standingOf(outcome);
  const path = pathTo(put, c.node);
  const debug = c.id ? `forall show ${c.id}` : '';
  const run = `forall replay --put '${put.name.replace(/'/g, `'\\''`)}'`;
  return <>
    <nav class="crumbs" aria-label="Where"><a href={to('put', put.name)}>{visible(put.name)}</a> › <a href={to('put', put.name, 'cases')}>cases</a></nav>
    <h1><span class={kind}>{signs[kind]} {visible(outcome.text)}</span> <At data={data} place={outcome.place} put={put.name}/></h1>
    <p class="facts">{c.name && <code>{visible(c.name)}</code>}<span>native run: {c.native}</span>
      {index > 0 && <a href={to('put', put.name, 'case', index - 1)} rel="prev">‹ previous</a>}
      {index + 1 < put.cases.length && <a href={to('put', put.name, 'case', index + 1)} rel="next">next ›</a>}</p>
    {outcome.message && outcome.message !== outcome.text && <pre class={`message ${kind}`} tabIndex={0}>{visible(outcome.message)}</pre>}
    {c.native_detail && <pre class="message other" tabIndex={0}>{visible(c.native_detail)}</pre>}
    <div class="case-page">
      <section class="card" aria-labelledby="inputs"><h2 id="inputs">Inputs</h2>
        {c.values.length === 0 ? <p>The test has no parameters.</p> :
          <dl class="inputs">{valuesOf(put, c).map((value) => <div key={value.name}><dt><code>{visible(value.name)}</code> <span class="dim">{visible(value.type)}</span></dt><dd><Code>{value.text}</Code></dd></div>)}</dl>}
        {c.observations && <><h3>Observed</h3><dl class="inputs">{c.observations.map(([name, text, expression], i) =>
          <div key={i}><dt><code>{visible(name)}</code></dt><dd><Code>{text}</Code>{expression && <> <span class="dim">= <Code>{expression}</Code></span></>}</dd></div>)}</dl></>}
      </section>
      {c.graph && c.graph.length > 0 && <section class="card" aria-labelledby="objects"><h2 id="objects">Objects</h2><Graph boxes={c.graph}/></section>}
      <Stepper data={data} put={put} c={c} path={path} key={index} index={index} end={outcome.place ?? null}/>
      <section class="card" aria-labelledby="test"><h2 id="test">As a test {c.test && <Copy text={c.test} what="the test"/>}</h2>
        {c.test ? <pre tabIndex={0}>{visible(c.test)}</pre>
          : <p>Not among the tests that are emitted by default. <code>forall emit --cover path</code> writes all.</p>}
        <h3>In a terminal</h3>
        <ul class="plain">{[debug, run].filter(Boolean).map((command) => <li key={command}><Code>{command}</Code> <Copy text={command} what={command}/></li>)}</ul>
        {c.test && <p class="dim">To debug it, compile the test with <code>-g</code> and run it under a debugger: it is an ordinary program.</p>}
      </section>
    </div>
  </>;
}

const kMostValues = 12;

function Stepper({ data, put, c, index, path, end }: { data: Data; put: Put; c: Case; index: number; path: number[]; end: Put['place'] }) {
  const [at, setAt] = useState(path.length);  // the end of the path
  const places = [...path.map((step) => put.places[put.tree.place[step]]), end ?? put.place];
  const place = places[at];
  const source = place ? data.files[place[0]] : undefined;
  const go = (to: number) => setAt(Math.max(0, Math.min(path.length, to)));
  const key = (e: KeyboardEvent) => {
    if (e.key === 'ArrowDown' || e.key === 'ArrowRight') go(at + 1);
    else if (e.key === 'ArrowUp' || e.key === 'ArrowLeft') go(at - 1);
    else return;
    e.preventDefault();
  };
  const from = Math.max(0, Math.min(at - 100, path.length - 200));
  // How often the path has decided on each line of this source, up to this step.
  const past = useMemo(() => {
    const counts = new Map<number, number>();
    for (let i = 0; i <= Math.min(at, path.length - 1); ++i) if (place && places[i]?.[0] === place[0]) counts.set(places[i]![1], (counts.get(places[i]![1]) ?? 0) + 1);
    return counts;
  }, [path, at]);
  const info = (line: number) => {
    const times = past.get(line);
    return times ? { mark: 'past', gutter: <span title={`the path has decided here ${counted(times, 'time')}`}>{times}×</span> } : {};
  };
  const condition = at < path.length ? put.texts[put.tree.text[path[at]]] : '';
  const here = condition ? valuesIn(put, c, condition) : valuesOf(put, c);
  return <section class="card stepper" aria-labelledby="path">
    <h2 id="path">Path <span class="dim">{counted(path.length, 'decision')}</span> <Copy text={path.map((step) => put.texts[put.tree.text[step]]).join(' && ')} what="the path condition"/></h2>
    <div class="step-buttons" role="group" aria-label="Step" onKeyDown={key}>
      <button onClick={() => go(0)} aria-label="First">|◀</button><button onClick={() => go(at - 1)} aria-label="Step back">◀</button>
      <span role="status">{at < path.length ? `${at + 1} of ${path.length}` : 'the end'}</span>
      <button onClick={() => go(at + 1)} aria-label="Step forward">▶</button><button onClick={() => go(path.length)} aria-label="Last">▶|</button>
    </div>
    <div class="values-here" role="status" aria-label="Values at this step">
      {condition && <p><Code>{condition}</Code> holds here{here.length > 0 && ' with'}</p>}
      <ul class="values">{here.slice(0, kMostValues).map((value) => <li key={value.name}><Code>{`${value.name} = ${value.text}`}</Code></li>)}
        {here.length > kMostValues && <li class="dim">{here.length - kMostValues} more</li>}
        {(c.observations ?? []).slice(0, kMostValues).map(([name, text, expression], i) => <li key={`o${i}`} class="observed"><Code>{`${name} = ${text}`}</Code>{expression && <span class="dim"> = <Code>{expression}</Code></span>}</li>)}</ul>
    </div>
    <div class="stepper-columns">
      <ol class="path" start={from + 1}>{path.slice(from, from + 200).map((step, i) =>
        <li key={step} class={from + i === at ? 'current' : ''}><button onClick={() => go(from + i)} aria-current={from + i === at ? 'step' : undefined}><Code>{put.texts[put.tree.text[step]] || '(a decision)'}</Code></button></li>)}</ol>
      {source?.text !== undefined && place ? <div><p><At data={data} place={place} put={put.name}/> · <a href={`${to('source', place[0])}?put=${encode(put.name)}&case=${index}&line=${place[1]}`}>all lines of this case</a></p><Listing text={source.text} current={place[1]} info={info} name={`${visible(source.path)}, the current step`}/></div>
        : <p class="dim">{place ? `${visible(data.files[place[0]].path)}:${place[1]}, outside of this report` : 'no place is known'}</p>}
    </div>
  </section>;
}
