// What is found, what is missing, and how to get it.
import * as vscode from 'vscode';
import type { Forall } from './forall';

export async function checkSetup(forall: Forall): Promise<void> {
  const { log } = forall;
  const missing: string[] = [];
  log.appendLine('--- set-up ---');
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    log.appendLine(`${folder.name}:`);
    try {
      log.appendLine(`  forall: ${await forall.program(folder)}`);
    } catch (error) {
      missing.push(error instanceof Error ? error.message : String(error));
      log.appendLine(`  forall: ${missing.at(-1)}`);
    }
    const build = await forall.build(folder);
    log.appendLine(build ? `  build: ${build}/compile_commands.json`
      : '  build: none. Tests are compiled without the flags of a build; for CMake, configure with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or set forall.buildFolder or forall.compilerFlags.');
  }
  const extensions = [['ms-vscode.cpptools', 'C/C++'], ['vadimcn.vscode-lldb', 'CodeLLDB'], ['llvm-vs-code-extensions.lldb-dap', 'LLDB DAP']] as const;
  const found = extensions.filter(([id]) => vscode.extensions.getExtension(id)).map(([, name]) => name);
  log.appendLine(found.length > 0 ? `debugger: ${found.join(', ')}` : `debugger: none. To debug cases, install one of ${extensions.map(([, name]) => name).join(', ')}.`);
  log.show(true);
  if (missing.length > 0) void vscode.window.showWarningMessage(`forall: ${missing[0]}`);
}
