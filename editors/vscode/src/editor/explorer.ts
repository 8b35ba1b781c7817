// The Test Explorer: suites, PUTs, and their cases in pages, which are listed when one opens a PUT.
import * as vscode from 'vscode';
import type { Page, StoredCase } from '../core/cases';
import { isFailing, pagesOf } from '../core/cases';
import type { PutState } from '../core/model';
import { nameOf, suiteOf, summaryOf } from '../core/model';
import { counted, oneLine, visible } from '../core/text';
import type { Forall } from './forall';
import { messageOf } from './failure_message';
import { lineRange, place, tell } from './forall';
import type { Results } from './results';
import type { FoundPut, Sources } from './sources';

// What an item of the tree is.
export type Node =
  | { is: 'folder'; folder: vscode.WorkspaceFolder }
  | { is: 'suite'; folder: vscode.WorkspaceFolder; suite: string }
  | { is: 'put'; folder: vscode.WorkspaceFolder; found: FoundPut }
  | { is: 'page'; folder: vscode.WorkspaceFolder; found: FoundPut; page: Page }
  | { is: 'case'; folder: vscode.WorkspaceFolder; found: FoundPut; stored: StoredCase };

export class Explorer implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController('forall', 'forall');
  private readonly nodes = new WeakMap<vscode.TestItem, Node>();
  private readonly putItems = new Map<string, vscode.TestItem>();

  constructor(private readonly forall: Forall, private readonly sources: Sources, private readonly results: Results) {
    this.controller.refreshHandler = (token) => this.sources.readAll(token);
    this.controller.resolveHandler = async (item) => {
      if (item === undefined) await this.sources.readAll();
      else await this.resolve(item);
    };
    sources.onChange(() => this.showSources());
    results.onState(() => this.showStates());
  }

  dispose(): void { this.controller.dispose(); }

  node(item: vscode.TestItem): Node | undefined { return this.nodes.get(item); }
  item(folder: vscode.WorkspaceFolder, put: string): vscode.TestItem | undefined { return this.putItems.get(putId(folder, put)); }

  // The PUTs at or below an item.
  puts(item: vscode.TestItem): vscode.TestItem[] {
    const node = this.node(item);
    if (node === undefined) return [];
    if (node.is === 'put') return [item];
    if (node.is === 'page' || node.is === 'case') return item.parent ? this.puts(item.parent) : [];
    return [...item.children].flatMap(([, child]) => this.puts(child));
  }
  all(): vscode.TestItem[] { return [...this.controller.items].flatMap(([, item]) => this.puts(item)); }

  private make(parent: vscode.TestItemCollection, id: string, label: string, node: Node, uri?: vscode.Uri): vscode.TestItem {
    const known = parent.get(id);
    const item = known && known.uri?.toString() === uri?.toString() ? known : this.controller.createTestItem(id, visible(label), uri);
    this.nodes.set(item, node);
    if (item !== known) parent.add(item);
    return item;
  }

  private showSources(): void {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const live = new Set<string>();
    this.putItems.clear();
    for (const found of this.sources.all()) {
      let parent = this.controller.items;
      if (folders.length > 1) {
        const id = found.folder.uri.toString();
        live.add(id);
        parent = this.make(parent, id, found.folder.name, { is: 'folder', folder: found.folder }, found.folder.uri).children;
      }
      const suite = suiteOf(found.name);
      const suiteId = `${found.folder.uri.toString()}\n${suite}`;
      live.add(suiteId);
      const suiteItem = this.make(parent, suiteId, suite, { is: 'suite', folder: found.folder, suite });
      const id = putId(found.folder, found.name);
      live.add(id);
      const item = this.make(suiteItem.children, id, nameOf(found.name), { is: 'put', folder: found.folder, found }, found.uri);
      item.range = new vscode.Range(found.line, found.column, found.line, found.column + 6);
      this.putItems.set(id, item);
    }
    this.removeOthers(this.controller.items, live);
    this.showStates();
  }

  private removeOthers(items: vscode.TestItemCollection, live: Set<string>): void {
    for (const [id, item] of items) {
      const node = this.node(item);
      if (node?.is === 'page' || node?.is === 'case') continue;
      if (!live.has(id)) items.delete(id);
      else this.removeOthers(item.children, live);
    }
  }

  private showStates(): void {
    const suites = new Map<vscode.TestItem, string[]>();
    for (const item of this.putItems.values()) {
      const node = this.node(item);
      if (node?.is !== 'put') continue;
      const state = this.results.state(node.folder, node.found.name);
      const verdicts = suites.get(item.parent!) ?? [];
      suites.set(item.parent!, verdicts);
      if (state === undefined) continue;
      const description = describe(state);
      if (item.description !== description) item.description = description;
      if (state.phase === 'finished' && state.cases > 0) item.canResolveChildren = true;
      if (state.verdict !== undefined && state.phase === 'finished') verdicts.push(state.verdict);
    }
    for (const [suite, verdicts] of suites) {
      const count = (verdict: string): number => verdicts.filter((each) => each === verdict).length;
      const parts = ['proved', 'refuted', 'open'].filter((each) => count(each) > 0).map((each) => `${count(each)} ${each}`);
      const description = parts.join(', ');
      if (suite.description !== description) suite.description = description;
    }
  }

  // The cases of a PUT have changed: they are listed again when somebody looks.
  forgetCases(item: vscode.TestItem): void {
    const wasOpen = item.children.size > 0;
    item.children.replace([]);
    if (wasOpen) void this.resolve(item);
  }

  async resolve(item: vscode.TestItem): Promise<void> {
    const node = this.node(item);
    try {
      if (node?.is === 'put') await this.listCases(item, node.folder, node.found);
      if (node?.is === 'page') this.showCases(item, node.folder, node.found, node.page.cases);
    } catch (error) {
      void tell(error, this.forall.log);
    }
  }

  async cases(folder: vscode.WorkspaceFolder, put: string): Promise<StoredCase[]> {
    return await this.forall.ask<StoredCase[]>(folder, ['list', '--cases', put, '--json', ...this.forall.database(folder)], 'cases');
  }

  private async listCases(item: vscode.TestItem, folder: vscode.WorkspaceFolder, found: FoundPut): Promise<void> {
    item.busy = true;
    try {
      const cases = await this.cases(folder, found.name);
      const pages = pagesOf(cases);
      if (pages === undefined) {
        this.showCases(item, folder, found, cases);
        return;
      }
      item.children.replace(pages.map((page) => {
        const child = this.controller.createTestItem(`${item.id}\n${page.label}`, page.label, item.uri);
        child.canResolveChildren = true;
        child.range = item.range;
        this.nodes.set(child, { is: 'page', folder, found, page });
        return child;
      }));
    } finally {
      item.busy = false;
    }
  }

  private showCases(parent: vscode.TestItem, folder: vscode.WorkspaceFolder, found: FoundPut, cases: StoredCase[]): void {
    const items = cases.map((stored) => {
      const uri = stored.file === null ? found.uri : place(folder, stored.file);
      const item = this.controller.createTestItem(`${parent.id}\n#${stored.id}`, oneLine(stored.name) || `case ${stored.id}`, uri);
      item.description = visible(stored.outcome);
      item.range = stored.file === null ? parent.range : lineRange(stored.line);
      item.sortText = String(cases.indexOf(stored)).padStart(6, '0');
      this.nodes.set(item, { is: 'case', folder, found, stored });
      return item;
    });
    parent.children.replace(items);
    this.showOutcomes(folder, found, items);
  }

  // Icons of cases. VS Code shows a parent as the worst of the children that have one, whatever its own verdict is, so only cases that
  // agree with the verdict of their PUT get one: those of a proof, and the failing ones of a refutation.
  private showOutcomes(folder: vscode.WorkspaceFolder, found: FoundPut, items: vscode.TestItem[]): void {
    const state = this.results.state(folder, found.name);
    if (state?.verdict !== 'proved' && state?.verdict !== 'refuted') return;
    const { failures } = state;
    const run = this.controller.createTestRun(new vscode.TestRunRequest(items), undefined, false);
    for (const item of items) {
      const node = this.node(item);
      if (node?.is !== 'case') continue;
      const failure = failures.find((each) => each.simplest?.name === node.stored.name);
      if (failure) run.failed(item, messageOf(folder, failure));
      else if (isFailing(node.stored)) run.failed(item, new vscode.TestMessage(visible(`${node.stored.outcome}: ${node.stored.name}`)));
      else if (state.verdict === 'proved') run.passed(item);
    }
    run.end();
  }
}

const putId = (folder: vscode.WorkspaceFolder, put: string): string => `${folder.uri.toString()}\n${put}`;

function describe(state: PutState): string {
  if (state.phase === 'failed') return 'no verdict';
  if (state.phase === 'exploring' || state.phase === 'confirming' || state.phase === 'queued') return summaryOf(state);
  if (state.verdict === undefined) return '';
  return state.verdict === 'open' && state.ledger.length > 0
    ? `open: ${counted(state.ledger.length, 'reason')}` : `${state.verdict} · ${counted(state.paths, 'path')}`;
}
