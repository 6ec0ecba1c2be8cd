import { expect, it } from '@jest/globals';
import { describeSuite } from '../../../scripts/suites/public-suite.js';
import { parseArguments } from '../src/parse-arguments.js';
import { argumentCheck } from './support/argument-check.js';

interface Case {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
}

const anything = argumentCheck({ type: 'object' }, { open: true });

/** Documents that no strict parser accepts, with their meaning for Haft. */
const MENDED: Readonly<Record<string, unknown>> = {
  'n_object_key_with_single_quotes.json': { key: 'value' },
  'n_object_lone_continuation_byte_in_key_and_trailing_comma.json': { '\uFFFD': '0' },
  'n_object_single_quote.json': { a: 0 },
  'n_object_trailing_comma.json': { id: 0 },
  'n_object_trailing_comment.json': { a: 'b' },
  'n_object_unquoted_key.json': { a: 'b' },
  'n_structure_object_with_comment.json': { a: 'b' },
};

/** Only as a whole: nothing at all, and prose after an object. */
const MENDED_WHOLE: Readonly<Record<string, unknown>> = {
  ...MENDED,
  'n_single_space.json': {},
  'n_structure_UTF8_BOM_no_data.json': {},
  'n_structure_no_data.json': {},
  'n_structure_object_with_trailing_garbage.json': { a: true },
};

/** Documents that are valid only as the value of a property, because they are not objects. */
const MENDED_INSIDE: Readonly<Record<string, unknown>> = {
  ...MENDED,
  'n_array_comma_after_close.json': [''],
  'n_array_extra_comma.json': [''],
  'n_array_number_and_comma.json': [1],
  'n_number_hex_1_digit.json': [1],
  'n_number_hex_2_digits.json': [0x42],
  'n_string_single_quote.json': ['single quote'],
  'n_string_unescaped_newline.json': ['new\nline'],
  'n_string_unescaped_tab.json': ['\t'],
  'n_structure_capitalized_True.json': [true],
  'n_structure_whitespace_formfeed.json': [],
};

describeSuite<{ cases: readonly Case[] }>('JSONTestSuite', 'security/json-test-suite.json', ({ cases }) => {
  const texts = cases.map(({ name, text, base64 = '' }) => {
    if (name === 'n_structure_100000_opening_arrays.json') return { name, text: '['.repeat(100_000) };
    if (name === 'n_structure_open_array_object.json') return { name, text: '[{"":'.repeat(50_000) };
    return { name, text: text ?? Buffer.from(base64, 'base64').toString('utf8') };
  });

  it('y_: text that every parser accepts has the value of JSON.parse', () => {
    for (const { name, text } of texts.filter((one) => one.name.startsWith('y_'))) {
      const { wire } = parseArguments(anything, `{"v":${text}}`) as { wire?: { v: unknown } };
      expect({ name, value: wire?.v }).toEqual({ name, value: JSON.parse(text) as unknown });
    }
  });

  it('n_: text that no parser accepts is rejected, or repaired if its meaning is clear', () => {
    const read: Record<string, unknown> = {};
    for (const { name, text } of texts.filter((one) => one.name.startsWith('n_'))) {
      const outcome = parseArguments(anything, text);
      if (outcome.refusal === undefined) read[name] = outcome.wire;
    }
    expect(read).toEqual(MENDED_WHOLE);
  });

  it('n_: and so it is inside an argument', () => {
    const read: Record<string, unknown> = {};
    for (const { name, text } of texts.filter((one) => one.name.startsWith('n_'))) {
      const outcome = parseArguments(anything, `{"v":${text}}`);
      if (outcome.refusal === undefined) read[name] = outcome.wire['v'];
    }
    expect(read).toEqual(MENDED_INSIDE);
  });

  it('i_: text on which parsers differ has the value of JSON.parse, or is rejected', () => {
    for (const { name, text } of texts.filter((one) => one.name.startsWith('i_'))) {
      const outcome = parseArguments(anything, `{"v":${text}}`);
      // A byte-order mark in the middle is white space to the repair stage.
      if (outcome.refusal !== undefined || outcome.repairs.length > 0) continue;
      expect({ name, value: outcome.wire }).toEqual({ name, value: JSON.parse(`{"v":${text}}`) as unknown });
    }
  });
});
