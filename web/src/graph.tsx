// Objects as boxes, pointers as arrows. Two arrows to one box are an alias, an arrow back a cycle, ∅ is null.

import dagre from '@dagrejs/dagre';
import type { Box, Row } from './data';
import { visible } from './data';

const kChar = 7.3, kLine = 20, kPad = 10, kMostChars = 36;
const clip = (text: string) => (text.length > kMostChars ? text.slice(0, kMostChars - 1) + '…' : text);
const titleOf = (box: Box) => clip(visible(`${box.name}: ${box.type}`));
const rowText = (row: Row) => clip(visible(row.length < 3 ? (row[0] ? `${row[0]} = ${row[1]}` : `${row[1]}`) : row[2] === null ? (row[0] ? `${row[0]} = ∅` : '∅') : row[0] || '→'));

export function Graph({ boxes }: { boxes: Box[] }) {
  const graph = new dagre.graphlib.Graph({ multigraph: true }).setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 60, marginx: 6, marginy: 6 });
  const rowsOf = (box: Box): Row[] => (box.object && !box.built ? [['', 'any value']] : box.rows);
  const names = new Set(boxes.map((box) => box.name));
  boxes.forEach((box) => {
    const rows = rowsOf(box);
    const chars = Math.max(titleOf(box).length, ...rows.map((row) => rowText(row).length + (row.length > 2 ? 2 : 0)));
    graph.setNode(box.name, { width: chars * kChar + 2 * kPad, height: (rows.length + 1) * kLine + 6 });
  });
  const arrows: { from: string; row: number; target: string }[] = [];
  boxes.forEach((box) => rowsOf(box).forEach((row, i) => {
    if (row.length > 2 && row[2] != null && names.has(row[2])) {
      arrows.push({ from: box.name, row: i, target: row[2] });
      graph.setEdge(box.name, row[2], {}, String(i));
    }
  }));
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const text = boxes.map((box) => `${box.name}, ${box.type}: ` + rowsOf(box).map((row) => row.length > 2 ? `${row[0]} points to ${row[2] ?? 'nothing'}` : `${row[0]} ${row[1]}`).join('; ')).join('. ');
  return <div class="graph scroll" tabIndex={0} role="region" aria-label="Object graph">
    <svg role="img" aria-label={visible(text)} width={width} height={height} style={{ minWidth: `${Math.min(width, Math.max(300, width * 0.6))}px` }} viewBox={`0 0 ${width} ${height}`}>
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" class="arrow-head"/></marker></defs>
      {arrows.map(({ from, row, target }, i) => {
        const a = graph.node(from), b = graph.node(target);
        const x1 = a.x + a.width / 2, y1 = a.y - a.height / 2 + (row + 1.5) * kLine + 3;
        const isBack = b.x <= a.x;
        const x2 = isBack ? b.x + b.width / 2 : b.x - b.width / 2, y2 = b.y - b.height / 2 + kLine / 2 + (isBack ? 3 : 0);
        const bend = Math.max(30, Math.abs(x2 - x1) / 2);
        return <path key={i} class={`arrow${isBack ? ' back' : ''}`} marker-end="url(#arrow)"
          d={`M${x1 - 8} ${y1} C${x1 + bend} ${y1} ${isBack ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`}/>;
      })}
      {boxes.map((box) => {
        const { x, y, width: w, height: h } = graph.node(box.name);
        return <g key={box.name} transform={`translate(${x - w / 2} ${y - h / 2})`} class={box.object ? 'object' : 'parameter'}>
          <rect width={w} height={h} rx="6"/><path d={`M0 ${kLine + 2}H${w}`}/>
          <text x={kPad} y={kLine - 5} class="title">{titleOf(box)}</text>
          {rowsOf(box).map((row, i) => <text key={i} x={kPad} y={(i + 2) * kLine - 3}>{rowText(row)}</text>)}
          {rowsOf(box).map((row, i) => row.length > 2 && row[2] != null ? <circle key={`p${i}`} cx={w - 8} cy={(i + 1.5) * kLine + 3} r="3"/> : null)}
        </g>;
      })}
    </svg>
  </div>;
}
