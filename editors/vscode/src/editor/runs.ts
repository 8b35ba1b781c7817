// The run profiles: Run explores, Debug replays a case, Coverage explores and shows which branches are taken, and a continuous run is
// `forall watch`.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { PutState } from '../core/model';
import { ledgerText, summaryOf } from '../core/model';
import type { Group } from '../core/setup';
import { exploreCommand } from '../core/setup';
import { visible } from '../core/text';
import { CaseCoverage } from './coverage';
import { debugCase } from './debug';
import type { Explorer } from './explorer';
import type { Forall } from './forall';
import { Problem, tell } from './forall';
import { messageOf } from './failure_message';
import type { Results } from './results';

interface FolderGroup extends Group { folder: vscode.WorkspaceFolder; items: Map<string, vscode.TestItem> }

const crlf = (text: string): string => visible(text).replace(/\n/g, '\r\n') + '\r\n';

export class Runs {
  constructor(private readonly forall: Forall, private readonly explorer: Explorer, private readonly results: Results) {
    const { controller } = explorer;
    const kinds = vscode.TestRunProfileKind;
    controller.createRunProfile('Explore', kinds.Run, (request, token) => this.explore(request, token), true, undefined, true);
    controller.createRunProfile('Debug a case', kinds.Debug, (request, token) => this.debug(request, token), true);
    const coverage = controller.createRunProfile('Explore with coverage', kinds.Coverage, (request, token) => this.explore(request, token, true), true);
    const details = new CaseCoverage(results);
    coverage.loadDetailedCoverage = (_run, file) => Promise.resolve(details.details(file));
    coverage.loadDetailedCoverageForTest = (_run, file, item) => {
      const node = explorer.node(item);
      return Promise.resolve(details.details(file, node));
    };
  }

  // By folder and source: each is one call of forall.
  private groups(request: vscode.TestRunRequest): FolderGroup[] {
    const chosen = (request.include ?? this.explorer.all()).flatMap((item) => this.explorer.puts(item));
    const excluded = new Set((request.exclude ?? []).flatMap((item) => this.explorer.puts(item)));
    const groups = new Map<string, FolderGroup>();
    for (const item of new Set(chosen)) {
      const node = this.explorer.node(item);
      if (node?.is !== 'put' || excluded.has(item)) continue;
      const key = node.found.uri.toString();
      const file = path.relative(node.folder.uri.fsPath, node.found.uri.fsPath);
      const group = groups.get(key) ?? { folder: node.folder, file, puts: [], items: new Map<string, vscode.TestItem>() };
      groups.set(key, group);
      group.puts.push(node.found.name);
      group.items.set(node.found.name, item);
    }
    return [...groups.values()];
  }

  // The token is that of a continuous run; any other is stopped by its own.
  async explore(request: vscode.TestRunRequest, continuous?: vscode.CancellationToken, withCoverage = false): Promise<void> {
    const groups = this.groups(request);
    if (request.continuous && continuous) {
      await Promise.all(groups.map((group) => this.watch(request, group, continuous)));
      return;
    }
    const run = this.explorer.controller.createTestRun(request);
    const { token } = run;
    for (const group of groups) for (const item of group.items.values()) run.enqueued(item);
    try {
      for (const group of groups) {
        if (token.isCancellationRequested) break;
        await this.exploreGroup(run, group, token);
      }
      const folders = new Set(groups.map((group) => group.folder));
      for (const folder of folders) await this.results.loadCoverage(folder);
      if (withCoverage) {
        for (const folder of folders) this.addCoverage(run, folder, groups);
      }
    } catch (error) {
      for (const group of groups) for (const item of group.items.values()) run.skipped(item);
      void tell(error, this.forall.log);
    } finally {
      run.end();
    }
  }

  private async exploreGroup(run: vscode.TestRun, group: FolderGroup, token: vscode.CancellationToken): Promise<void> {
    const told = new Set<string>();
    const command = exploreCommand('explore', group, this.forall.settings(group.folder), await this.forall.build(group.folder));
    const end = await this.forall.run(group.folder, command, 'events', token, { changed: (puts) => this.show(run, group, puts, told) });
    this.show(run, group, end.puts, told);
    const reason = end.finished.problem || end.error || (end.finished.code !== null && end.finished.code > 1 ? end.finished.messages : '');
    for (const [name, item] of group.items) {
      if (told.has(name)) continue;
      if (token.isCancellationRequested || reason === '') run.skipped(item);
      else run.errored(item, new vscode.TestMessage(visible(reason.trim())));
    }
    if (end.finished.problem !== '') void tell(new Problem(end.finished.problem), this.forall.log);
  }

