// The extension: its parts, put together.
import * as vscode from 'vscode';
import { ledgerText } from './core/model';
import { emittedTest } from './core/setup';
import { visible } from './core/text';
import { Branches } from './editor/branches';
import { Explorer } from './editor/explorer';
import { Forall, Problem, tell } from './editor/forall';
import { Lenses } from './editor/lenses';
import { Pages } from './editor/pages';
import { Problems } from './editor/problems';
import { Proposals, scheme } from './editor/proposals';
import { Results } from './editor/results';
import { Runs } from './editor/runs';
import { checkSetup } from './editor/setup_check';
import { Sources } from './editor/sources';
import { Writers } from './editor/writers';

let running: Forall | undefined;

interface Chosen { folder: vscode.WorkspaceFolder; put: string }

export function activate(context: vscode.ExtensionContext): void {
  const forall = new Forall(context);
  running = forall;
  const sources = new Sources();
  const results = new Results(forall);
  const explorer = new Explorer(forall, sources, results);
  const runs = new Runs(forall, explorer, results);
  const problems = new Problems(sources, results);
  const branches = new Branches(context, results);
  const pages = new Pages(context, forall);
  const proposals = new Proposals();
  const cpp: vscode.DocumentFilter = { language: 'cpp', scheme: 'file' };

  // A CodeLens names the test; the Test Explorer hands over its item; the palette means the test at the cursor.
  const chosen = (what: unknown, put: unknown): Chosen | undefined => {
    if (what instanceof vscode.Uri && typeof put === 'string') {
      const folder = vscode.workspace.getWorkspaceFolder(what);
      return folder && { folder, put };
    }
    const node = what !== undefined && what !== null ? explorer.node(what as vscode.TestItem) : undefined;
    if (node && 'found' in node) return { folder: node.folder, put: node.found.name };
    const editor = vscode.window.activeTextEditor;
    const folder = editor && vscode.workspace.getWorkspaceFolder(editor.document.uri);
    if (!editor || !folder) return undefined;
    const at = editor.document.offsetAt(editor.selection.active);
    const found = sources.outline(editor.document).puts.find((each) => at <= (each.calls.at(-1)?.close ?? each.end) + 1);
    return found && { folder, put: `${found.suite}.${found.name}` };
  };
  const command = (name: string, work: (chosen: Chosen | undefined) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, async (what?: unknown, put?: unknown) => {
      try {
        await work(chosen(what, put));
      } catch (error) {
        void tell(error, forall.log);
      }
    });
  const needed = (what: Chosen | undefined): Chosen => {
    if (what === undefined) throw new Problem('Put the cursor on a FORALL, or choose a test in the Test Explorer.');
    return what;
  };

  context.subscriptions.push(
    forall, sources, results, explorer, problems, branches, pages,
    vscode.workspace.registerTextDocumentContentProvider(scheme, proposals),
    vscode.languages.registerCodeLensProvider(cpp, new Lenses(sources, results)),
    vscode.languages.registerCodeActionsProvider(cpp, problems, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
    vscode.languages.registerHoverProvider(cpp, branches),
    ...new Writers(forall, sources, proposals).register(),
    command('forall.explore', async (what) => {
      const { folder, put } = needed(what);
      const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === sources.find(put, folder)?.uri.toString());
      if (document?.isDirty) await document.save();
      const item = explorer.item(folder, put);
      if (item === undefined) throw new Problem(`${put} is not in the Test Explorer yet. Save its file.`);
      await runs.explore(new vscode.TestRunRequest([item]));
    }),
    command('forall.showTree', (what) => pages.show(needed(what).folder, needed(what).put)),
    command('forall.showReport', (what) => {
      const folder = what?.folder ?? vscode.workspace.workspaceFolders?.[0];
      if (folder === undefined) throw new Problem('Open a folder first.');
      return pages.show(folder);
    }),
    command('forall.showLedger', (what) => {
      const { folder, put } = needed(what);
      const state = results.state(folder, put);
      forall.log.appendLine(visible(state && state.ledger.length > 0 ? `${put} is ${state.verdict}:\n${ledgerText(state)}` : `${put}: explore it to see what keeps it from being proved.`));
      forall.log.show(true);
    }),
    command('forall.openEmittedTest', async (what) => {
      const { folder, put } = needed(what);
      const file = vscode.Uri.file(emittedTest(folder.uri.fsPath, put));
      const exists = await vscode.workspace.fs.stat(file).then(() => true, () => false);
      if (!exists) throw new Problem(`There is no emitted test of ${put} yet. Explore it first.`);
      await vscode.window.showTextDocument(file, { viewColumn: vscode.ViewColumn.Beside });
    }),
    vscode.commands.registerCommand('forall.applyProposal', (uri?: vscode.Uri) => proposals.apply(uri ?? vscode.window.activeTextEditor?.document.uri)),
    command('forall.checkSetup', () => checkSetup(forall)),
    vscode.commands.registerCommand('forall.showOutput', () => forall.log.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void load(forall, results)),
  );
  void sources.readAll();
  void load(forall, results);
}

async function load(forall: Forall, results: Results): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    try {
      await results.load(folder);
    } catch (error) {
      forall.log.appendLine(visible(error instanceof Error ? error.message : String(error)));  // told when something is to be run
    }
  }
}

export const deactivate = (): Promise<void> | undefined => running?.stopAll();
