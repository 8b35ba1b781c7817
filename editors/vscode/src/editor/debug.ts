// A stored case under the debugger that is installed.
import * as vscode from 'vscode';
import { versionProblem } from '../core/events';
import type { Forall } from './forall';
import { Problem } from './forall';

interface Launch { version: number; name: string; program: string; arguments: string[]; folder: string; file: string; line: number; test: string }
const launchVersion = 1;

const debuggers = ['cppdbg', 'lldb', 'lldb-dap'] as const;
type Debugger = (typeof debuggers)[number];

// Which extensions there are says which of their types there is; an extension of another name may have one, too.
function installed(): Debugger[] {
  const types = new Set<string>();
  for (const extension of vscode.extensions.all) {
    const contributed = (extension.packageJSON as { contributes?: { debuggers?: { type?: string }[] } }).contributes?.debuggers;
    for (const each of contributed ?? []) if (each.type) types.add(each.type);
  }
  return debuggers.filter((each) => types.has(each));
}

function configuration(type: Debugger, launch: Launch): vscode.DebugConfiguration {
  const common = { type, request: 'launch', name: `forall: ${launch.name}`, program: launch.program, args: launch.arguments, cwd: launch.folder };
  return type === 'cppdbg' ? { ...common, MIMode: 'gdb', externalConsole: false } : common;
}

export async function debugCase(forall: Forall, folder: vscode.WorkspaceFolder, id: number, token?: vscode.CancellationToken): Promise<void> {
  const wanted = vscode.workspace.getConfiguration('forall', folder.uri).get<string>('debugger', 'auto');
  const type = wanted === 'auto' ? installed()[0] : debuggers.find((each) => each === wanted);
  if (type === undefined) throw new Problem('There is no debugger for C++. Install the extension C/C++ (ms-vscode.cpptools), CodeLLDB or LLDB DAP.');
  const launch = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: 'forall: building the case …' }, () =>
    forall.ask<Record<string, unknown>>(folder, ['replay', '--debug', String(id), '--json', ...forall.database(folder)], 'json', token)) as unknown as Launch;
  if (launch.version !== launchVersion) throw new Problem(versionProblem('how a case is debugged', launchVersion, launch.version));
  if (!await vscode.debug.startDebugging(folder, configuration(type, launch))) throw new Problem(`The debugger ${type} did not start.`);
}
