// The report as a webview. Its script and style are files of the extension; the policy allows nothing else, and no network.
import * as vscode from 'vscode';
import type { Forall } from './forall';

const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

export class Pages implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  constructor(private readonly context: vscode.ExtensionContext, private readonly forall: Forall) {}

  dispose(): void { this.panels.forEach((panel) => panel.dispose()); }

  // The tree of a PUT, or the results of all.
  async show(folder: vscode.WorkspaceFolder, put?: string): Promise<void> {
    const command = ['report', '--data', '-', ...(put ? ['--put', globOf(put)] : []), ...this.forall.database(folder)];
    const data = await this.forall.ask<string>(folder, command, 'page');
    const key = `${folder.uri.toString()}\n${put ?? ''}`;
    const panel = this.panels.get(key) ?? this.open(key, put ?? folder.name);
    panel.webview.html = this.html(panel.webview, data, put === undefined ? '#/' : `#/put/${encode(put)}`);
    panel.reveal(undefined, false);
  }

  private open(key: string, title: string): vscode.WebviewPanel {
    const root = vscode.Uri.joinPath(this.context.extensionUri, 'out', 'page');
    const panel = vscode.window.createWebviewPanel('forall.report', `forall: ${title}`, vscode.ViewColumn.Beside,
                                                   { enableScripts: true, enableCommandUris: false, retainContextWhenHidden: true, localResourceRoots: [root] });
    this.panels.set(key, panel);
    panel.onDidDispose(() => this.panels.delete(key));
    return panel;
  }

  // The data is base64, the view an encoded name: neither can end an attribute or an element.
  private html(webview: vscode.Webview, data: string, view: string): string {
    const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(this.context.extensionUri, 'out', 'page', name)).toString();
    const policy = `default-src 'none'; script-src ${webview.cspSource}; style-src ${webview.cspSource}; base-uri 'none'; form-action 'none'`;
    const attribute = view.replace(/[&"'<>]/g, (c) => `&#${c.charCodeAt(0)};`);
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>forall</title>
<link rel="stylesheet" href="${file('editor.css')}">
<link rel="stylesheet" href="${file('report.css')}">
</head>
<body>
<div id="app"></div>
<div id="data" data-view="${attribute}" hidden>${data}</div>
<script src="${file('links.js')}"></script>
<script type="module" src="${file('report.js')}"></script>
</body>
</html>`;
  }
}

const globOf = (put: string): string => put.replace(/[*?[\]\\]/g, '\\$&');
