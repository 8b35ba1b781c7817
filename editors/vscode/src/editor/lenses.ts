// Above each FORALL: explore, the verdict, the tree, the emitted test.
import * as vscode from 'vscode';
import { summaryOf, verdictSign } from '../core/model';
import type { Results } from './results';
import type { Sources } from './sources';

export class Lenses implements vscode.CodeLensProvider {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changes.event;

  constructor(private readonly sources: Sources, private readonly results: Results) {
    results.onState(() => this.changes.fire());
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const folder = vscode.workspace.getWorkspaceFolder(document.uri);
    if (folder === undefined || !vscode.workspace.getConfiguration('forall', document.uri).get('codeLens', true)) return [];
    return this.sources.outline(document).puts.flatMap((put) => {
      const name = `${put.suite}.${put.name}`;
      const at = document.positionAt(put.begin);
      const lens = (title: string, command: string): vscode.CodeLens =>
        new vscode.CodeLens(new vscode.Range(at, at), { title, command, arguments: [folder.uri, name] });
      const state = this.results.state(folder, name);
      const lenses = [lens('$(play) Explore', 'forall.explore')];
      if (state?.verdict !== undefined && state.phase === 'finished') {
        const details = state.verdict === 'open' ? 'forall.showLedger' : 'forall.showReport';
        lenses.push(lens(`${verdictSign(state.verdict)} ${state.verdict} · ${summaryOf(state)}`, details));
        lenses.push(lens('Tree', 'forall.showTree'), lens('Emitted test', 'forall.openEmittedTest'));
      } else if (state !== undefined && state.phase !== 'idle' && state.phase !== 'failed') {
        lenses.push(lens(`${state.phase} … ${summaryOf(state)}`, 'forall.showOutput'));
      }
      return lenses;
    });
  }
}
