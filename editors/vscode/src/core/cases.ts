// The cases of a PUT, as `forall list --cases` lists them, in pages: ten thousand of them are a hundred items until one is opened.
import { versionProblem } from './events';

export const listVersion = 1;
export interface StoredCase { id: number; name: string; outcome: string; file: string | null; line: number }
export interface Page { label: string; cases: StoredCase[] }

export const pageSize = 100;
export const isFailing = (stored: StoredCase): boolean => ['failed', 'threw', 'crashed'].includes(stored.outcome);

// Throws for another version.
export function storedCases(text: string): StoredCase[] {
  const json = JSON.parse(text) as { version?: unknown; cases: [number, string, string, string | null, number][] };
  if (json.version !== listVersion) throw new Error(versionProblem('the list of cases', listVersion, json.version));
  const all = json.cases.map(([id, name, outcome, file, line]): StoredCase => ({ id, name, outcome, file, line }));
  return [...all.filter(isFailing), ...all.filter((each) => !isFailing(each))];  // what fails comes first
}

// The cases themselves if they are few.
export function pagesOf(cases: StoredCase[]): Page[] | undefined {
  if (cases.length <= pageSize) return undefined;
  const pages: Page[] = [];
  for (let at = 0; at < cases.length; at += pageSize) {
    const page = cases.slice(at, at + pageSize);
    const failing = page.filter(isFailing).length;
    pages.push({ label: `${at + 1}–${at + page.length}${failing > 0 ? ` (${failing} failing)` : ''}`, cases: page });
  }
  return pages;
}

export interface StoredPut { name: string; verdict: string; paths: number; cases: number; failed: number; file: string; line: number }
export function storedPuts(text: string): StoredPut[] {
  const json = JSON.parse(text) as { version?: unknown; puts: StoredPut[] };
  if (json.version !== listVersion) throw new Error(versionProblem('the list of tests', listVersion, json.version));
  return json.puts;
}
