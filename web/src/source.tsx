// A source with what is known of each line: how many cases run it, and which sides of its branches are taken, cannot be
// taken, or are open. Of a line with a branch the exploration knows all cases that run it, of one with another decision
// (a check, an assertion) those whose path decides there: at least these. Other lines need a run that measures them.

import { useMemo, useState } from 'preact/hooks';
import type { Branch, Data, Put } from './data';
import { counted, inputsText, signs, standingOf, untaken, visible } from './data';
import { Listing } from './listing';
import { At, Code, Empty } from './parts';
import { PutHead } from './put';
import { encode, route, to } from './route';

interface Side { direction: number; cases: { put: Put; i: number }[]; covered: boolean; isOpen: boolean; why: string }
interface BranchInfo { func: string; sides: Side[] }
interface Line { branches: BranchInfo[]; hits: number; isExact: boolean; ledger: { put: Put; text: string }[]; failures: { put: Put; i: number }[] }

// For each line of the file, the cases whose path decides there or ends there.
function decidersOf(put: Put, file: number, only: number | undefined): Map<number, Set<number>> {
  const deciders = new Map<number, Set<number>>();
  const add = (line: number, i: number) => {
    const known = deciders.get(line);
    if (known) known.add(i); else deciders.set(line, new Set([i]));
  };
  const lines = put.places.map((place) => (place && place[0] === file ? place[1] : 0));
  put.cases.forEach((c, i) => {
    if (only !== undefined && i !== only) return;
    for (let at = c.node; at > 0; at = put.tree.parent[at]) {
      const line = lines[put.tree.place[at]];
      if (line > 0) add(line, i);
    }
    const end = put.outcomes[c.outcome].place;
    if (end?.[0] === file) add(end[1], i);
  });
  return deciders;
}

function linesOf(puts: Put[], file: number, only?: number): Map<number, Line> {
  const lines = new Map<number, Line>();
  const lineAt = (number: number): Line => {
    let line = lines.get(number);
    if (!line) lines.set(number, line = { branches: [], hits: 0, isExact: false, ledger: [], failures: [] });
    return line;
  };
  for (const put of puts) {
    const hitters = decidersOf(put, file, only);
    const exact = new Set<number>();
    const mine: { index: number; branch: Branch }[] = [];
    put.branches.forEach((branch, index) => { if (branch[0]?.[0] === file) mine.push({ index, branch }); });
    if (mine.length > 0) {
      const takers = new Map<number, number[]>(mine.map(({ index }) => [index, []]));
      put.cases.forEach((c, i) => { if (only === undefined || i === only) for (const index of c.covered) takers.get(index)?.push(i); });
      const groups = new Map<number, { index: number; branch: Branch }[]>();
      for (const each of mine) groups.set(each.branch[2], [...(groups.get(each.branch[2]) ?? []), each]);
      const position = new Map<number, number>();  // of the next branch on a line: PUTs see the same ones in the same order
      for (const group of groups.values()) {
        const number = group[0].branch[0]![1];
        const line = lineAt(number);
        const at = position.get(number) ?? 0;
        position.set(number, at + 1);
        line.branches[at] ??= { func: group[0].branch[1], sides: [] };
        const why = untaken(put);
        for (const { index, branch } of group) {
          const side = (line.branches[at].sides[branch[3]] ??= { direction: branch[3], cases: [], covered: false, isOpen: false, why: '' });
          side.cases.push(...takers.get(index)!.map((i) => ({ put, i })));
          if (branch[4]) side.covered = true;
          else { side.isOpen ||= why.kind === 'open'; side.why = why.text; }
        }
        const entered = hitters.get(number) ?? new Set<number>();
        for (const { index } of group) for (const i of takers.get(index)!) entered.add(i);
        hitters.set(number, entered);
        exact.add(number);
      }
    }
    for (const [number, entered] of hitters) {
      const line = lineAt(number);
      line.isExact = (line.hits === 0 || line.isExact) && (exact.has(number) || entered.size === put.cases.length);
      line.hits += entered.size;
    }
    for (const entry of put.ledger) if (entry.place?.[0] === file) lineAt(entry.place[1]).ledger.push({ put, text: entry.text });
    for (const group of put.failures) {
      if (only !== undefined && !group.includes(only)) continue;
      const place = put.outcomes[put.cases[group[0]].outcome].place;
      if (place?.[0] === file) lineAt(place[1]).failures.push({ put, i: group[0] });
    }
  }
  return lines;
}

// The sources that a PUT decides in; the one to look at first comes first.
export function filesOf(put: Put): Set<number> {
  const failure = put.failures.length > 0 ? put.outcomes[put.cases[put.failures[0][0]].outcome].place : undefined;
  const files = [failure, ...put.ledger.map((line) => line.place), ...put.branches.map((branch) => branch[0]), put.place];
  return new Set(files.filter((place) => place != null).map((place) => place![0]));
}

const sideName = (side: Side, all: Side[]) => (all.length > 2 ? (side.direction === 0 ? 'default' : `case ${side.direction}`) : side.direction === 0 ? 'false' : 'true');

