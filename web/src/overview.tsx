// All PUTs: how they stand, what keeps each from being proved, what has changed.

import { computed, signal } from '@preact/signals';
import type { Data, Put } from './data';
import { counted, duration, visible } from './data';
import { OthersSummary } from './others';
import { Code, Empty, Meter, Verdict } from './parts';
import { to } from './route';

const filter = signal('');
const only = signal<'' | Put['verdict']>('');
const order = signal<{ by: string; down: boolean }>({ by: 'verdict', down: false });

const ranks = { refuted: 0, open: 1, proved: 2 };
const columns: { id: string; name: string; key: (put: Put) => number | string; isNumber: boolean }[] = [
  { id: 'name', name: 'Test', key: (p) => p.name, isNumber: false },
  { id: 'verdict', name: 'Verdict', key: (p) => ranks[p.verdict], isNumber: false },
  { id: 'paths', name: 'Paths', key: (p) => p.paths, isNumber: true },
  { id: 'failed', name: 'Failing', key: (p) => p.failed, isNumber: true },
  { id: 'branches', name: 'Branches', key: (p) => (p.branches_total ? p.branches_covered / p.branches_total : 2), isNumber: true },
  { id: 'seconds', name: 'Time', key: (p) => p.seconds, isNumber: true },
];

// One line about what to look at first.
function why(put: Put) {
  if (put.failures.length > 0) {
    const outcome = put.outcomes[put.cases[put.failures[0][0]].outcome];
    const more = put.failures.length > 1 ? ` and ${counted(put.failures.length - 1, 'other failure')}` : '';
    return <><Code class="failing">{outcome.text}</Code>{more}</>;
  }
  if (put.verdict === 'open' && put.ledger.length > 0) {
    const more = put.ledger.length > 1 ? ` and ${counted(put.ledger.length - 1, 'other reason')}` : '';
    return <>{visible(put.ledger[0].text)}{more}</>;
  }
  const assumed = put.axioms.filter((axiom) => axiom.standing !== 'refused').length;
  return assumed > 0 ? <>assuming {counted(assumed, 'axiom')}</> : <span class="dim">for all inputs</span>;
}

function Changes({ data }: { data: Data }) {
  const a = data.against;
  if (!a) return null;
  const lines = [
    ...a.new_failures.map((f) => ({ kind: 'failing', put: f.put, text: `new failure: ${f.text}` })),
    ...a.lost_proofs.map((f) => ({ kind: 'failing', put: f.put, text: `no longer proved, now ${f.now}` })),
    ...a.fixed_failures.map((f) => ({ kind: 'passed', put: f.put, text: `fixed: ${f.text}` })),
    ...a.new_proofs.map((put) => ({ kind: 'passed', put, text: 'now proved' })),
    ...a.coverage.map((c) => ({ kind: 'other', put: c.put,
      text: `branches ${c.branches_covered_before}/${c.branches_total_before} → ${c.branches_covered}/${c.branches_total}` })),
    ...a.not_explored.map((put) => ({ kind: 'other', put, text: 'no longer there' })),
  ];
  return <section class="card" aria-labelledby="changes">
    <h2 id="changes">Since {visible(a.name)}</h2>
    {lines.length === 0 ? <p>Nothing has changed.</p>
      : <ul class="plain">{lines.map((line, i) => <li key={i}><a href={to('put', line.put)}>{visible(line.put)}</a> <span class={line.kind}>{visible(line.text)}</span></li>)}</ul>}
  </section>;
}

export function Overview({ data }: { data: Data }) {
  const shown = computed(() => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const column = columns.find((c) => c.id === order.value.by)!;
    const sign = order.value.down ? -1 : 1;
    return data.puts
      .filter((put) => (only.value === '' || put.verdict === only.value))
      .filter((put) => words.every((word) => [put.name, ...put.ledger.map((l) => l.text), ...put.outcomes.map((o) => o.text)].some((text) => text.toLowerCase().includes(word))))
      .sort((a, b) => {
        const x = column.key(a), y = column.key(b);
        return sign * (x < y ? -1 : x > y ? 1 : 0) || (a.name < b.name ? -1 : 1);
      });
  }).value;
  const count = (verdict: Put['verdict']) => data.puts.filter((put) => put.verdict === verdict).length;
  const sum = (key: (put: Put) => number) => data.puts.reduce((total, put) => total + key(put), 0);
  const sortBy = (by: string) => { order.value = { by, down: order.value.by === by && !order.value.down }; };
  return <>
    <h1>Results</h1>
    <div class="tiles" role="group" aria-label="Filter by verdict">
      {(['refuted', 'open', 'proved'] as const).map((verdict) =>
        <button key={verdict} class={`tile ${verdict}`} aria-pressed={only.value === verdict}
                onClick={() => { only.value = only.value === verdict ? '' : verdict; }}>
          <strong>{count(verdict)}</strong> {verdict}
        </button>)}
      <div class="tile"><strong>{sum((p) => p.paths).toLocaleString('en')}</strong> paths</div>
      <div class="tile"><strong>{sum((p) => p.branches_covered)}<small>/{sum((p) => p.branches_total)}</small></strong> branches</div>
      <div class="tile"><strong>{duration(sum((p) => p.seconds))}</strong> exploring</div>
    </div>
    <Changes data={data}/>
    <OthersSummary data={data}/>
    <label class="search">Search <input type="search" value={filter.value} placeholder="name, failure or reason"
      onInput={(e) => { filter.value = e.currentTarget.value; }}/></label>
    {shown.length === 0 ? <Empty>No test matches.</Empty> :
      <div class="scroll" tabIndex={0} role="region" aria-label="Tests">
        <table class="puts">
          <thead><tr>
            {columns.map((column) => <th key={column.id} class={column.isNumber ? 'number' : ''}
              aria-sort={order.value.by === column.id ? (order.value.down ? 'descending' : 'ascending') : undefined}>
              <button onClick={() => sortBy(column.id)}>{column.name}<span aria-hidden="true">{order.value.by === column.id ? (order.value.down ? ' ↓' : ' ↑') : ''}</span></button></th>)}
            <th>Because</th>
          </tr></thead>
          <tbody>{shown.map((put) => <tr key={put.name}>
            <td><a class="name" href={to('put', put.name)}><bdi>{visible(put.name).split('.').map((part, i) => i === 0 ? part : <>.<wbr/>{part}</>)}</bdi></a></td>
            <td><Verdict verdict={put.verdict}/></td>
            <td class="number">{put.paths.toLocaleString('en')}</td>
            <td class={`number ${put.failed > 0 ? 'failing' : 'dim'}`}>{put.failed.toLocaleString('en')}</td>
            <td class="number"><Meter covered={put.branches_covered} total={put.branches_total}/></td>
            <td class="number">{duration(put.seconds)}</td>
            <td class="why">{why(put)}</td>
          </tr>)}</tbody>
        </table>
      </div>}
  </>;
}
