// Light or dark: as the system says, unless one of them was chosen.

import { signal } from '@preact/signals';

export const theme = signal<'light' | 'dark'>(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (e) => set(e.matches ? 'dark' : 'light'));

export function set(value: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = value;
  theme.value = value;
}
set(theme.value);
