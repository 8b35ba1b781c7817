// A failure as the Test Explorer shows it: inputs, expected against actual, and the path as a stack of places.
import * as vscode from 'vscode';
import { framesOf, longMessage } from '../core/messages';
import type { Failure } from '../core/model';
import { visible } from '../core/text';
import { lineRange, place } from './forall';

export function messageOf(folder: vscode.WorkspaceFolder, failure: Failure): vscode.TestMessage {
  const { outcome } = failure;
  const text = longMessage(failure);
  const message = outcome.expected !== undefined && outcome.actual !== undefined
    ? vscode.TestMessage.diff(text, visible(outcome.expected), visible(outcome.actual)) : new vscode.TestMessage(text);
  if (outcome.file) message.location = new vscode.Location(place(folder, outcome.file), lineRange(outcome.line ?? 1));
  message.stackTrace = framesOf(failure).map((frame) =>
    new vscode.TestMessageStackFrame(frame.label, place(folder, frame.file), new vscode.Position(Math.max(0, frame.line - 1), 0)));
  return message;
}
