import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { acceptArguments } from '../../src/arguments/accept-arguments.js';
import { argumentCheck } from '../support/argument-check.js';

const suite = new URL('../../../../../shared/suites/model-output/jsonrepair.json', import.meta.url);

interface Case {
  readonly group: string;
  readonly input: string;
  readonly output?: string;
}

const present = existsSync(suite);
if (!present)
  console.warn('The cases of jsonrepair are not beside this repository: repair is not tested against them.');
const { cases } = present
  ? (JSON.parse(readFileSync(suite, 'utf8')) as { cases: readonly Case[] })
  : { cases: [{ group: 'not present', input: '' }] };

/** Refused by jsonrepair, and prose around an object to us. */
const PROSE = new Set(['callback {}']);

const anything = argumentCheck({ type: 'object' }, { open: true });

/** What became of a text as the value of an argument, so that every kind of JSON value can be asked for. */
function valueOf(text: string): { readonly value: unknown } | undefined {
  const asArguments = acceptArguments(anything, text);
  const isEmpty = asArguments.repairs.some(({ kind }) => kind === 'empty');
  if (asArguments.refusal === undefined && !isEmpty) return { value: asArguments.wire };
  const inside = acceptArguments(anything, `{"v":${text}}`);
  return inside.refusal === undefined ? { value: inside.wire['v'] } : undefined;
}

(present ? describe : describe.skip)('the cases of jsonrepair', () => {
  it('are read as the value that is expected, or refused; never as another', () => {
    const other: unknown[] = [];
    for (const { input, output } of cases) {
      const read = valueOf(input);
      if (read === undefined || PROSE.has(input)) continue;
      if (output === undefined || JSON.stringify(read.value) !== JSON.stringify(JSON.parse(output)))
        other.push({ input, output, read });
    }
    expect(other).toEqual([]);
  });

  it('that are valid JSON come through exactly as they are', () => {
    for (const { input } of cases) {
      let value: unknown;
      try {
        value = JSON.parse(input);
      } catch {
        continue;
      }
      expect(valueOf(`{"v":${input}}`)).toEqual({ value: { v: value } });
    }
  });

  it('are refused with a text that says what is wrong and where', () => {
    for (const { input } of cases) {
      const { refusal } = acceptArguments(anything, input);
      if (refusal?.problem === undefined) continue;
      expect(refusal.problem).toMatch(
        /^The arguments (are not valid JSON: .+|end in the middle of an? \w+; send them again completely)\.$/s,
      );
    }
  });
});
