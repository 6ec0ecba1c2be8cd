import type { Repair } from '@haft/core';
import type { Path } from '@haft/schema';
import { endOfString } from './text-limits.js';

/** Facts about a JSON text that its value does not show. */
export interface TextFacts {
  /** Paths of repeated properties. */
  readonly duplicates: readonly Path[];
  /** Whole numbers beyond the safe range of JavaScript, with their digits. */
  readonly largeIntegers: readonly NumberInText[];
  /** Numbers beyond the range of JavaScript, which reads them as infinite. */
  readonly infinite: readonly NumberInText[];
}

/** A number as the text writes it. */
export interface NumberInText {
  readonly path: Path;
  readonly digits: string;
}

const LARGE = /^-?\d{16,}$/;
const NUMBER = /[-+.\deE]+/y;

/** Returns a repair for each repeated property of a valid JSON text. The last one counts. */
export function duplicateRepairs(text: string): readonly Repair[] {
  const repair = { kind: 'duplicateKey', from: 'several values', to: 'the last of them' } as const;
  return factsOfText(text).duplicates.map((path) => ({ path, ...repair }));
}

/** Reads a valid JSON text for facts that `JSON.parse` does not report. */
export function factsOfText(text: string): TextFacts {
  const duplicates: Path[] = [];
  const largeIntegers: NumberInText[] = [];
  const infinite: NumberInText[] = [];
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
      NUMBER.lastIndex = i;
      const digits = NUMBER.exec(text)?.[0] ?? character;
      const value = Number(digits);
      if (!Number.isFinite(value)) infinite.push({ path: place(), digits });
      else if (LARGE.test(digits) && !Number.isSafeInteger(value)) largeIntegers.push({ path: place(), digits });
      i += digits.length - 1;
    }
  }
  return { duplicates, largeIntegers, infinite };
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
