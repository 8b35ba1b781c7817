// Failures and ledger lines in the list of problems, and the remedies that are edits as quick fixes.
import * as vscode from 'vscode';
import type { Fix } from '../core/events';
import { editOf } from '../core/fixes';
import { framesOf, shortMessage } from '../core/messages';
import { oneLine } from '../core/text';
import { lineRange, place } from './forall';
import type { Results } from './results';
import type { Sources } from './sources';

class LedgerDiagnostic extends vscode.Diagnostic {
  folder!: vscode.WorkspaceFolder;
  put!: string;
  fixes: Fix[] = [];
}

export class Problems implements vscode.CodeActionProvider, vscode.Disposable {
  private readonly diagnostics = vscode.languages.createDiagnosticCollection('forall');
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly sources: Sources, private readonly results: Results) {
    results.onState(() => { this.timer ??= setTimeout(() => this.show(), 200); });
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.diagnostics.dispose();
  }

  private show(): void {
    this.timer = undefined;
    const found = new Map<string, { uri: vscode.Uri; all: vscode.Diagnostic[] }>();
    const add = (uri: vscode.Uri, diagnostic: vscode.Diagnostic): void => {
      const known = found.get(uri.toString()) ?? { uri, all: [] };
      found.set(uri.toString(), known);
      diagnostic.source = 'forall';
      known.all.push(diagnostic);
    };
    const folders = new Map((vscode.workspace.workspaceFolders ?? []).map((each) => [each.uri.toString(), each]));
    for (const { folder: key, state } of this.results.all()) {
      const folder = folders.get(key);
      if (folder === undefined || state.phase !== 'finished') continue;
      for (const failure of state.failures) {
        const file = failure.outcome.file || state.file;
        if (!file) continue;
        const diagnostic = new vscode.Diagnostic(lineRange(failure.outcome.line ?? state.line ?? 1), oneLine(`${state.name}: ${shortMessage(failure)}`), vscode.DiagnosticSeverity.Error);
        diagnostic.relatedInformation = framesOf(failure).slice(1, 20).map((frame) =>
          new vscode.DiagnosticRelatedInformation(new vscode.Location(place(folder, frame.file), lineRange(frame.line)), frame.label));
        add(place(folder, file), diagnostic);
      }
      for (const line of state.ledger) {
        const diagnostic = new LedgerDiagnostic(lineRange(line.line), oneLine(`${state.name} is ${state.verdict}: ${line.text}. To do: ${line.remedy}`), vscode.DiagnosticSeverity.Warning);
        Object.assign(diagnostic, { folder, put: state.name, fixes: line.fixes, code: line.kind });
        add(place(folder, line.file || state.file || ''), diagnostic);
      }
    }
    this.diagnostics.clear();
    for (const { uri, all } of found.values()) this.diagnostics.set(uri, all);
  }

  async provideCodeActions(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    const actions: vscode.CodeAction[] = [];
    for (const diagnostic of this.diagnostics.get(document.uri) ?? []) {
      if (!(diagnostic instanceof LedgerDiagnostic) || !diagnostic.range.intersection(range)) continue;
      for (const fix of diagnostic.fixes) {
        const action = await this.actionFor(diagnostic, fix);
        if (action) actions.push(action);
      }
    }
    return actions;
  }

  // The edit is one of the FORALL, which may be in another file than the line that the ledger names.
  private async actionFor(diagnostic: LedgerDiagnostic, fix: Fix): Promise<vscode.CodeAction | undefined> {
    const source = this.sources.find(diagnostic.put, diagnostic.folder);
    if (source === undefined) return undefined;
    const document = await vscode.workspace.openTextDocument(source.uri);
    const put = this.sources.outline(document).puts.find((each) => `${each.suite}.${each.name}` === diagnostic.put);
    const edit = put && editOf(document.getText(), put, fix);
    if (!edit) return undefined;
    const action = new vscode.CodeAction(oneLine(edit.title), vscode.CodeActionKind.QuickFix);
    action.diagnostics = [diagnostic];
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(source.uri, new vscode.Range(document.positionAt(edit.offset), document.positionAt(edit.offset + edit.length)), edit.text);
    return action;
  }
}
