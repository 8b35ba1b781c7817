// The page while forall explores: it asks the server that it came from, at addresses below its own.

import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Data } from './data';
import { checked, counted, visible } from './data';

interface LivePut { name: string; phase: string; paths: number; failed: number; pending: number; seconds: number }
interface State { running: boolean; generation: number; error: string; puts: LivePut[] }

const state = signal<State | null>(null);
const isGone = signal(false);

async function get<T>(path: string): Promise<T> {
  const response = await fetch(path, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json() as Promise<T>;
}
const post = (path: string, body: object = {}) => fetch(path, { method: 'POST', body: JSON.stringify(body) }).catch(() => {});

// Asks for the state every second, and for the data when there is more to show.
export async function follow(show: (data: Data) => void): Promise<void> {
  let shown = 0;
  for (let misses = 0; misses < 3;) {
    try {
      const now = await get<State>('state');
      if (now.generation !== shown) {
        show(checked(await get<Data>('data')));
        shown = now.generation;
      }
      state.value = now;
      misses = 0;
    } catch {
      ++misses;
    }
    await new Promise((resolve) => setTimeout(resolve, state.value?.running ? 800 : 1500));
  }
  isGone.value = true;  // what is shown stays
}

export function LiveBar() {
  const now = state.value;
  if (isGone.value) return <div class="live" role="status">forall has ended. This page shows what it found until then.</div>;
  if (!now) return null;
  const busy = now.puts.filter((put) => !['finished', 'failed'].includes(put.phase));
  const paths = now.puts.reduce((sum, put) => sum + put.paths, 0);
  return <div class="live" role="status">
    <span class={now.running ? 'pulse' : ''} aria-hidden="true">●</span>
    <strong>{now.running ? (now.puts.length === 0 ? 'Compiling' : 'Exploring') : 'Done'}</strong>
    <span>{counted(paths, 'path')}</span>
    {now.running && busy.slice(0, 3).map((put) => <span key={put.name}><bdi>{visible(put.name)}</bdi>: {put.phase}, {counted(put.paths, 'path')}, {put.pending} open, {put.seconds.toFixed(1)} s</span>)}
    {now.error && <span class="failing">{visible(now.error)}</span>}
    <span class="spring"/>
    {now.running ? <button class="small" onClick={() => post('stop')}>Stop</button> : <button class="small" onClick={() => post('end')}>End forall</button>}
  </div>;
}

// Explores one PUT again, with other bounds.
export function Again({ put }: { put: string }) {
  const [unfold, setUnfold] = useState('');
  const [seconds, setSeconds] = useState('');
  if (!state.value || isGone.value) return null;
  const again = () => {
    const number = (text: string) => (text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text));
    void post('again', { put, unfold: number(unfold), seconds: number(seconds) });
  };
  return <form class="again" onSubmit={(e) => { e.preventDefault(); again(); }}>
    <label>unfold <input inputMode="numeric" size={6} value={unfold} onInput={(e) => setUnfold(e.currentTarget.value)}/></label>
    <label>seconds <input inputMode="decimal" size={6} value={seconds} onInput={(e) => setSeconds(e.currentTarget.value)}/></label>
    <button class="small" disabled={state.value.running}>Explore again</button>
  </form>;
}
