// One PUT: its tree, its cases, what keeps it from being proved.

import { signal } from '@preact/signals';
import type { Data, Put } from './data';
import { counted, duration, inputsText, signs, standingOf, visible } from './data';
import { Again } from './live';
import { At, Code, Copy, Empty, Meter, Tabs, Verdict } from './parts';
import { encode, to } from './route';
import { filesOf } from './source';
import { TreeView } from './tree';

export function PutHead({ data, put, current }: { data: Data; put: Put; current: string }) {
  const file = [...filesOf(put)].find((each) => data.files[each].text !== undefined);
  const first = file !== undefined ? `${to('source', file)}?put=${encode(put.name)}` : '';
  return <header class="put-head">
    <h1><bdi>{visible(put.name)}</bdi> <Verdict verdict={put.verdict}/></h1>
    <p class="facts">
      <At data={data} place={put.place} put={put.name}/>
      <span>{counted(put.paths, 'path')}</span>
      {put.failed > 0 && <span class="failing">{put.failed.toLocaleString('en')} failing</span>}
      {put.discarded > 0 && <span>{put.discarded.toLocaleString('en')} discarded by assumptions</span>}
      <span>{counted(put.infeasible, 'infeasible alternative')}</span>
      <span>branches <Meter covered={put.branches_covered} total={put.branches_total}/></span>
      <span>{duration(put.seconds)}, of it {duration(put.solver_seconds)} solving</span>
      {put.explored_at && <span class="dim">explored {visible(put.explored_at)} UTC</span>}
    </p>
    <Again put={put.name}/>
    <Tabs current={current} tabs={[
      { id: 'tree', name: 'Tree', href: to('put', put.name) },
      { id: 'cases', name: 'Cases', href: to('put', put.name, 'cases'), count: put.cases.length },
      { id: 'ledger', name: 'Ledger', href: to('put', put.name, 'ledger'), count: put.ledger.length },
      ...(first ? [{ id: 'source', name: 'Source', href: first }] : []),
    ]}/>
  </header>;
}

const caseFilter = signal('');
const kMostRows = 500;

function Cases({ data, put }: { data: Data; put: Put }) {
  const words = caseFilter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = put.cases.map((c, i) => ({ c, i })).filter(({ c }) => {
    if (words.length === 0) return true;
    const text = `${c.name} ${put.outcomes[c.outcome].text} ${inputsText(put, c)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  rows.sort((a, b) => Number(put.outcomes[b.c.outcome].failing) - Number(put.outcomes[a.c.outcome].failing) || a.i - b.i);
  const shown = rows.slice(0, kMostRows);
  return <>
    <label class="search">Search <input type="search" value={caseFilter.value} placeholder="inputs, outcome, name"
      onInput={(e) => { caseFilter.value = e.currentTarget.value; }}/></label>
    {shown.length === 0 ? <Empty>No case matches.</Empty> :
      <div class="scroll" tabIndex={0} role="region" aria-label="Cases"><table>
        <thead><tr><th>Outcome</th><th>Inputs</th><th>Where</th><th>Native run</th><th>Case</th></tr></thead>
        <tbody>{shown.map(({ c, i }) => {
          const outcome = put.outcomes[c.outcome];
          const kind = standingOf(outcome);
          return <tr key={i}>
            <td><span class={kind}>{signs[kind]} {visible(outcome.text)}</span></td>
            <td class="inputs"><a href={to('put', put.name, 'case', i)}><Code>{inputsText(put, c)}</Code></a></td>
            <td><At data={data} place={outcome.place} put={put.name}/></td>
            <td class={c.native === 'differs' ? 'failing' : 'dim'}>{c.native}</td>
            <td class="dim">{visible(c.name || (c.id ? String(c.id) : String(i)))}</td>
          </tr>;
        })}</tbody>
      </table></div>}
    {rows.length > shown.length && <p class="dim">The first {kMostRows} of {counted(rows.length, 'case')}. Search to find others.</p>}
  </>;
}

function Ledger({ data, put }: { data: Data; put: Put }) {
  return <>
    {put.ledger.length === 0 && <Empty>{put.verdict === 'proved' ? 'Nothing was approximated: the verdict holds for all inputs.' : 'Nothing was approximated.'}</Empty>}
    <ul class="cards">{put.ledger.map((line, i) => <li class="card" key={i}>
      <h2><code>{line.kind}</code> <At data={data} place={line.place} put={put.name}/></h2>
      <p>{visible(line.text)}</p>
      {line.remedy && <p class="remedy"><strong>What to do:</strong> {visible(line.remedy)}</p>}
      <p class="dim">{counted(line.count, 'time')}</p>
    </li>)}</ul>
    {put.undecided.length > 0 && <><h2>Paths that no solver decided</h2><ul class="cards">{put.undecided.map((path, i) =>
      <li class="card" key={i}><Code>{path.condition}</Code> <At data={data} place={path.place} put={put.name}/><p class="dim">{visible(path.reason)}</p></li>)}</ul></>}
    {put.axioms.length > 0 && <><h2>Axioms that the verdict rests on</h2><ul class="plain">{put.axioms.map((axiom, i) =>
      <li key={i}><a href={to('put', axiom.put)}>{visible(axiom.put)}</a> <span class={`standing ${axiom.standing}`}>{axiom.standing}</span> {visible(axiom.why)}</li>)}</ul></>}
    {put.missing.length > 0 && <><h2>What the axioms leave open</h2><ul class="cards">{put.missing.map((missing, i) =>
      <li class="card" key={i}><h3><Code>{missing.term}</Code> <Copy text={missing.sketch} what="the sketch"/></h3><pre tabIndex={0}>{visible(missing.sketch)}</pre></li>)}</ul></>}
    {put.notes.length > 0 && <><h2>Notes</h2><ul class="plain">{put.notes.map((note, i) => <li key={i}>{visible(note.text)}</li>)}</ul></>}
    {put.stale && <><h2>Cases that no longer follow their path</h2><ul class="plain">{put.stale.map((c, i) =>
      <li key={i}><code>{visible(c.name)}</code> {visible(c.reason)}</li>)}</ul></>}
  </>;
}

export function PutPage({ data, put, view }: { data: Data; put: Put; view: string }) {
  return <>
    <PutHead data={data} put={put} current={view || 'tree'}/>
    {view === 'cases' ? <Cases data={data} put={put}/> : view === 'ledger' ? <Ledger data={data} put={put}/> : <TreeView data={data} put={put} key={put.name}/>}
  </>;
}
