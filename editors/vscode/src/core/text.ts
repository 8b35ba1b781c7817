// Texts come from programs and may hold anything. What is shown is what is there, and never markup.

// Control characters and those that reorder text are made visible.
export function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, (c) => {
    const code = c.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

export const oneLine = (text: string): string => visible(text).replace(/\s*\n\s*/g, ' ');

// The text as Markdown that shows just it: no links, images, commands, icons or HTML.
export const asMarkdown = (text: string): string => visible(text).replace(/[\\`*_{}[\]()#+\-.!|<>&~$:@/"']/g, '\\$&').replace(/\n/g, '  \n');

export const counted = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;

export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
