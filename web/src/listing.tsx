// The lines of a source.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { visible } from './data';
import { highlighted } from './highlight';

export interface LineInfo { mark?: string; gutter?: ComponentChildren; after?: ComponentChildren }

export function Listing({ text, current, info, name }: { text: string; current: number; info: (line: number) => LineInfo; name: string }) {
  const lines = useMemo(() => highlighted(text), [text]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = box.current!.querySelector<HTMLElement>('tr.current');
    if (row) box.current!.scrollTop = row.offsetTop - box.current!.clientHeight / 2;
  }, [current, text]);
  return <div class="listing" ref={box} tabIndex={0} role="region" aria-label={name}>
    <table><tbody>{lines.map((tokens, i) => {
      const { mark, gutter, after } = info(i + 1);
      return <tr key={i} class={`${i + 1 === current ? 'current ' : ''}${mark ?? ''}`} aria-current={i + 1 === current ? 'true' : undefined}>
        <td class="line-number">{i + 1}</td>
        <td class="gutter">{gutter}</td>
        <td class="text" dir="ltr"><code>{tokens.map((token, k) => token.kind ? <span key={k} class={`t-${token.kind}`}>{visible(token.text)}</span> : visible(token.text))}</code>{after}</td>
      </tr>;
    })}</tbody></table>
  </div>;
}
