// Runs forall, by way of the worker. Nothing is started in a workspace that is not trusted.
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { PutState } from '../core/model';
import type { Answer, Command, Finished, Output, Request, Wanted } from '../core/requests';
import type { Disk, Settings } from '../core/setup';
import { databaseOf, findBuild, findForall, flagsFor } from '../core/setup';
import { visible } from '../core/text';

const disk: Disk = {
  isFile: (file) => fs.stat(file).then((found) => found.isFile(), () => false),
  isProgram: (file) => fs.access(file, fs.constants.X_OK).then(() => fs.stat(file)).then((found) => found.isFile(), () => false),
  folders: (folder) => fs.readdir(folder, { withFileTypes: true }).then((all) => all.filter((each) => each.isDirectory()).map((each) => each.name), () => []),
};

export interface Ended { finished: Finished; output: Output; puts: PutState[]; error: string }
interface Listener { changed(puts: PutState[]): void; watching(): void; ended(end: Ended): void }

// What a user can do about it is in the message.
export class Problem extends Error {}

export class Forall implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('forall');
  private readonly worker: Worker;
  private readonly listeners = new Map<number, Listener>();
  private last = 0;

  constructor(context: vscode.ExtensionContext) {
    this.worker = new Worker(context.asAbsolutePath('out/worker.js'));
    this.worker.on('message', (answer: Answer) => {
      const listener = this.listeners.get(answer.id);
      if (answer.is === 'changed') listener?.changed(answer.puts);
      else if (answer.is === 'watching') listener?.watching();
      else {
        this.listeners.delete(answer.id);
        listener?.ended(answer);
      }
    });
    this.worker.on('error', (error) => {
      for (const listener of this.listeners.values())
        listener.ended({ finished: { code: null, messages: '', problem: `the extension's worker ended: ${error.message}` }, output: undefined, puts: [], error: '' });
      this.listeners.clear();
    });
  }

  // Ends what runs, as Ctrl-C does, and waits a little for it.
  async stopAll(): Promise<void> {
    for (const id of this.listeners.keys()) this.worker.postMessage({ id, is: 'stop' } satisfies Request);
    for (let waited = 0; this.listeners.size > 0 && waited < 20; ++waited) await new Promise((resolve) => { setTimeout(resolve, 100); });
  }

  dispose(): void {
    void this.worker.terminate();
    this.log.dispose();
  }

  settings(folder: vscode.WorkspaceFolder): Settings {
    const own = vscode.workspace.getConfiguration('forall', folder.uri);
    const cmake = vscode.workspace.getConfiguration('cmake', folder.uri).get<string>('buildDirectory');
    return {
      path: own.get('path', ''), buildFolder: own.get('buildFolder', ''), compilerFlags: own.get('compilerFlags', []),
      exploreArguments: own.get('exploreArguments', []), database: own.get('database', ''), cmakeBuildFolder: cmake,
    };
  }

  async program(folder: vscode.WorkspaceFolder): Promise<string> {
    if (!vscode.workspace.isTrusted) throw new Problem('forall runs nothing in a workspace that is not trusted. Trust it first (Workspaces: Manage Workspace Trust).');
    const settings = this.settings(folder);
    const found = await findForall(settings, folder.uri.fsPath, process.env, disk);
    if (found !== undefined) return found;
    throw new Problem(settings.path === ''
      ? 'The program forall is not in PATH. Install it (make build, then cmake --install build/release), or set forall.path.'
      : `There is no program ${settings.path} (forall.path).`);
  }

  build(folder: vscode.WorkspaceFolder): Promise<string | undefined> {
    return findBuild(this.settings(folder), folder.uri.fsPath, disk);
  }

  // Flags for a command that reads one file.
  async flags(folder: vscode.WorkspaceFolder, file: string): Promise<string[]> {
    const build = await this.build(folder);
    let known: string[] = [];
    if (build !== undefined) {
      try {
        known = flagsFor(JSON.parse(await fs.readFile(path.join(build, 'compile_commands.json'), 'utf8')), file);
      } catch (error) {
        this.log.appendLine(`${build}/compile_commands.json: ${String(error)}`);
      }
    }
    const all = [...known, ...this.settings(folder).compilerFlags];
    return all.length > 0 ? ['--', ...all] : [];
  }

  async run(folder: vscode.WorkspaceFolder, commandLine: string[], wanted: Wanted, token?: vscode.CancellationToken,
            listener: Partial<Omit<Listener, 'ended'>> = {}): Promise<Ended> {
    const command: Command = { program: await this.program(folder), arguments: commandLine, folder: folder.uri.fsPath };
    const id = ++this.last;
    if (wanted === 'events' || wanted === 'json') this.log.appendLine(`> forall ${commandLine.map(visible).join(' ')}`);
    return new Promise<Ended>((resolve) => {
      const subscription = token?.onCancellationRequested(() => this.worker.postMessage({ id, is: 'stop' } satisfies Request));
      this.listeners.set(id, {
        changed: (puts) => listener.changed?.(puts), watching: () => listener.watching?.(),
        ended: (end) => {
          subscription?.dispose();
          if (end.finished.messages !== '' && (wanted === 'events' || wanted === 'json')) this.log.appendLine(visible(end.finished.messages.trimEnd()));
          if (end.finished.problem !== '') this.log.appendLine(visible(end.finished.problem));
          resolve(end);
        },
      });
      this.worker.postMessage({ id, is: 'run', command, wanted } satisfies Request);
      if (token?.isCancellationRequested) this.worker.postMessage({ id, is: 'stop' } satisfies Request);
    });
  }

  // The output of a command that must succeed; exit code 1 says that something is refuted, which is an answer.
  async ask<T extends Output>(folder: vscode.WorkspaceFolder, commandLine: string[], wanted: Wanted, token?: vscode.CancellationToken): Promise<T> {
    const { finished, output } = await this.run(folder, commandLine, wanted, token);
    if (token?.isCancellationRequested) throw new vscode.CancellationError();
    if (finished.problem !== '') throw new Problem(finished.problem);
    if (finished.code === null || finished.code > 1) throw new Problem(finished.messages.trim() || `forall ended with code ${finished.code}`);
    return output as T;
  }

  database(folder: vscode.WorkspaceFolder): string[] { return databaseOf(this.settings(folder)); }
}

let isTelling = false;
// One message at a time: a wrong setting is told once, not for each file.
export async function tell(problem: unknown, log: vscode.OutputChannel): Promise<void> {
  if (problem instanceof vscode.CancellationError) return;
  const text = visible(problem instanceof Error ? problem.message : String(problem));
  log.appendLine(text);
  if (isTelling) return;
  isTelling = true;
  const short = text.length > 300 ? `${text.slice(0, 300)} …` : text;
  const answer = await vscode.window.showErrorMessage(`forall: ${short}`, 'Show Output', 'Settings');
  isTelling = false;
  if (answer === 'Show Output') log.show();
  if (answer === 'Settings') await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:forall.forall');
}

export const place = (folder: vscode.WorkspaceFolder, file: string): vscode.Uri => vscode.Uri.file(path.resolve(folder.uri.fsPath, file));
export const lineRange = (line: number): vscode.Range => new vscode.Range(Math.max(0, line - 1), 0, Math.max(0, line - 1), 1000);
