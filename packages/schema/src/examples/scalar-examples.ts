import type { JsonSchemaObject } from '../json-schema.js';
import { knownFormat } from '../keywords/known-format.js';
import { textMatching } from './text-matching.js';
import { textOfFormat } from './text-of-format.js';
import { planOf } from './value-plan.js';

/** The longest example, in characters. */
const LONGEST_TEXT = 100_000;

/** Yields strings that a schema may accept, the most readable first. The caller checks them. */
export function* stringsOf(schema: JsonSchemaObject, variant: number): Generator<string | undefined> {
  const plan = planOf(schema);
  const { format, pattern, shortest, longest } = plan;
  if (shortest > LONGEST_TEXT) return;
  const known = knownFormat(plan);
  const ofFormat = known === undefined ? [] : variantsOf(known.example, format, variant, shortest);
  yield* ofFormat;
  if (pattern !== undefined) {
    const [base] = ofFormat;
    if (known !== undefined && base !== undefined)
      yield textOfFormat({ format: known, pattern, shortest, longest }, base);
    yield textMatching(pattern, shortest, longest, variant);
    if (variant > 0) yield textMatching(pattern, shortest, longest);
  }
  const long = (variant === 0 ? 'text' : `text${variant}`).padEnd(shortest, 'text').slice(0, longest);
  const short = String.fromCodePoint(97 + (variant % 26));
  yield long;
  yield `${long.slice(0, -1)}${short}`;
  yield short.padEnd(shortest, 'a').slice(0, longest);
}

/**
 * Returns other strings of a format for lists of different items. They are longer if a length
 * requires it.
 */
function variantsOf(
  example: string,
  format: string | undefined,
  variant: number,
  minLength: number,
): readonly string[] {
  const digit = withLastDigit(example, variant);
  const texts = [variant === 0 ? example : digit, example];
  if (format === 'email' || format === 'idn-email') {
    const name = `ada${variant || ''}`;
    texts.unshift(`${name.padEnd(minLength - '@example.com'.length, 'a')}@example.com`);
    texts.push(`${name}@b.co`, `${name.slice(-1)}@b.co`);
  }
  if (format === 'uri') {
    texts.unshift(`https://example.com/${variant || ''}`.padEnd(minLength, 'a'));
    texts.push(`https://a.co/${variant || ''}`, `http://${variant || 'a'}`);
  }
  if (format === 'uri-reference' || format === 'json-pointer')
    texts.unshift(`/items/${variant}`.padEnd(minLength, 'a'));
  if (format === 'hostname') texts.unshift(`www${variant || ''}.example.com`);
  if (format === 'date') texts.unshift(new Date(Date.UTC(2026, 0, 31 + variant)).toISOString().slice(0, 10));
  if (format === 'date-time')
    texts.unshift(new Date(Date.UTC(2026, 0, 31, 9, 0, variant)).toISOString().replace('.000', ''));
  if (format === 'duration') texts.unshift(variant === 0 ? example : `P${variant}D`);
  if (format === 'regex') texts.unshift(variant === 0 ? example : `^a{${variant}}$`);
  if (format === 'byte' || format === 'base64') texts.unshift(btoa('haft'.padEnd(4 + variant, '!')));
  texts.push('A'.repeat(Math.max(4, Math.ceil(minLength / 4) * 4)));
  return texts;
}

/** Returns numbers that a schema may accept, the simplest first. The caller checks them. */
export function numbersOf(type: 'number' | 'integer', schema: JsonSchemaObject, variant: number): readonly number[] {
  const { step, least, most } = planOf(schema);
  const fromLeast = Math.ceil(least / step) * step;
  const fromMost = Math.floor(most / step) * step;
  const middle = (least + most) / 2;
  const bases = [1, 0, fromLeast, fromLeast + step, fromMost, fromMost - step, least, most];
  const stepped = bases.map((base) => base + variant * step);
  const all = [...stepped, ...bases.map((base) => base - variant * step), step, -step];
  const fractions = type === 'number' ? [middle, least + 0.5, most - 0.5, middle + variant / 1000] : [];
  return [...all, ...fractions].filter(Number.isFinite).map((value) => (value === 0 ? 0 : value));
}

/** Replaces the last digit of a text. */
function withLastDigit(text: string, add: number): string {
  for (let i = text.length - 1; i >= 0; i--) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) return `${text.slice(0, i)}${(digit + add) % 10}${text.slice(i + 1)}`;
  }
  return text;
}
