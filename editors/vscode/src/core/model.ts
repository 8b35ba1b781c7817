// Events become the state of each PUT: what the Test Explorer, the source and the list of problems show.
import type { Case, Event, LedgerLine, Outcome, Verdict } from './events';
import { counted, duration } from './text';

export type Phase = 'idle' | 'queued' | 'exploring' | 'confirming' | 'finished' | 'failed';
export interface PutState {
  name: string; phase: Phase; verdict?: Verdict; paths: number; failed: number; pending: number; seconds: number; cases: number;
  discarded: number; branchesCovered: number; branchesTotal: number; kept: boolean; interrupted: boolean; file?: string; line?: number;
  ledger: LedgerLine[];
  failures: Failure[];
  error?: string;
}
// Failing cases with one cause, and the simplest of them.
export interface Failure { outcome: Outcome; count: number; simplest?: Case }

const mostFailures = 50;   // that are shown; all are stored
const mostSteps = 500;     // of a path

export const newPut = (name: string): PutState => ({
  name, phase: 'idle', paths: 0, failed: 0, pending: 0, seconds: 0, cases: 0, discarded: 0, branchesCovered: 0, branchesTotal: 0,
  kept: false, interrupted: false, ledger: [], failures: [],
});

export const suiteOf = (put: string): string => put.slice(0, Math.max(0, put.indexOf('.')));
export const nameOf = (put: string): string => put.slice(put.indexOf('.') + 1);

export class Model {
  readonly puts = new Map<string, PutState>();
  error = '';
  // Paths of failing cases, which results do not have, by PUT and condition.
  private readonly steps = new Map<string, Map<string, Case>>();

  // The PUTs that have changed.
  apply(event: Event): string[] {
    switch (event.event) {
      case 'session_started':
        this.error = '';
        for (const name of event.puts) this.puts.set(name, { ...newPut(name), phase: 'queued' });
        return event.puts;
      case 'session_failed':
        this.error = event.error;
        return [];
      case 'put_started': return this.change(event.put, { phase: 'exploring' });
      case 'progress':
        return this.change(event.put, { paths: event.paths, failed: event.failed, pending: event.pending, seconds: event.seconds });
      case 'path_found': return this.found(event.put, event.case);
      case 'confirm_started': return this.change(event.put, { phase: 'confirming', verdict: event.verdict });
      case 'put_failed':
        this.steps.delete(event.put);
        return this.change(event.put, { phase: 'failed', error: event.error });
      case 'put_finished': {
        const { result } = event;
        const failures = result.failures.slice(0, mostFailures).map((failure): Failure => {
          const simplest = result.failing.find((each) => each.name === failure.simplest);
          return { outcome: failure.outcome, count: failure.cases, simplest: simplest && this.withSteps(event.put, simplest) };
        });
        this.steps.delete(event.put);
        return this.change(event.put, {
          phase: 'finished', verdict: result.verdict, paths: result.paths, failed: result.failed, pending: 0, seconds: result.seconds,
          cases: result.cases, discarded: result.discarded, branchesCovered: result.branches_covered,
          branchesTotal: result.branches_total, kept: result.kept, interrupted: result.interrupted, file: result.file, line: result.line,
          ledger: result.ledger, failures,
        });
      }
      default: return [];
    }
  }

  private change(name: string, fields: Partial<PutState>): string[] {
    this.puts.set(name, { ...(this.puts.get(name) ?? newPut(name)), ...fields });
    return [name];
  }

  private found(put: string, found: Case): string[] {
    const state = this.puts.get(put) ?? newPut(put);
    const isFailing = ['failed', 'threw', 'crashed'].includes(found.outcome.kind);
    if (isFailing) {
      const known = this.steps.get(put) ?? new Map<string, Case>();
      if (known.size < 10 * mostFailures) known.set(found.condition, found);
      this.steps.set(put, known);
    }
    return this.change(put, { paths: state.paths + 1, failed: state.failed + (isFailing ? 1 : 0) });
  }

  private withSteps(put: string, simplest: Case): Case {
    const steps = simplest.steps ?? this.steps.get(put)?.get(simplest.condition)?.steps;
    return { ...simplest, steps: steps?.slice(-mostSteps) };
  }
}

export const verdictSign = (verdict: Verdict | undefined): string =>
  verdict === 'proved' ? '✓' : verdict === 'refuted' ? '✗' : verdict === 'open' ? '?' : '';

// "15 paths, 2 failing · 22 of 22 branches · 20 ms"
export function summaryOf(put: PutState): string {
  if (put.phase === 'exploring' || put.phase === 'queued') return `${counted(put.paths, 'path')} so far`;
  const parts = [counted(put.paths, 'path') + (put.failed > 0 ? `, ${put.failed} failing` : '')];
  if (put.branchesTotal > 0) parts.push(`${put.branchesCovered} of ${put.branchesTotal} branches`);
  parts.push(put.kept ? 'unchanged' : duration(put.seconds));
  return parts.join(' · ');
}

// Why it is open, a line for each reason.
export const ledgerText = (put: PutState): string =>
  put.ledger.map((line) => `${line.file}:${line.line}: ${line.text} [${line.kind}]\n    → ${line.remedy}`).join('\n');
