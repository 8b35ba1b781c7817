// The data of `forall report --data` (docs/report.md), as far as the source shows it: which sides of which branches are taken, by
// which cases, and which sides cannot be.
import { versionProblem } from './events';
import { counted } from './text';

export const reportVersion = 1;

type Place = [file: number, line: number] | null;
interface ReportCase { name: string; id?: number; covered: number[] }
interface ReportPut {
  name: string; verdict: string; complete: boolean; discarded: number; cases: ReportCase[];
  branches: [place: Place, func: string, branch: number, direction: number, covered: number][];
}
interface Report { version: number; puts: ReportPut[]; files: { path: string; text?: string }[] }

export type Standing = 'taken' | 'infeasible' | 'outside' | 'open';  // outside: of the assumptions
export interface Side { direction: number; standing: Standing; count: number; ids: Uint32Array; names: string[] }  // names: of the first few
// nth: of the branches that this function has on this line
export interface Branch { put: string; func: string; line: number; nth: number; sides: Side[] }
export interface FileCoverage { path: string; branches: Branch[] }

const mostNames = 8;  // of cases, for a side

function sidesOf(put: ReportPut): Side[] {
  const untaken: Standing = !put.complete ? 'open' : put.discarded > 0 ? 'outside' : 'infeasible';
  const takers: ReportCase[][] = put.branches.map(() => []);
  for (const each of put.cases) for (const i of each.covered) takers[i]?.push(each);
  return put.branches.map(([, , , direction, covered], i) => ({
    direction, standing: covered || takers[i]!.length > 0 ? 'taken' : untaken, count: takers[i]!.length,
    ids: Uint32Array.from(takers[i]!, (each) => each.id ?? 0), names: takers[i]!.slice(0, mostNames).map((each) => each.name),
  }));
}

// Both throw for another version.
function parsed(text: string): Report {
  const report = JSON.parse(text) as Report;
  if (report.version !== reportVersion) throw new Error(versionProblem('the report', reportVersion, report.version));
  return report;
}
export function checkedReport(text: string): string {
  parsed(text);
  return text;
}
export function coverageOf(text: string): FileCoverage[] {
  const report = parsed(text);
  const files = new Map<number, FileCoverage>();
  for (const put of report.puts) {
    const sides = sidesOf(put);
    const branches = new Map<string, Branch>();
    const counts = new Map<string, number>();
    put.branches.forEach(([place, func, branch], i) => {
      if (place === null || report.files[place[0]]?.text === undefined) return;  // a file of the system
      const key = `${place[0]} ${place[1]} ${branch} ${func}`;
      let known = branches.get(key);
      if (known === undefined) {
        const here = `${place[0]} ${place[1]} ${func}`;
        const nth = counts.get(here) ?? 0;
        counts.set(here, nth + 1);
        known = { put: put.name, func, line: place[1], nth, sides: [] };
        branches.set(key, known);
        const file = files.get(place[0]) ?? { path: report.files[place[0]]!.path, branches: [] };
        file.branches.push(known);
        files.set(place[0], file);
      }
      known.sides.push(sides[i]!);
    });
  }
  return [...files.values()];
}

// The same branch as seen by all PUTs: a side is as good as the best that one of them knows of it.
export interface LineSide { label: string; standing: Standing; count: number }
export interface LineCoverage { line: number; count: number; sides: LineSide[] }
const rank: Record<Standing, number> = { taken: 3, infeasible: 2, outside: 1, open: 0 };

export const sideLabel = (direction: number, of: number): string =>
  of > 2 ? (direction === 0 ? 'default' : `case ${direction}`) : direction === 0 ? 'false' : 'true';

export function linesOf(file: FileCoverage, only?: (branch: Branch) => boolean): LineCoverage[] {
  const lines = new Map<number, Map<string, LineSide>>();
  for (const branch of file.branches) {
    if (only && !only(branch)) continue;
    const sides = lines.get(branch.line) ?? new Map<string, LineSide>();
    lines.set(branch.line, sides);
    for (const side of branch.sides) {
      const key = `${branch.func} ${branch.nth} ${side.direction}`;
      const known = sides.get(key) ?? { label: sideLabel(side.direction, branch.sides.length), standing: side.standing, count: 0 };
      known.count += side.count;
      // Not proved for one test says nothing about the others, so only a side that none leaves open is infeasible.
      if (side.standing === 'taken' || known.standing === 'taken') known.standing = 'taken';
      else if (rank[side.standing] < rank[known.standing]) known.standing = side.standing;
      sides.set(key, known);
    }
  }
  return [...lines].sort((a, b) => a[0] - b[0]).map(([line, sides]) => {
    const all = [...sides.values()];
    return { line, count: all.reduce((sum, side) => sum + side.count, 0), sides: all };
  });
}

export type Mark = 'full' | 'partial' | 'none';
export function markOf(line: LineCoverage): Mark {
  if (line.sides.every((side) => side.standing !== 'open')) return 'full';
  return line.sides.some((side) => side.standing === 'taken') ? 'partial' : 'none';
}

export function standingText(side: { standing: Standing; count: number }): string {
  switch (side.standing) {
    case 'taken': return `taken by ${counted(side.count, 'case')}`;
    case 'infeasible': return 'infeasible (proved)';
    case 'outside': return 'no input within the assumptions goes there (proved)';
    case 'open': return 'not taken: infeasible, or not explored (see the ledger)';
  }
}

// What a hover over a line says, a paragraph for each test.
export function hoverOf(file: FileCoverage, line: number): { put: string; rows: { label: string; text: string; cases: string[] }[] }[] {
  const paragraphs = new Map<string, { label: string; text: string; cases: string[] }[]>();
  for (const branch of file.branches) {
    if (branch.line !== line) continue;
    const rows = paragraphs.get(branch.put) ?? [];
    paragraphs.set(branch.put, rows);
    for (const side of branch.sides)
      rows.push({ label: sideLabel(side.direction, branch.sides.length), text: standingText(side), cases: side.names });
  }
  return [...paragraphs].map(([put, rows]) => ({ put, rows }));
}
