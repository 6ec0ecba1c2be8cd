import type { Repair } from '@haft/core';
import type { Path } from '@haft/schema';
import { endOfString } from './text-limits.js';

/** Facts about a JSON text that its value does not show. */
export interface TextFacts {
  /** Paths of repeated properties. */
  readonly duplicates: readonly Path[];
  /** Whole numbers beyond the safe range of JavaScript, with their digits. */
  readonly largeIntegers: readonly { readonly path: Path; readonly digits: string }[];
}

const LARGE = /^-?\d{16,}$/;

/** Returns a repair for each repeated property of a valid JSON text. The last one counts. */
export function duplicateRepairs(text: string): readonly Repair[] {
  const repair = { kind: 'duplicateKey', from: 'several values', to: 'the last of them' } as const;
  return factsOfText(text).duplicates.map((path) => ({ path, ...repair }));
}

/** Reads a valid JSON text for facts that `JSON.parse` does not report. */
export function factsOfText(text: string): TextFacts {
  const duplicates: Path[] = [];
  const largeIntegers: { path: Path; digits: string }[] = [];
  const open: Container[] = [];
  const place = (): Path => open.map(({ key }) => key);
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    const container = open.at(-1);
    if (character === '"') {
      const end = endOfString(text, i);
      if (container?.names !== undefined && container.expectsName) {
        const name = JSON.parse(text.slice(i, end + 1)) as string;
        container.key = name;
        container.expectsName = false;
        if (container.names.has(name)) duplicates.push(place());
        container.names.add(name);
      }
      i = end;
    } else if (character === '{') open.push({ key: '', names: new Set(), expectsName: true });
    else if (character === '[') open.push({ key: 0, names: undefined, expectsName: false });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && container !== undefined) next(container);
    else if (character === '-' || (character >= '0' && character <= '9')) {
      const digits = /^[-+.\deE]+/.exec(text.slice(i, i + 400))?.[0] ?? character;
      if (LARGE.test(digits) && !Number.isSafeInteger(Number(digits))) largeIntegers.push({ path: place(), digits });
      i += digits.length - 1;
    }
  }
  return { duplicates, largeIntegers };
}

interface Container {
  key: string | number;
  /** Undefined for a list. */
  readonly names: Set<string> | undefined;
  expectsName: boolean;
}

function next(container: Container): void {
  if (typeof container.key === 'number') container.key++;
  else container.expectsName = true;
}
