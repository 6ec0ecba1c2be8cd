import { expect, it } from '@jest/globals';
import { describeSuite } from '../../../scripts/suites/public-suite.js';
import { parseArguments } from '../src/parse-arguments.js';
import { argumentCheck } from './support/argument-check.js';

interface Case {
  readonly group: string;
  readonly input: string;
  readonly output?: string;
}

/** Refused by jsonrepair, and prose around an object to us. */
const PROSE = new Set(['callback {}']);

const anything = argumentCheck({ type: 'object' }, { open: true });

/**
 * Returns the result of a text as the value of an argument, so that it can be any kind of JSON
 * value.
 */
function valueOf(text: string): { readonly value: unknown } | undefined {
  const asArguments = parseArguments(anything, text);
  const isEmpty = asArguments.repairs.some(({ kind }) => kind === 'empty');
  if (asArguments.refusal === undefined && !isEmpty) return { value: asArguments.wire };
  const inside = parseArguments(anything, `{"v":${text}}`);
  return inside.refusal === undefined ? { value: inside.wire['v'] } : undefined;
}

describeSuite<{ cases: readonly Case[] }>('the cases of jsonrepair', 'model-output/jsonrepair.json', ({ cases }) => {
  it('are read as the expected value, or rejected, never as another value', () => {
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

  it('are rejected with a text that has the problem and its place', () => {
    for (const { input } of cases) {
      const { refusal } = parseArguments(anything, input);
      if (refusal?.problem === undefined) continue;
      expect(refusal.problem).toMatch(
        /^The arguments (are not valid JSON: .+|end in the middle of an? \w+; send them again completely)\.$/s,
      );
    }
  });
});
