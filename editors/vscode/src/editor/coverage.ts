// Coverage as VS Code shows it: a statement for each line that decides, with the sides of its branches.
import * as vscode from 'vscode';
import type { Branch, LineCoverage } from '../core/report';
import { linesOf, standingText } from '../core/report';
import type { Node } from './explorer';
import type { CoveredFile, Results } from './results';

// A side that cannot be taken is not missing.
const isKnown = (side: { standing: string }): boolean => side.standing !== 'open';

export class CaseCoverage {
  constructor(private readonly results: Results) {}

  static summary(covered: CoveredFile, tests: vscode.TestItem[]): vscode.FileCoverage {
    const sides = covered.lines.flatMap((line) => line.sides);
    return new vscode.FileCoverage(
      covered.uri,
      new vscode.TestCoverageCount(covered.lines.filter((line) => line.count > 0).length, covered.lines.length),
      new vscode.TestCoverageCount(sides.filter(isKnown).length, sides.length), undefined, tests);
  }

  details(file: vscode.FileCoverage, only?: Node): vscode.FileCoverageDetail[] {
    const covered = this.results.coverage(file.uri);
    if (covered === undefined) return [];
    if (only === undefined || (only.is !== 'put' && only.is !== 'case')) return covered.lines.map(detailOf);
    const name = only.found.name;
    if (only.is === 'put') return linesOf(covered.file, (branch) => branch.put === name).map(detailOf);
    const { id } = only.stored;
    const takenBy = (branch: Branch): Branch => ({
      ...branch, sides: branch.sides.map((side) => {
        const isTaken = side.ids.includes(id);
        return { ...side, count: isTaken ? 1 : 0, standing: isTaken ? 'taken' : 'open' };
      }),
    });
    const own = covered.file.branches.filter((branch) => branch.put === name).map(takenBy);
    return linesOf({ path: covered.file.path, branches: own }).map(detailOf);
  }
}

function detailOf(line: LineCoverage): vscode.StatementCoverage {
  const at = new vscode.Position(line.line - 1, 0);
  const sides = line.sides.map((side) => new vscode.BranchCoverage(isKnown(side) ? Math.max(1, side.count) : 0, at, `${side.label}: ${standingText(side)}`));
  return new vscode.StatementCoverage(line.count, at, sides);
}
