// What is known of each test: from events while forall explores, from the database before.
import * as vscode from 'vscode';
import type { StoredPut } from '../core/cases';
import type { Verdict } from '../core/events';
import type { PutState } from '../core/model';
import { newPut } from '../core/model';
import type { FileCoverage, LineCoverage } from '../core/report';
import { linesOf } from '../core/report';
import type { Forall } from './forall';
import { place } from './forall';

export interface CoveredFile { folder: vscode.WorkspaceFolder; uri: vscode.Uri; file: FileCoverage; lines: LineCoverage[] }

export class Results implements vscode.Disposable {
  private readonly states = new Map<string, PutState>();
  private readonly covered = new Map<string, CoveredFile>();
  private readonly stateChanges = new vscode.EventEmitter<void>();
  private readonly coverageChanges = new vscode.EventEmitter<void>();
  readonly onState = this.stateChanges.event;
  readonly onCoverage = this.coverageChanges.event;

  constructor(private readonly forall: Forall) {}

  dispose(): void {
    this.stateChanges.dispose();
    this.coverageChanges.dispose();
  }

  state(folder: vscode.WorkspaceFolder, put: string): PutState | undefined { return this.states.get(key(folder, put)); }
  all(): { folder: string; state: PutState }[] {
    return [...this.states].map(([at, state]) => ({ folder: at.slice(0, at.indexOf('\n')), state }));
  }
  coverage(uri: vscode.Uri): CoveredFile | undefined { return this.covered.get(uri.toString()); }
  coveredFiles(folder: vscode.WorkspaceFolder): CoveredFile[] { return [...this.covered.values()].filter((each) => each.folder === folder); }

  update(folder: vscode.WorkspaceFolder, puts: PutState[]): void {
    for (const put of puts) this.states.set(key(folder, put.name), put);
    this.stateChanges.fire();
  }

  // What earlier explorations found. There may be no database yet, which is no error.
  async load(folder: vscode.WorkspaceFolder): Promise<void> {
    const end = await this.forall.run(folder, ['list', '--json', ...this.forall.database(folder)], 'puts');
    for (const stored of (end.output as StoredPut[] | undefined) ?? []) {
      if (this.state(folder, stored.name) !== undefined) continue;
      this.states.set(key(folder, stored.name), {
        ...newPut(stored.name), phase: 'finished', verdict: stored.verdict as Verdict, paths: stored.paths, cases: stored.cases,
        failed: stored.failed, file: stored.file, line: stored.line, kept: true,
      });
    }
    this.stateChanges.fire();
    if (end.output !== undefined) await this.loadCoverage(folder);
  }

  async loadCoverage(folder: vscode.WorkspaceFolder): Promise<void> {
    const end = await this.forall.run(folder, ['report', '--data', '-', ...this.forall.database(folder)], 'coverage');
    if (end.output === undefined) return;
    for (const [at, each] of this.covered) if (each.folder === folder) this.covered.delete(at);
    for (const file of end.output as FileCoverage[]) {
      const uri = place(folder, file.path);
      this.covered.set(uri.toString(), { folder, uri, file, lines: linesOf(file) });
    }
    this.coverageChanges.fire();
  }
}

const key = (folder: vscode.WorkspaceFolder, put: string): string => `${folder.uri.toString()}\n${put}`;
