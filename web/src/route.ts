// Where in the report one is: the part of the address behind #. Names are encoded, so any text may be one.

import { signal } from '@preact/signals';

export interface Route { page: string; parts: string[]; query: URLSearchParams }

function parse(): Route {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  let parts: string[];
  try {
    parts = path.split('/').map(decodeURIComponent);
  } catch {
    parts = [''];
  }
  return { page: parts[0] || 'overview', parts: parts.slice(1), query: new URLSearchParams(query ?? '') };
}

export const route = signal<Route>(parse());
addEventListener('hashchange', () => { route.value = parse(); });

// Half of a surrogate pair has no encoding.
export const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
export const to = (page: string, ...parts: (string | number)[]): string =>
  '#/' + [page, ...parts].map((part) => encode(String(part))).join('/');
export const toLine = (file: number, line: number, put?: string): string =>
  `${to('source', file)}?line=${line}${put ? `&put=${encode(put)}` : ''}`;
