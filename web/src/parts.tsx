// Small pieces that all views use.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Data, Place, Put } from './data';
import { verdictSigns, visible } from './data';
import { toLine } from './route';

// Text of a program: isolated, so that right-to-left text inside does not move what stands beside it.
export const Code = ({ children, class: name }: { children: string; class?: string }) =>
  <code class={name} dir="ltr"><bdi>{visible(children)}</bdi></code>;

export const Verdict = ({ verdict }: { verdict: Put['verdict'] }) =>
  <span class={`verdict ${verdict}`}><span aria-hidden="true">{verdictSigns[verdict] ?? '?'}</span> {visible(verdict)}</span>;

export function At({ data, place, put }: { data: Data; place: Place | undefined; put?: string }) {
  if (!place) return null;
  const file = data.files[place[0]];
  const name = `${visible(file.path.split('/').pop() ?? '')}:${place[1]}`;
  return file.text === undefined ? <span class="place" title={visible(file.path)}>{name}</span>
    : <a class="place" title={visible(file.path)} href={toLine(place[0], place[1], put)}>{name}</a>;
}

export function Copy({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('Copied');
    } catch {
      setState('Not allowed by the browser');  // of pages that were opened from a disk, some do not
    }
    setTimeout(() => setState(''), 1500);
  };
  return <button class="small" onClick={copy} aria-label={`Copy ${visible(what)}`}>{state || 'Copy'}</button>;
}

export function Meter({ covered, total }: { covered: number; total: number }) {
  if (total === 0) return <span class="dim">–</span>;
  return <span class="meter-cell"><meter min="0" max={String(total)} value={String(covered)} aria-label="branches covered"/> <span>{covered}/{total}</span></span>;
}

export interface Tab { id: string; name: string; href: string; count?: number }
export const Tabs = ({ tabs, current }: { tabs: Tab[]; current: string }) =>
  <nav class="tabs" aria-label="Views">
    {tabs.map((tab) =>
      <a key={tab.id} href={tab.href} aria-current={tab.id === current ? 'page' : undefined}>
        {tab.name}{tab.count !== undefined && <span class="count">{tab.count.toLocaleString('en')}</span>}
      </a>)}
  </nav>;

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;
