// The data of a report, as docs/report.md describes it.

export type Place = [file: number, line: number] | null;
export interface Parameter { name: string; type: string }
export interface Outcome {
  kind: string; text: string; failing: boolean; message?: string; exception_type?: string; place?: Place;
  call_line?: number; function?: string;
}
export type Row = [label: string, text: string | null, target?: string | null];
export interface Box { name: string; type: string; object?: boolean; built?: boolean; rows: Row[] }
export interface Case {
  name: string; id?: number; node: number; outcome: number; values: (string | [string, string, string])[]; inputs?: [name: string, text: string][];
  observations?: [string, string, string][]; covered: number[]; native: string; native_detail?: string;
  graph?: Box[]; test?: string;
}
export type Branch = [place: Place, func: string, branch: number, direction: number, covered: number];
export interface LedgerLine { kind: string; text: string; place: Place; count: number; remedy: string }
export interface Axiom { put: string; standing: string; why: string }
export interface Put {
  name: string; verdict: 'proved' | 'refuted' | 'open'; place: Place; parameters: Parameter[]; explored_at: string;
  paths: number; failed: number; discarded: number; cut: number; infeasible: number; runs: number; queries: number;
  branches_covered: number; branches_total: number; seconds: number; solver_seconds: number; interrupted: boolean;
  complete: boolean; ledger: LedgerLine[]; undecided: { condition: string; place: Place; reason: string }[];
  axioms: Axiom[]; missing: { term: string; sketch: string }[]; notes: { kind: string; text: string }[];
  branches: Branch[]; tree: { parent: number[]; text: number[]; place: number[]; site: number[] }; cases: Case[];
  failures: number[][]; stale?: { name: string; reason: string }[]; outcomes: Outcome[]; places: Place[]; texts: string[];
}
export interface Against {
  name: string; new_failures: { put: string; text: string }[]; fixed_failures: { put: string; text: string }[];
  lost_proofs: { put: string; now: string }[]; new_proofs: string[]; not_explored: string[];
  coverage: { put: string; branches_covered_before: number; branches_total_before: number; branches_covered: number;
              branches_total: number }[];
}
export interface SourceFile { path: string; text?: string; hits?: [line: number, count: number][] }
// What forall class, infer and spec found.
export type Sequence = string[];
export interface ClassResult {
  name: string; tests: number; failed_against?: number; gaps: string[];
  pairs: { variable: string; definition: string; use: string; answer: string; how: string; sequence: Sequence; confirmed: boolean }[];
  paths: { path: string; condition: string; effect: string; throws: boolean }[];
  states: { condition: string; answer: string; how: string; sequence: Sequence }[];
}
export interface Laws {
  name: string; mutants: number; incomplete: string[]; verbose: string[]; undetermined: string[];
  laws: { name: string; method: string; text: string; verdict: Put['verdict']; why: string; killed_mutants: number }[];
}
export interface Specification {
  name: string; class: string; cases: number; failed: { case: string; message: string }[];
  checks: { property: string; answer: string; because: string; details: string[] }[];
}
export interface Data {
  version: number; forall: string; puts: Put[]; files: SourceFile[]; against?: Against;
  classes?: ClassResult[]; laws?: Laws[]; specifications?: Specification[];
}

export async function unpack(base64: string): Promise<Data> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return checked(await new Response(stream).json());
}

export function checked(data: Data): Data {
  if (data.version !== 1) throw new Error(`This page reads version 1 of the data, not ${data.version}.`);
  return data;
}

// Texts come from programs and may hold anything. Control characters and those that reorder text are made visible, so
// that what is shown is what is there.
export function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, (c) => {
    const code = c.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

export function valuesOf(put: Put, c: Case): { name: string; type: string; text: string }[] {
  return c.values.map((value, i) =>
    typeof value === 'string'
      ? { name: put.parameters[i]?.name ?? '', type: put.parameters[i]?.type ?? '', text: value }
      : { name: value[0], type: value[1], text: value[2] });
}
export const inputsText = (put: Put, c: Case): string =>
  valuesOf(put, c).map((v) => `${v.name} = ${v.text}`).join(', ') || 'no inputs';

// The inputs that a condition names, with their values in this case. Longest names first: where `a[1]` stands, `a` is not
// named, unless `a[1]` is no input of its own.
export function valuesIn(put: Put, c: Case, condition: string): { name: string; text: string }[] {
  const all = [...(c.inputs ?? []).map(([name, text]) => ({ name, text })), ...valuesOf(put, c)].filter(({ name }) => name !== '');
  const found: { name: string; text: string; at: number }[] = [];
  const taken = new Uint8Array(condition.length);
  for (const { name, text } of all.sort((a, b) => b.name.length - a.name.length)) {
    for (let at = condition.indexOf(name); at >= 0; at = condition.indexOf(name, at + 1)) {
      const isPart = /[\w.]$|->$/.test(condition.slice(0, at)) || /^\w/.test(condition.slice(at + name.length));
      if (taken[at] || isPart) continue;
      taken.fill(1, at, at + name.length);
      if (!found.some((each) => each.name === name)) found.push({ name, text, at });
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ name, text }) => ({ name, text }));
}

export type Standing = 'passed' | 'failing' | 'other';
export const standingOf = (outcome: Outcome): Standing =>
  outcome.failing ? 'failing' : outcome.kind === 'passed' ? 'passed' : 'other';
export const signs: Record<Standing, string> = { passed: '✓', failing: '✗', other: '?' };
export const verdictSigns = { proved: '✓', refuted: '✗', open: '?' } as const;

export const counted = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

// Why a side that no case takes is not taken, as far as the exploration knows.
export function untaken(put: Put): { text: string; kind: 'infeasible' | 'open' } {
  if (!put.complete) return { text: 'not taken: infeasible, or not explored (see the ledger)', kind: 'open' };
  return put.discarded > 0
    ? { text: 'no input within the assumptions goes there', kind: 'infeasible' }
    : { text: 'infeasible: no input goes there', kind: 'infeasible' };
}
