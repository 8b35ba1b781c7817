// The lines of `forall explore --events`, checked against the schema that forall itself is tested with.
import schema from '../../../../docs/events.schema.json';

export type Verdict = 'proved' | 'refuted' | 'open';
export interface Step { condition: string; file: string; line: number }
export interface Outcome {
  kind: string; fault?: string; exception_type?: string; message?: string; expected?: string; actual?: string;
  file?: string; line?: number; call_line?: number; function?: string;
}
export interface Value { name: string; type: string; text: string }
export interface Case {
  id?: number; name: string; outcome: Outcome; inputs: Value[]; values?: Value[]; condition: string; native: string;
  native_detail?: string; steps?: Step[];
}
export type Fix =
  | { call: 'WithBounds'; field: string; value: number }
  | { call: 'WithDomains'; arguments: string[] }
  | { call: 'SymbolicEnvironment'; value: string };
export interface LedgerLine { kind: string; text: string; file: string; line: number; count: number; remedy: string; fixes: Fix[] }
export interface Result {
  name: string; verdict: Verdict; paths: number; cases: number; failed: number; discarded: number; infeasible: number;
  ledger: LedgerLine[]; branches_covered: number; branches_total: number; seconds: number; interrupted: boolean;
  kept: boolean; file: string; line: number; failures: { outcome: Outcome; cases: number; simplest: string }[];
  failing: Case[];
}
export type Event =
  | { event: 'build_started'; inputs: string[] }
  | { event: 'build_finished'; seconds: number }
  | { event: 'session_started'; puts: string[] }
  | { event: 'put_started'; put: string }
  | { event: 'stage_started'; put: string; stage: string }
  | { event: 'confirm_started'; put: string; verdict: Verdict; cases: number }
  | { event: 'progress'; put: string; paths: number; failed: number; pending: number; runs: number; seconds: number }
  | { event: 'path_found'; put: string; case: Case }
  | { event: 'ledger_line'; put: string; kind: string; text: string; file: string; line: number; count: number; remedy: string }
  | { event: 'put_finished'; put: string; result: Result }
  | { event: 'put_failed'; put: string; error: string }
  | { event: 'session_finished' }
  | { event: 'session_failed'; error: string }
  | { event: 'watching'; files: number }
  | { event: 'files_changed'; files: string[] };

// What a line is. Events that this extension does not know are none of its business; another version is.
export type Reading =
  | { is: 'event'; event: Event }
  | { is: 'unknown' }
  | { is: 'version'; version: unknown }
  | { is: 'damaged'; reason: string };

export const eventsVersion: number = schema.properties.version.const;

interface Definition { required?: string[]; properties?: Record<string, { type?: string }> }
const definitions = schema.definitions as Record<string, Definition>;
const eventNames = new Set(schema.allOf.map((each) => each.if.properties.event.const));

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : value === null ? 'null' : typeof value;
const fits = (value: unknown, type: string | undefined): boolean =>
  type === undefined || typeOf(value) === type || (type === 'number' && typeof value === 'number');

export function readLine(line: string): Reading {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { is: 'damaged', reason: `no JSON: ${line.slice(0, 80)}` };
  }
  if (typeOf(json) !== 'object') return { is: 'damaged', reason: `no object: ${line.slice(0, 80)}` };
  const fields = json as Record<string, unknown>;
  if (fields.version !== eventsVersion) return { is: 'version', version: fields.version };
  if (typeof fields.event !== 'string' || !eventNames.has(fields.event)) return { is: 'unknown' };
  const definition = definitions[fields.event]!;
  for (const name of definition.required ?? []) {
    if (!fits(fields[name], definition.properties?.[name]?.type))
      return { is: 'damaged', reason: `${fields.event} without a valid "${name}"` };
  }
  return { is: 'event', event: fields as unknown as Event };
}

// What to say of a program that writes another version of some JSON.
export function versionProblem(what: string, known: number, found: unknown): string {
  if (typeof found !== 'number') return `forall writes ${what} without a version: it is older than this extension. Update forall.`;
  return found > known
    ? `forall writes version ${found} of ${what}, and this extension reads version ${known}: update the extension.`
    : `forall writes version ${found} of ${what}, and this extension reads version ${known}: update forall.`;
}
