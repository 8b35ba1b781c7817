// The tests that the sources of the workspace have, by their text. Nothing is run for it.
import * as vscode from 'vscode';
import type { Outline, Put } from '../core/outline';
import { outlineOf } from '../core/outline';

const pattern = '**/*.{cpp,cc,cxx,c++}';
const excluded = '{**/node_modules/**,**/.git/**,**/.forall/**,**/forall-tests/**,**/CMakeFiles/**}';
const mostBytes = 1024 * 1024;  // more is no test that a person wrote

export interface FoundPut { folder: vscode.WorkspaceFolder; uri: vscode.Uri; name: string; line: number; column: number }

export class Sources implements vscode.Disposable {
  private readonly found = new Map<string, FoundPut[]>();  // by the source's URI
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onChange = this.changes.event;
  private readonly subscriptions: vscode.Disposable[] = [this.changes];
  private readonly outlines = new WeakMap<vscode.TextDocument, { version: number; outline: Outline }>();

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const again = (uri: vscode.Uri): void => void this.readAgain(uri);
    this.subscriptions.push(watcher, watcher.onDidChange(again), watcher.onDidCreate(again), watcher.onDidDelete((uri) => {
      if (this.found.delete(uri.toString())) this.changes.fire();
    }), vscode.workspace.onDidChangeWorkspaceFolders(() => void this.readAll()));
  }

  dispose(): void { this.subscriptions.forEach((each) => each.dispose()); }

  // The outline of a document as it is now, saved or not.
  outline(document: vscode.TextDocument): Outline {
    const known = this.outlines.get(document);
    if (known?.version === document.version) return known.outline;
    const outline = outlineOf(document.getText());
    this.outlines.set(document, { version: document.version, outline });
    return outline;
  }

  all(): FoundPut[] { return [...this.found.values()].flat(); }

  find(name: string, folder?: vscode.WorkspaceFolder): FoundPut | undefined {
    return this.all().find((each) => each.name === name && (folder === undefined || each.folder === folder));
  }

  async readAll(token?: vscode.CancellationToken): Promise<void> {
    this.found.clear();
    for (const uri of await vscode.workspace.findFiles(pattern, excluded, undefined, token)) {
      if (token?.isCancellationRequested) return;
      await this.read(uri);  // file by file, so that the thread is never kept for long
    }
    this.changes.fire();
  }

  private async readAgain(uri: vscode.Uri): Promise<void> {
    if (uri.path.includes('/.forall/') || uri.path.includes('/forall-tests/')) return;
    await this.read(uri);
    this.changes.fire();
  }

  private async read(uri: vscode.Uri): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    this.found.delete(uri.toString());
    if (folder === undefined) return;
    try {
      const bytes = Buffer.from(await vscode.workspace.fs.readFile(uri));
      if (bytes.length > mostBytes || !bytes.includes('FORALL')) return;
      const text = bytes.toString('utf8');
      const puts = outlineOf(text).puts;
      if (puts.length > 0) this.found.set(uri.toString(), puts.map((put) => foundPut(folder, uri, text, put)));
    } catch {
      // It is gone, or not readable: it has no tests.
    }
  }
}

function foundPut(folder: vscode.WorkspaceFolder, uri: vscode.Uri, text: string, put: Put): FoundPut {
  const before = text.slice(0, put.begin).split('\n');
  return { folder, uri, name: `${put.suite}.${put.name}`, line: before.length - 1, column: before.at(-1)!.length };
}
