// What the extension and its worker say to each other.
import type { StoredCase, StoredPut } from './cases';
import type { PutState } from './model';
import type { FileCoverage } from './report';

export interface Command { program: string; arguments: string[]; folder: string }
export type Wanted = 'events' | 'coverage' | 'cases' | 'puts' | 'json' | 'page';
export type Request = { id: number; is: 'run'; command: Command; wanted: Wanted } | { id: number; is: 'stop' };

export interface Finished {
  code: number | null;  // null: it could not be started, or was killed
  messages: string;     // what it wrote for people
  problem: string;      // that its output cannot be used, and why; '' if it can
}
export type Output = FileCoverage[] | StoredCase[] | StoredPut[] | string | Record<string, unknown> | undefined;
export type Answer =
  | { id: number; is: 'changed'; puts: PutState[] }
  | { id: number; is: 'watching' }
  | { id: number; is: 'finished'; finished: Finished; output: Output; puts: PutState[]; error: string };
