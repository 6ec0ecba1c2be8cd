import type { JsonSchemaObject } from '../json-schema.js';
import { knownFormat } from '../keywords/known-format.js';
import { textMatching } from './text-matching.js';
import { planOf } from './value-plan.js';

/** The longest example, in characters. */
const LONGEST_TEXT = 100_000;

/** Returns strings that a schema may accept, the most readable first. The caller checks them. */
export function stringsOf(schema: JsonSchemaObject, variant: number): readonly (string | undefined)[] {
  const plan = planOf(schema);
  const { format, pattern, shortest: minLength, longest: maxLength } = plan;
  if (minLength > LONGEST_TEXT) return [];
  const known = knownFormat(plan);
  const word = variant === 0 ? 'text' : `text${variant}`;
  const long = word.padEnd(minLength, 'text').slice(0, maxLength);
  const short = String.fromCodePoint(97 + (variant % 26));
  return [
    ...(known === undefined ? [] : variantsOf(known.example, format, variant, minLength)),
    ...(pattern === undefined
      ? []
      : [textMatching(pattern, minLength, maxLength, variant), textMatching(pattern, minLength, maxLength)]),
    long,
    `${long.slice(0, -1)}${short}`,
    short.padEnd(minLength, 'a').slice(0, maxLength),
  ];
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
  if (format === 'email' || format === 'idn-email') texts.unshift(`ada${variant || ''}@example.com`);
  if (format === 'uri') texts.unshift(`https://example.com/${variant || ''}`.padEnd(minLength, 'a'));
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
