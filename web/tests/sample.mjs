// Data of reports that no program has to be explored for: large trees, hostile texts.

const outcome = { kind: 'passed', text: 'passed', failing: false };
const failure = { kind: 'failed', text: 'assertion', failing: true, message: 'Expected: x < 3', place: [0, 2], function: 'f' };

export function put(name, fields = {}) {
  return { name, verdict: 'proved', place: [0, 1], parameters: [{ name: 'x', type: 'int' }], explored_at: '2026-01-01 00:00:00', paths: 1, failed: 0,
           discarded: 0, cut: 0, infeasible: 0, runs: 1, queries: 1, branches_covered: 1, branches_total: 2, seconds: 0.1, solver_seconds: 0.05,
           interrupted: false, complete: true, ledger: [], undecided: [], axioms: [], missing: [], notes: [],
           branches: [[[0, 1], 'f', 0, 0, 0], [[0, 1], 'f', 0, 1, 1]], tree: { parent: [0, 0], text: [-1, 0], place: [-1, 0], site: [-1, 0] },
           cases: [{ name: 'passes', id: 1, node: 1, outcome: 0, values: ['1'], covered: [1], native: 'confirmed', test: 'TEST(a, b) {}' }],
           failures: [], outcomes: [outcome, failure], places: [[0, 1]], texts: ['x > 0'], ...fields };
}

export const report = (puts, fields = {}) => ({ version: 1, forall: '0.1.0', puts, files: [{ path: 'a.cpp', text: 'int f(int x) {\n  return x > 0 ? 1 : 2; // end\n}\n' }], ...fields });

// A binary tree with this many leaves.
export function largePut(leaves) {
  const parent = [0], text = [-1], place = [-1], site = [-1], cases = [];
  const texts = Array.from({ length: 400 }, (_, i) => `a[${i >> 1}] ${i & 1 ? '<=' : '>'} ${i % 7}`);
  let level = [0];
  let depth = 0;
  while (level.length < leaves) {
    const next = [];
    for (const at of level) {
      if (next.length + (level.length - next.length / 2) > leaves + level.length) { next.push(at); continue; }
      for (const side of [0, 1]) {
        next.push(parent.length);
        parent.push(at); text.push((depth * 2 + side) % 400); place.push(0); site.push(depth);
      }
    }
    level = next;
    ++depth;
  }
  level.slice(0, leaves).forEach((node, i) => cases.push({ name: `c${i}`, id: i + 1, node, outcome: i % 997 === 5 ? 1 : 0, values: [`{${i}, ${i * 7 % 1001}, ${i * 13 % 97}}`], covered: [1], native: 'confirmed' }));
  return put('Large.Tree', { verdict: 'refuted', paths: cases.length, failed: cases.filter((c) => c.outcome).length, tree: { parent, text, place, site }, texts, cases,
                             failures: [[5]] });
}
