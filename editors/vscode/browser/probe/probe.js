// For the browser test: Debian's lldb-dap as a debugger, and how long the thread of the extensions was kept at most.
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vscode = require('vscode');

exports.activate = (context) => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  context.subscriptions.push(
    vscode.commands.registerCommand('probe.start', () => { delay.reset(); delay.enable(); }),
    vscode.commands.registerCommand('probe.stop', () => {
      delay.disable();
      const file = join(vscode.workspace.workspaceFolders[0].uri.fsPath, 'probe.json');
      writeFileSync(file, JSON.stringify({ most: delay.max / 1e6 - 5, mean: delay.mean / 1e6 - 5 }));
    }));
};
