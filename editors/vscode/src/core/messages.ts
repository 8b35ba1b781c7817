// A failing case in words.
import type { Case, Outcome, Step } from './events';
import type { Failure } from './model';
import { counted, visible } from './text';

const headline = (outcome: Outcome): string => {
  if (outcome.kind === 'failed') return 'assertion failed';
  if (outcome.kind === 'threw') return `threw ${outcome.exception_type || 'an exception'}`;
  return outcome.fault ?? outcome.kind;
};

export const inputsOf = (failing: Case): string =>
  (failing.values ?? failing.inputs).map((each) => `${each.name} = ${each.text}`).join(', ') || 'no inputs';

// One line for the list of problems, more for the Test Explorer.
export const shortMessage = (failure: Failure): string =>
  visible(`${headline(failure.outcome)}${failure.simplest ? ` for ${inputsOf(failure.simplest)}` : ''}`);

export function longMessage(failure: Failure): string {
  const lines = [headline(failure.outcome)];
  if (failure.outcome.message) lines.push(failure.outcome.message);
  if (failure.simplest) {
    lines.push('', 'Inputs:');
    for (const each of failure.simplest.values ?? failure.simplest.inputs) lines.push(`  ${each.type} ${each.name} = ${each.text}`);
    if (failure.simplest.native === 'confirmed') lines.push('', 'Confirmed by a native run.');
    else if (failure.simplest.native_detail) lines.push('', `Native run: ${failure.simplest.native_detail}`);
  }
  if (failure.count > 1) lines.push('', `${counted(failure.count, 'case')} fail like this; this is the simplest.`);
  return lines.map(visible).join('\n');
}

// The path as a stack of places, the last decision on top; a place that decides again and again is one frame.
export interface Frame { label: string; file: string; line: number }
export function framesOf(failure: Failure): Frame[] {
  const frames: Frame[] = [];
  const { outcome, simplest } = failure;
  if (outcome.file) frames.push({ label: visible(outcome.function ?? headline(outcome)), file: outcome.file, line: outcome.line ?? 1 });
  for (const step of [...(simplest?.steps ?? [])].reverse()) {
    if (isOurs(step)) continue;
    const last = frames.at(-1);
    if (last && last.file === step.file && last.line === step.line && frames.length > 1) last.label = visible(`${step.condition} …`);
    else frames.push({ label: visible(step.condition), file: step.file, line: step.line });
  }
  return frames.slice(0, 100);
}
// Decisions of forall's own headers, which make the inputs.
const isOurs = (step: Step): boolean => /\/forall\/(internal|domains)\//.test(step.file);
