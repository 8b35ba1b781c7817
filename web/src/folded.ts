// The execution tree as it is drawn. Decisions that leave no choice are one node (a chain), and so is a loop whose
// condition is decided again right away: its exits are the node's children.

import type { Put } from './data';
import { standingOf } from './data';

export interface Node {
  id: number;
  parent: number;
  depth: number;       // filled in by the layout
  steps: number[];     // nodes of the data, in the order of the path
  loop: number;        // how often the loop goes round, 0 for a chain
  children: number[];
  cases: number[];     // that end here
  passed: number; failing: number; other: number;
  size: number;        // cases here and below
}

export interface Folded { nodes: Node[]; nodeOfStep: Int32Array; put: Put; loops: boolean }

export function fold(put: Put, foldLoops: boolean): Folded {
  const { parent, site } = put.tree;
  const n = parent.length;
  const children = new Lists(n, n, 1, (i) => parent[i]);
  const cases = new Lists(n, put.cases.length, 0, (i) => put.cases[i].node);
  const depthOfLoop = foldLoops ? loopDepths(parent, site) : new Int32Array(n);

  const nodes: Node[] = [];
  const nodeOfStep = new Int32Array(n);
  const add = (parentId: number, steps: number[], loop: number, ends: number[]): Node => {
    const node: Node = { id: nodes.length, parent: parentId, depth: 0, steps, loop, children: [], cases: ends,
                         passed: 0, failing: 0, other: 0, size: 0 };
    for (const step of steps) nodeOfStep[step] = node.id;
    nodes.push(node);
    if (parentId >= 0) nodes[parentId].children.push(node.id);
    return node;
  };
  // First step and parent in turn: last in, first out, so children are pushed in reverse.
  const stack = [0, -1];
  while (stack.length > 0) {
    const parentId = stack.pop()!, first = stack.pop()!;
    const steps = [first];
    let next: number[] = [];
    let ends: number[] = [];
    let loop = 0;
    if (depthOfLoop[first] >= 3) {
      let at = first;
      for (loop = 1; ; ++loop) {
        const below = children.of(at);
        const on = below.find((child) => site[child] === site[at] && depthOfLoop[child] === depthOfLoop[at] - 1);
        ends.push(...cases.of(at));
        next.push(...below.filter((child) => child !== on));
        if (on === undefined) break;
        steps.push(on);
        at = on;
      }
    } else {
      let at = first;
      while (children.count(at) === 1 && cases.count(at) === 0 && depthOfLoop[children.first(at)] < 3) {
        at = children.first(at);
        steps.push(at);
      }
      next = children.of(at);
      ends = cases.of(at);
    }
    const node = add(parentId, steps, loop, ends);
    for (let i = next.length; i-- > 0;) stack.push(next[i], node.id);
  }
  for (let i = nodes.length; i-- > 0;) {
    const node = nodes[i];
    for (const c of node.cases) ++node[standingOf(put.outcomes[put.cases[c].outcome])];
    node.size = node.passed + node.failing + node.other;
    if (node.parent >= 0) {
      const up = nodes[node.parent];
      up.passed += node.passed; up.failing += node.failing; up.other += node.other;
    }
  }
  return { nodes, nodeOfStep, put, loops: foldLoops };
}

// For each step, how many decisions of the same site follow each other from here on, each below the one before.
function loopDepths(parent: number[], site: number[]): Int32Array {
  const depths = new Int32Array(parent.length).fill(1);
  depths[0] = 0;
  for (let i = parent.length; i-- > 1;) {
    if (site[parent[i]] === site[i]) depths[parent[i]] = Math.max(depths[parent[i]], depths[i] + 1);
  }
  return depths;
}

// Lists of numbers by owner, one behind the other in one array: trees have too many nodes for an array of each.
class Lists {
  private readonly starts: Int32Array;
  private readonly members: Int32Array;
  constructor(owners: number, end: number, begin: number, ownerOf: (i: number) => number) {
    this.starts = new Int32Array(owners + 1);
    this.members = new Int32Array(Math.max(0, end - begin));
    for (let i = begin; i < end; ++i) ++this.starts[ownerOf(i) + 1];
    for (let i = 0; i < owners; ++i) this.starts[i + 1] += this.starts[i];
    const next = this.starts.slice();
    for (let i = begin; i < end; ++i) this.members[next[ownerOf(i)]++] = i;
  }
  count(owner: number): number { return this.starts[owner + 1] - this.starts[owner]; }
  first(owner: number): number { return this.members[this.starts[owner]]; }
  of(owner: number): number[] {
    const list: number[] = [];
    for (let i = this.starts[owner]; i < this.starts[owner + 1]; ++i) list.push(this.members[i]);
    return list;
  }
}

export const firstText = (f: Folded, node: Node): string => {
  const text = f.put.tree.text[node.steps[0]];
  return text < 0 ? f.put.name : f.put.texts[text] || '(a decision)';
};
export const label = (f: Folded, node: Node): string => (node.loop > 0 ? `↻ ${node.loop}× ` : '') + firstText(f, node);
// Beside the label: how many decisions without a choice follow.
export const badge = (node: Node): string => (node.loop === 0 && node.steps.length > 1 ? `⋯${node.steps.length - 1}` : '');

// The steps from the root to the end of the node, as the exploration decided them.
export function pathTo(put: Put, step: number): number[] {
  const path: number[] = [];
  for (let at = step; at > 0; at = put.tree.parent[at]) path.push(at);
  return path.reverse();
}

// What is open at first: all of a small tree; of a large one as much as fits `most` rows, failing parts first.
export function initiallyCollapsed(f: Folded, most: number): Set<number> {
  const collapsed = new Set<number>();
  if (f.nodes[0].size <= most) return collapsed;
  for (const node of f.nodes) if (node.children.length > 0) collapsed.add(node.id);
  collapsed.delete(0);
  let rows = Math.max(1, f.nodes[0].children.length);
  let level = [...f.nodes[0].children];
  const failingFirst = (a: number, b: number) =>
    Number(f.nodes[b].failing > 0) - Number(f.nodes[a].failing > 0) || f.nodes[a].size - f.nodes[b].size;
  while (level.length > 0) {
    const next: number[] = [];
    for (const id of level.sort(failingFirst)) {
      const more = f.nodes[id].children.length - 1;
      if (f.nodes[id].children.length === 0 || rows + more > most) continue;
      collapsed.delete(id);
      rows += more;
      next.push(...f.nodes[id].children);
    }
    level = next;
  }
  return collapsed;
}