  private async watch(request: vscode.TestRunRequest, group: FolderGroup, token: vscode.CancellationToken): Promise<void> {
    let run: vscode.TestRun | undefined;
    let told = new Set<string>();
    try {
      const command = exploreCommand('watch', group, this.forall.settings(group.folder), await this.forall.build(group.folder));
      const end = await this.forall.run(group.folder, command, 'events', token, {
        changed: (puts) => {
          run ??= this.explorer.controller.createTestRun(request);
          this.show(run, group, puts, told);
        },
        watching: () => {
          run?.end();
          run = undefined;
          told = new Set();
          void this.results.loadCoverage(group.folder);
        },
      });
      if (end.finished.problem !== '') throw new Problem(end.finished.problem);
    } catch (error) {
      void tell(error, this.forall.log);
    } finally {
      run?.end();
    }
  }

  // Each verdict once in a run.
  private show(run: vscode.TestRun, group: FolderGroup, puts: PutState[], told: Set<string>): void {
    this.results.update(group.folder, puts);
    for (const put of puts) {
      const item = group.items.get(put.name);
      if (item === undefined || told.has(put.name)) continue;
      if (put.phase === 'exploring' || put.phase === 'confirming') run.started(item);
      if (put.phase === 'failed') {
        told.add(put.name);
        run.errored(item, new vscode.TestMessage(visible(put.error ?? '')));
      } else if (put.phase === 'finished') {
        told.add(put.name);
        this.showVerdict(run, group.folder, item, put);
        this.explorer.forgetCases(item);
      }
    }
  }

  private showVerdict(run: vscode.TestRun, folder: vscode.WorkspaceFolder, item: vscode.TestItem, put: PutState): void {
    const milliseconds = put.seconds * 1000;
    run.appendOutput(crlf(`${put.name}: ${put.verdict} · ${summaryOf(put)}`), undefined, item);
    if (put.verdict === 'proved') {
      run.passed(item, milliseconds);
    } else if (put.verdict === 'open') {
      run.appendOutput(crlf(ledgerText(put)), undefined, item);
      run.skipped(item);
    } else {
      run.failed(item, put.failures.map((failure) => messageOf(folder, failure)), milliseconds);
    }
  }

  private addCoverage(run: vscode.TestRun, folder: vscode.WorkspaceFolder, groups: FolderGroup[]): void {
    const items = new Map(groups.filter((group) => group.folder === folder).flatMap((group) => [...group.items]));
    for (const covered of this.results.coveredFiles(folder)) {
      const tests = new Set(covered.file.branches.map((branch) => branch.put));
      const own = [...items].filter(([name]) => tests.has(name)).map(([, item]) => item);
      const cases = own.flatMap((item) => [...item.children].map(([, child]) => child)).filter((item) => this.explorer.node(item)?.is === 'case');
      if (own.length > 0) run.addCoverage(CaseCoverage.summary(covered, [...own, ...cases]));
    }
  }

  private async debug(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const item = request.include?.[0];
    const node = item && this.explorer.node(item);
    const put = item && this.explorer.puts(item)[0];
    if (item === undefined || node === undefined || put === undefined) {
      void vscode.window.showInformationMessage('forall: choose one test or case to debug.');
      return;
    }
    // A debugger gives no verdict: the icons stay as they are.
    const run = this.explorer.controller.createTestRun(request);
    try {
      const name = this.explorer.node(put);
      if (name?.is !== 'put') return;
      // Of a PUT the first failing case, which is listed first.
      const stored = node.is === 'case' ? node.stored : node.is === 'page' ? node.page.cases[0] : (await this.explorer.cases(node.folder, name.found.name))[0];
      if (stored === undefined) throw new Problem(`${name.found.name} has no cases yet: explore it first.`);
      await debugCase(this.forall, node.folder, stored.id, token);
    } catch (error) {
      void tell(error, this.forall.log);
    } finally {
      run.end();
    }
  }
}
