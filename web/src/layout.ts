// Rows and columns: a leaf (or a folded part) takes a row, an inner node stands at the middle of its children, and the
// depth is the column. The nodes of a column are in the order of their rows, so that whatever a window shows, or a
// pointer hits, is found by bisection.

import type { Folded } from './folded';
import { badge, label } from './folded';

export interface Column { ids: Int32Array; y: Float32Array; x: number; width: number; first: Float32Array; last: Float32Array }
export interface Layout { columns: Column[]; y: Float32Array; rows: number; width: number; height: number }

export const kRow = 26;
const kGap = 34;

export function layOut(f: Folded, collapsed: Set<number>): Layout {
  const y = new Float32Array(f.nodes.length).fill(-1);
  const ids: number[][] = [];
  const widths: number[] = [];
  let rows = 0;
  const stack: number[] = [0];
  const order: number[] = [];
  f.nodes[0].depth = 0;
  while (stack.length > 0) {
    const id = stack.pop()!;
    const node = f.nodes[id];
    order.push(id);
    (ids[node.depth] ??= []).push(id);
    const length = Math.min(label(f, node).length, 44) + badge(node).length + (badge(node) ? 1 : 0);
    widths[node.depth] = Math.max(widths[node.depth] ?? 0, 26 + length * 7.3);
    if (node.children.length === 0 || collapsed.has(id)) {
      y[id] = (rows++ + 0.5) * kRow;
      continue;
    }
    for (let i = node.children.length; i-- > 0;) {
      f.nodes[node.children[i]].depth = node.depth + 1;
      stack.push(node.children[i]);
    }
  }
  for (let i = order.length; i-- > 0;) {
    const node = f.nodes[order[i]];
    if (y[node.id] < 0) y[node.id] = (y[node.children[0]] + y[node.children[node.children.length - 1]]) / 2;
  }
  let x = 12;
  const columns = ids.map((column, depth) => {
    const made = { ids: Int32Array.from(column), y: Float32Array.from(column, (id) => y[id]), x, width: widths[depth],
                   first: new Float32Array(column.length), last: new Float32Array(column.length) };
    column.forEach((id, i) => {
      const { children } = f.nodes[id];
      const open = children.length > 0 && !collapsed.has(id);
      made.first[i] = open ? y[children[0]] : y[id];
      made.last[i] = open ? y[children[children.length - 1]] : y[id];
    });
    x += widths[depth] + kGap;
    return made;
  });
  return { columns, y, rows, width: x + 380, height: rows * kRow };
}

// The first index whose value is at least `value`, in a rising list.
export function bisect(list: Float32Array, value: number, from = 0): number {
  let low = from, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1; else high = middle;
  }
  return low;
}

export function nodeAt(layout: Layout, x: number, y: number): number {
  for (const column of layout.columns) {
    if (x < column.x || x > column.x + column.width) continue;
    const i = bisect(column.y, y - kRow / 2);
    if (i < column.ids.length && Math.abs(column.y[i] - y) <= kRow / 2) return column.ids[i];
  }
  return -1;
}
