// A change that a command proposes is shown beside what is there, and applied only when the user says so.
import * as vscode from 'vscode';

export const scheme = 'forall-proposed';

interface Proposal { target: vscode.Uri; text: string }

export class Proposals implements vscode.TextDocumentContentProvider {
  private readonly proposals = new Map<string, Proposal>();

  provideTextDocumentContent(uri: vscode.Uri): string { return this.proposals.get(uri.toString())?.text ?? ''; }

  async show(target: vscode.Uri, text: string, title: string): Promise<void> {
    const before = await vscode.workspace.fs.stat(target).then(() => target, () => undefined);
    const uri = target.with({ scheme, query: String(this.proposals.size + 1) });
    this.proposals.set(uri.toString(), { target, text });
    const empty = target.with({ scheme, query: 'nothing' });
    await vscode.commands.executeCommand('vscode.diff', before ?? empty, uri, title, { preview: false });
    const answer = await vscode.window.showInformationMessage(`forall: ${title}. ${before ? 'Change' : 'Create'} ${vscode.workspace.asRelativePath(target)}?`, 'Apply', 'Discard');
    if (answer === 'Apply') await this.apply(uri);
    else if (answer === 'Discard') this.proposals.delete(uri.toString());
  }

  // By the message's button, or that of the editor's title.
  async apply(uri: vscode.Uri | undefined): Promise<void> {
    const proposal = uri && this.proposals.get(uri.toString());
    if (!uri || !proposal) return;
    this.proposals.delete(uri.toString());
    const edit = new vscode.WorkspaceEdit();
    const exists = await vscode.workspace.fs.stat(proposal.target).then(() => true, () => false);
    if (exists) {
      const document = await vscode.workspace.openTextDocument(proposal.target);
      edit.replace(proposal.target, new vscode.Range(0, 0, document.lineCount, 0), proposal.text);
    } else {
      edit.createFile(proposal.target, { contents: Buffer.from(proposal.text, 'utf8') });
    }
    await vscode.workspace.applyEdit(edit);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter((tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === uri.toString()));
    const document = await vscode.workspace.openTextDocument(proposal.target);
    if (document.isDirty) await document.save();
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
