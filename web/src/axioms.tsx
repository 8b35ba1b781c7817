// Which verdicts rest on which axioms: suites as layers, and every assumption in words.

import dagre from '@dagrejs/dagre';
import type { Data } from './data';
import { counted, visible } from './data';
import { Empty } from './parts';
import { to } from './route';

export const hasAxioms = (data: Data): boolean => data.puts.some((put) => put.axioms.length > 0);

const suiteOf = (name: string) => name.slice(0, name.lastIndexOf('.')) || name;
const worst = ['refused', 'stale', 'assumed', 'proved'];

export function AxiomsPage({ data }: { data: Data }) {
  const uses = data.puts.flatMap((put) => put.axioms.map((axiom) => ({ from: put.name, to: axiom.put, standing: axiom.standing, why: axiom.why })));
  if (uses.length === 0) return <><h1>Axioms</h1><Empty>No verdict of this report rests on axioms.</Empty></>;
  const verdicts = new Map(data.puts.map((put) => [put.name, put.verdict]));
  const members = new Map<string, Set<string>>();
  for (const use of uses) for (const name of [use.from, use.to]) {
    const suite = suiteOf(name);
    members.set(suite, (members.get(suite) ?? new Set()).add(name));
  }
  // How well the assumptions between two suites stand: as well as the worst of them.
  const edges = new Map<string, { from: string; to: string; standing: string }>();
  for (const use of uses) {
    const edge = { from: suiteOf(use.from), to: suiteOf(use.to), standing: use.standing };
    const key = JSON.stringify([edge.from, edge.to]);
    const known = edges.get(key);
    if (!known || worst.indexOf(edge.standing) < worst.indexOf(known.standing)) edges.set(key, edge);
  }
  const graph = new dagre.graphlib.Graph().setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 120, marginx: 6, marginy: 6 });
  const clip = (text: string) => (text.length > 50 ? text.slice(0, 49) + '…' : text);
  const isAxioms = (suite: string) => uses.some((use) => suiteOf(use.to) === suite);
  const title = (suite: string) => clip(visible(suite));
  const sub = (suite: string) => counted(members.get(suite)!.size, isAxioms(suite) ? 'axiom' : 'test');
  for (const suite of members.keys()) graph.setNode(suite, { width: Math.max(title(suite).length, sub(suite).length) * 7.5 + 44, height: 46 });
  for (const edge of edges.values()) graph.setEdge(edge.from, edge.to, {});
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const kindOf = (suite: string): string => {
    const standings = uses.filter((use) => suiteOf(use.to) === suite).map((use) => use.standing);
    if (standings.length > 0) return worst.find((standing) => standings.includes(standing)) ?? 'assumed';
    const all = [...members.get(suite)!].map((name) => verdicts.get(name) ?? 'open');
    return all.includes('refuted') ? 'refuted' : all.includes('open') ? 'open' : 'proved';
  };
  return <>
    <h1>Axioms</h1>
    <p>An arrow leads from verdicts to the axioms that they assume. A stale axiom was proved for code that has changed since.</p>
    <div class="graph scroll" tabIndex={0} role="region" aria-label="Graph of axioms">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label="The table below has the same.">
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" class="arrow-head"/></marker></defs>
        {[...edges.values()].map((edge, i) => {
          const a = graph.node(edge.from), b = graph.node(edge.to);
          const x1 = a.x + a.width / 2, x2 = b.x - b.width / 2;
          return <path key={i} class={`arrow ${edge.standing}`} marker-end="url(#arrow)" d={`M${x1} ${a.y} C${x1 + 55} ${a.y} ${x2 - 55} ${b.y} ${x2} ${b.y}`}/>;
        })}
        {[...members.keys()].map((suite) => {
          const { x, y, width: w, height: h } = graph.node(suite);
          return <g key={suite} transform={`translate(${x - w / 2} ${y - h / 2})`} class={`axiom ${kindOf(suite)}`}>
            <rect width={w} height={h} rx="8"/><circle cx="18" cy={h / 2} r="6"/><text x="32" y="20" class="title">{title(suite)}</text><text x="32" y="37">{sub(suite)}</text></g>;
        })}
      </svg>
    </div>
    <div class="scroll" tabIndex={0} role="region" aria-label="Axioms"><table><thead><tr><th>Verdict</th><th>assumes</th><th>which is</th><th>because</th></tr></thead>
      <tbody>{uses.map((use, i) => <tr key={i}><td><a href={to('put', use.from)}>{visible(use.from)}</a></td>
        <td>{verdicts.has(use.to) ? <a href={to('put', use.to)}>{visible(use.to)}</a> : visible(use.to)}</td>
        <td><span class={`standing ${use.standing}`}>{use.standing}</span></td><td>{visible(use.why)}</td></tr>)}</tbody></table></div>
  </>;
}
