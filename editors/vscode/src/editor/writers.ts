// The commands that write C++: each runs forall, and proposes what it wrote.
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { versionProblem } from '../core/events';
import { classAround } from '../core/outline';
import type { Forall } from './forall';
import { Problem, tell } from './forall';
import type { Proposals } from './proposals';
import type { Sources } from './sources';

interface Edit { file: string; offset: number; length: number; text: string }
interface Place { editor: vscode.TextEditor; folder: vscode.WorkspaceFolder; file: string; className: string }

export class Writers {
  constructor(private readonly forall: Forall, private readonly sources: Sources, private readonly proposals: Proposals) {}

  register(): vscode.Disposable[] {
    const command = (name: string, title: string, work: (place: Place, token: vscode.CancellationToken) => Promise<void>): vscode.Disposable =>
      vscode.commands.registerCommand(name, () => this.work(title, work));
    return [
      command('forall.newTest', 'writing a test', (place, token) => this.newTest(place, token)),
      command('forall.reflect', 'reading the class', (place, token) => this.ofClass(place, token, '_state.h', (name, out) =>
        ['reflect', name, '--in', place.file, '--out', out, '--force', '--json'])),
      command('forall.infer', 'inferring laws', (place, token) => this.ofClass(place, token, '_laws_test.cpp', (name, out) =>
        ['infer', name, '--in', place.file, '--out', out, '--json'])),
      command('forall.testClass', 'testing the class', (place, token) => this.ofClass(place, token, '_class_test.cpp', (name, out) =>
        ['class', name, '--in', place.file, '--out', out, '--json'])),
      command('forall.generalize', 'generalizing', (place, token) => this.generalize(place, token)),
    ];
  }

  private async work(title: string, work: (place: Place, token: vscode.CancellationToken) => Promise<void>): Promise<void> {
    try {
      const editor = vscode.window.activeTextEditor;
      const folder = editor && vscode.workspace.getWorkspaceFolder(editor.document.uri);
      if (!editor || !folder) throw new Problem('Open a C++ file of the workspace, and put the cursor where it matters.');
      await this.forall.program(folder);
      if (editor.document.isDirty) await editor.document.save();
      const found = classAround(this.sources.outline(editor.document), editor.document.offsetAt(editor.selection.active));
      const file = path.relative(folder.uri.fsPath, editor.document.uri.fsPath);
      const options = { location: vscode.ProgressLocation.Notification, title: `forall: ${title} …`, cancellable: true };
      await vscode.window.withProgress(options, (_progress, token) => work({ editor, folder, file, className: found?.name ?? '' }, token));
    } catch (error) {
      void tell(error, this.forall.log);
    }
  }

