// Remedies of ledger lines as edits of a FORALL.
//
//   FORALL(Suite, Name);                               FORALL(Suite, Name).WithBounds({.length = 12});
//   FORALL(Suite, Name).WithBounds({.length = 6});     FORALL(Suite, Name).WithBounds({.length = 12});
//   FORALL(Suite, Name).WithBounds({.unfold = 8});     FORALL(Suite, Name).WithBounds({.unfold = 8, .length = 12});
import type { Fix } from './events';
import type { Put } from './outline';

export interface Edit { title: string; offset: number; length: number; text: string }

// Designated initialisers are in the order of the members (forall/bounds.h).
const fieldOrder = ['unfold', 'decisions', 'runs', 'seconds', 'length', 'objects'];

function boundEdit(text: string, put: Put, field: string, value: number): Edit | undefined {
  const title = `Raise the bound: .${field} = ${value}`;
  const call = put.calls.find((each) => each.name === 'WithBounds');
  if (!call) return { title, offset: put.end, length: 0, text: `.WithBounds({.${field} = ${value}})` };
  const before = text.slice(call.open, call.close);
  const braces = /^\s*\{([\s\S]*)\}\s*$/.exec(before);
  if (!braces) return undefined;  // Bounds().Unfold(8): a person changes it
  const fields = new Map<string, string>();
  for (const each of braces[1]!.split(',')) {
    const parts = /^\s*\.(\w+)\s*=\s*([\s\S]*?)\s*$/.exec(each);
    if (parts) fields.set(parts[1]!, parts[2]!);
    else if (each.trim() !== '') return undefined;
  }
  fields.set(field, String(value));
  const inside = fieldOrder.filter((each) => fields.has(each)).map((each) => `.${each} = ${fields.get(each)}`).join(', ');
  if ([...fields.keys()].some((each) => !fieldOrder.includes(each))) return undefined;
  return { title, offset: call.open, length: before.length, text: `{${inside}}` };
}

function environmentEdit(text: string, put: Put, value: string): Edit | undefined {
  const title = `Make it an input: .SymbolicEnvironment(${value})`;
  const call = put.calls.find((each) => each.name === 'SymbolicEnvironment');
  if (!call) return { title, offset: put.end, length: 0, text: `.SymbolicEnvironment(${value})` };
  if (text.slice(call.open, call.close).includes(value)) return undefined;
  return { title, offset: call.close, length: 0, text: ` | ${value}` };
}

export function editOf(text: string, put: Put, fix: Fix): Edit | undefined {
  switch (fix.call) {
    case 'WithBounds': return boundEdit(text, put, fix.field, fix.value);
    case 'SymbolicEnvironment': return environmentEdit(text, put, fix.value);
    case 'WithDomains': {
      if (put.calls.some((each) => each.name === 'WithDomains')) return undefined;
      const domains = `.WithDomains(${fix.arguments.join(', ')})`;
      return { title: `Bound the inputs: ${domains}`, offset: put.end, length: 0, text: domains };
    }
    default: return undefined;  // of a newer forall
  }
}