export function SourcePage({ data, file }: { data: Data; file: number }) {
  const [shown, setShown] = useState<{ side: Side; name: string; line: number } | null>(null);
  const source = data.files[file];
  const name = route.value.query.get('put');
  const put = data.puts.find((each) => each.name === name);
  const current = Number(route.value.query.get('line') ?? 0);
  const ofCase = put && route.value.query.get('case') !== null ? Number(route.value.query.get('case')) : undefined;
  const only = put && ofCase !== undefined && put.cases[ofCase] ? ofCase : undefined;
  const lines = useMemo(() => linesOf(put ? [put] : data.puts, file, only), [data, put, file, only]);
  const hits = useMemo(() => new Map(source?.hits ?? []), [source]);
  const isMine = (i: number) => data.files[i].text !== undefined && (!put || i === file || filesOf(put).has(i));
  if (!source) return <Empty>There is no such source in this report.</Empty>;
  const query = put ? `?put=${encode(put.name)}${only !== undefined ? `&case=${only}` : ''}` : '';
  const info = (number: number) => {
    const line = lines.get(number);
    const measured = only === undefined ? hits.get(number) : undefined;
    const run = measured === undefined ? null : <span class={measured === 0 ? 'failing' : ''} title={`run ${counted(measured, 'time')} in the measured replay`}>{measured.toLocaleString('en')}</span>;
    if (!line) return run ? { mark: measured === 0 ? 'none' : '', gutter: run } : {};
    const sides = line.branches.flatMap((branch) => branch.sides.filter(Boolean));
    const mark = line.failures.length > 0 ? 'fails' : sides.length === 0 ? '' : only !== undefined ? (line.hits > 0 ? 'full' : '') : sides.every((side) => side.covered) ? 'full' : sides.some((side) => side.covered) ? 'part' : 'none';
    return {
      mark,
      gutter: run ?? (line.hits > 0 ? <span title={`${line.isExact ? '' : 'at least '}${counted(line.hits, 'case')}: ${line.isExact ? 'all that run this line' : 'those whose path decides here'}`}>{line.isExact ? '' : '≥'}{line.hits.toLocaleString('en')}</span>
        : line.branches.length > 0 ? <span title="no case runs this line">0</span> : null),
      after: <>
        {line.branches.map((branch, b) => branch && <span class="branch" key={b}>{branch.sides.filter(Boolean).map((side) => {
          const label = sideName(side, branch.sides);
          const kind = side.covered ? 'taken' : side.isOpen ? 'open' : 'infeasible';
          const what = side.covered ? `${label}: ${counted(side.cases.length, 'case')}` : `${label}: ${side.why}`;
          return <button key={side.direction} class={`side-of-branch ${kind}`} title={what} aria-label={`line ${number}, ${what}`}
            onClick={() => setShown({ side, name: label, line: number })}>{label}{side.covered ? '' : side.isOpen ? ' ?' : ' ⊘'}</button>;
        })}</span>)}
        {line.failures.map(({ put: of, i }, k) => <a key={k} class="note failing" href={to('put', of.name, 'case', i)}>✗ {visible(of.outcomes[of.cases[i].outcome].text)}</a>)}
        {line.ledger.map((entry, k) => <a key={k} class="note other" href={to('put', entry.put.name, 'ledger')}>? {visible(entry.text)}</a>)}
      </>,
    };
  };
  return <>
    {put ? <PutHead data={data} put={put} current="source"/> : <h1>Sources</h1>}
    <div class="source-page">
      <nav class="files" aria-label="Sources"><ul class="plain">{data.files.map((each, i) => isMine(i) &&
        <li key={i}><a href={to('source', i) + query} aria-current={i === file ? 'page' : undefined} title={visible(each.path)}>{visible(each.path.split('/').pop()!)}<span class="folder">{visible(each.path.split('/').slice(0, -1).join('/'))}</span></a></li>)}</ul>
        {only !== undefined && put && <p>Only the lines of <a href={to('put', put.name, 'case', only)}>one case</a>. <a href={`${to('source', file)}?put=${encode(put.name)}`}>All cases</a></p>}
        <p class="dim">{source.hits && only === undefined ? 'Numbers beside a line say how often it was run in the measured replay.' : 'Numbers beside a line count the cases that run it; ≥: at least these, whose path decides there. Lines that decide nothing have no number.'} </p>
        <p class="legend-of-sides"><span class="side-of-branch taken">taken</span><span class="side-of-branch infeasible">cannot be taken ⊘</span><span class="side-of-branch open">open ?</span></p>
      </nav>
      <div class="source-main">
        {source.text === undefined ? <Empty>The text of {visible(source.path)} is not part of this report.</Empty>
          : <Listing text={source.text} current={current} info={info} name={visible(source.path)}/>}
      </div>
      {shown && <aside class="takers" aria-label="Cases of a branch">
        <h2>Line {shown.line}, {shown.name} <button class="small" onClick={() => setShown(null)} aria-label="Close">×</button></h2>
        {shown.side.cases.length === 0 ? <p>{shown.side.covered ? 'Only runs that were discarded or cut take it.' : shown.side.why}</p>
          : <ul class="plain">{shown.side.cases.slice(0, 100).map(({ put: of, i }) => {
            const c = of.cases[i], kind = standingOf(of.outcomes[c.outcome]);
            return <li key={`${of.name}${i}`}><span class={kind}>{signs[kind]}</span> <a href={to('put', of.name, 'case', i)}><Code>{inputsText(of, c)}</Code></a>{!put && <span class="dim"> {visible(of.name)}</span>}</li>;
          })}{shown.side.cases.length > 100 && <li class="dim">{shown.side.cases.length - 100} more</li>}</ul>}
        <At data={data} place={[file, shown.line]}/>
      </aside>}
    </div>
  </>;
}