  // list.h -> list_test.cpp; what is there stays, and the new test follows it.
  private async newTest(place: Place, token: vscode.CancellationToken): Promise<void> {
    const line = place.editor.selection.active.line + 1;
    const json = await this.forall.ask<Record<string, unknown>>(place.folder,
      ['skeleton', place.file, '--line', String(line), '--json', ...await this.flags(place)], 'json', token) as { version: number; name: string; test: string; source: string };
    if (json.version !== 1) throw new Problem(versionProblem('the beginnings of a test', 1, json.version));
    const own = place.editor.document.uri;
    const isSource = /\.(cpp|cc|cxx)$/.test(own.path);
    const target = isSource ? own : beside(own, '_test.cpp');
    const before = await fs.readFile(target.fsPath, 'utf8').catch(() => undefined);
    const included = json.source.replace(/^#include "[^"]*"/, `#include "${path.basename(own.path)}"`);
    const separated = before?.endsWith('\n') ? `${before}\n` : `${before ?? ''}\n\n`;
    const include = before !== undefined && !before.includes('forall/forall.h') ? '#include <forall/forall.h>\n' : '';
    const text = before === undefined ? included : include + separated + json.test;
    this.propose(target, text, `a test for ${json.name}`);
  }

  private async ofClass(place: Place, token: vscode.CancellationToken, suffix: string, command: (name: string, out: string) => string[]): Promise<void> {
    if (place.className === '') throw new Problem('Put the cursor into a class.');
    const simple = place.className.split('::').at(-1)!.replace(/[^A-Za-z0-9_]/g, '_');
    const target = vscode.Uri.joinPath(place.editor.document.uri, '..', simple.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase() + suffix);
    // forall writes into a folder of its own; only what the user accepts goes into the workspace.
    const folder = await fs.mkdtemp(path.join(tmpdir(), 'forall-'));
    try {
      const out = path.join(folder, path.basename(target.path));
      await this.forall.ask(place.folder, [...command(place.className, out), ...await this.flags(place)], 'json', token);
      const text = await fs.readFile(out, 'utf8').catch(() => { throw new Problem(`Nothing was written for ${place.className}. The output says why.`); });
      const included = text.replace(/^#include "([^"]*)"/gm, (whole, name: string) =>
        (path.resolve(folder, name) === place.editor.document.uri.fsPath ? `#include "${path.basename(name)}"` : whole));
      this.propose(target, included, `${path.basename(target.path)} for ${place.className}`);
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  }

  private async generalize(place: Place, token: vscode.CancellationToken): Promise<void> {
    const { document, selection } = place.editor;
    const at = document.offsetAt(selection.active);
    const test = this.sources.outline(document).tests.find((each) => each.begin <= at && at <= each.end);
    if (test === undefined) throw new Problem('Put the cursor into a TEST or TEST_F.');
    const build = await this.forall.build(place.folder);
    const own = this.forall.settings(place.folder).compilerFlags;
    const json = await this.forall.ask<Record<string, unknown>>(place.folder,
      ['generalize', place.file, '--json', ...(build ? ['-p', build] : []), ...(own.length > 0 ? ['--', ...own] : [])], 'json', token) as { version: number; edits: Edit[]; tests: { name: string; reason: string }[] };
    if (json.version !== 1) throw new Problem(versionProblem('generalized tests', 1, json.version));
    const bytes = Buffer.from(document.getText(), 'utf8');
    const end = Buffer.byteLength(document.getText().slice(0, test.end), 'utf8');
    const begin = Buffer.byteLength(document.getText().slice(0, test.begin), 'utf8');
    // Of all edits of the file: those behind this test, and the include.
    const edits = json.edits.filter((edit) => path.resolve(place.folder.uri.fsPath, edit.file) === document.uri.fsPath)
      .filter((edit) => edit.text.startsWith('#include') || (begin < edit.offset && edit.offset <= end + 2));
    if (!edits.some((edit) => !edit.text.startsWith('#include'))) {
      const reason = json.tests.find((each) => each.name === `${test.suite}.${test.name}`)?.reason;
      throw new Problem(`${test.suite}.${test.name} is not generalized${reason ? `: ${reason}` : ''}`);
    }
    let text = bytes;
    for (const edit of [...edits].sort((a, b) => b.offset - a.offset))
      text = Buffer.concat([text.subarray(0, edit.offset), Buffer.from(edit.text, 'utf8'), text.subarray(edit.offset + edit.length)]);
    this.propose(document.uri, text.toString('utf8'), `${test.suite}.${test.name} for all arguments`);
  }

  private flags(place: Place): Promise<string[]> { return this.forall.flags(place.folder, place.editor.document.uri.fsPath); }

  // The progress message ends here; the proposal waits for the user.
  private propose(target: vscode.Uri, text: string, title: string): void {
    void this.proposals.show(target, text, title).then(undefined, (error) => tell(error, this.forall.log));
  }
}

const beside = (uri: vscode.Uri, suffix: string): vscode.Uri => uri.with({ path: uri.path.replace(/\.[^./]*$/, '') + suffix });
