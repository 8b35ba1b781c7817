// Branches in the source: marks in the gutter, and which cases take which side on hover. After an edit the lines are those of before, so
// an edited document has neither until it is explored again.
import * as vscode from 'vscode';
import type { Mark } from '../core/report';
import { hoverOf, markOf, standingText } from '../core/report';
import { asMarkdown } from '../core/text';
import type { Results } from './results';

const marks: Mark[] = ['full', 'partial', 'none'];
const colours: Record<Mark, string> = { full: 'testing.iconPassed', partial: 'testing.iconQueued', none: 'testing.iconFailed' };

export class Branches implements vscode.HoverProvider, vscode.Disposable {
  private readonly types: Record<Mark, vscode.TextEditorDecorationType>;
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(context: vscode.ExtensionContext, private readonly results: Results) {
    const type = (mark: Mark): vscode.TextEditorDecorationType => vscode.window.createTextEditorDecorationType({
      gutterIconPath: context.asAbsolutePath(`media/${mark}.svg`), gutterIconSize: 'contain',
      overviewRulerColor: new vscode.ThemeColor(colours[mark]), overviewRulerLane: vscode.OverviewRulerLane.Left,
    });
    this.types = { full: type('full'), partial: type('partial'), none: type('none') };
    const show = (): void => vscode.window.visibleTextEditors.forEach((editor) => this.show(editor));
    this.subscriptions.push(results.onCoverage(show), vscode.window.onDidChangeVisibleTextEditors(show),
                            vscode.workspace.onDidChangeTextDocument((event) => {
                              if (event.contentChanges.length > 0) vscode.window.visibleTextEditors.filter((each) => each.document === event.document).forEach((each) => this.show(each));
                            }));
    show();
  }

  dispose(): void {
    marks.forEach((mark) => this.types[mark].dispose());
    this.subscriptions.forEach((each) => each.dispose());
  }

  private show(editor: vscode.TextEditor): void {
    const { document } = editor;
    const isShown = !document.isDirty && vscode.workspace.getConfiguration('forall', document.uri).get('gutter', true);
    const lines = isShown ? this.results.coverage(document.uri)?.lines ?? [] : [];
    for (const mark of marks) {
      editor.setDecorations(this.types[mark], lines.filter((line) => line.line <= document.lineCount && markOf(line) === mark)
        .map((line) => document.lineAt(line.line - 1).range));
    }
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const covered = document.isDirty ? undefined : this.results.coverage(document.uri);
    const line = covered?.lines.find((each) => each.line === position.line + 1);
    if (covered === undefined || line === undefined) return undefined;
    const text = new vscode.MarkdownString();  // not trusted: no commands, no HTML
    const tests = hoverOf(covered.file, line.line);
    if (tests.length > 1) text.appendMarkdown(`**all tests** ${line.sides.map((side) => asMarkdown(`${side.label}: ${standingText(side)}`)).join(' · ')}\n\n`);
    for (const { put, rows } of tests.slice(0, 6)) {
      text.appendMarkdown(`**${asMarkdown(put)}**\n\n`);
      for (const row of rows) {
        text.appendMarkdown(`- ${asMarkdown(`${row.label}: ${row.text}`)}\n`);
        for (const name of row.cases) text.appendMarkdown(`  - ${asMarkdown(name)}\n`);
      }
      text.appendMarkdown('\n');
    }
    return new vscode.Hover(text);
  }
}
