import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonSchemaObject } from '@haft/schema';
import { parseArguments } from '../src/parse-arguments.js';
import { argumentCheck } from './support/argument-check.js';
import type { AcceptedArguments, ArgumentsOutcome } from '../src/accepted-arguments.js';

function accepted(outcome: ArgumentsOutcome): AcceptedArguments {
  if (outcome.refusal !== undefined) throw new Error('The arguments were refused.');
  return outcome;
}

const anything = argumentCheck({ type: 'object' }, { open: true });

describe('parseArguments, of texts in Python writing [ARG-4]', () => {
  it.each<[string, string, unknown]>([
    ['adjacent texts', `{'a': 'one ' 'two'}`, { a: 'one two' }],
    ['a text in three quotes', `{'a': """one "two" three"""}`, { a: 'one "two" three' }],
    ['a text in three quotes of several lines', "{'a': '''one\ntwo'''}", { a: 'one\ntwo' }],
    ['a raw text', String.raw`{'a': r'C:\dir\d+'}`, { a: String.raw`C:\dir\d+` }],
  ])('reads %s, and records it', (_, text, value) => {
    const { wire, repairs } = accepted(parseArguments(anything, text));
    expect(wire).toEqual(value);
    expect(repairs.map(({ kind }) => kind)).toEqual(['syntax']);
  });

  it.each([`{"a": "one " "two"}`, `{"a": "it's one " "two", "b": 1}`, `{"a": "one" "two" "three"}`])(
    'asks for one text if two follow each other without Python: %s',
    (text) => {
      const { refusal } = parseArguments(anything, text);
      expect(refusal?.problem).toContain('two texts have neither a comma nor a name between them');
    },
  );

  it.each<[string, unknown]>([
    [`{"a": "one " "two", 'b': 1}`, 'asked'],
    [`{'b': 1, "a": "one " "two"}`, { a: 'one two', b: 1 }],
    [`{"b": True, "a": "one " "two"}`, { a: 'one two', b: true }],
  ])('joins adjacent texts after other syntax of Python: %s', (text, value) => {
    const outcome = parseArguments(anything, text);
    expect(outcome.refusal === undefined ? outcome.wire : 'asked').toEqual(value);
  });

  const words = fc.stringMatching(/^[a-z .]{1,8}$/);
  const written = fc
    .tuple(words, words)
    .chain(([one, two]) =>
      fc.constantFrom(
        { text: `{'k': '${one}' '${two}'}`, value: one + two },
        { text: `{"k": """${one}"${two}"""}`, value: `${one}"${two}` },
        { text: `{'k': r'${one}\\d${two}'}`, value: `${one}\\d${two}` },
        { text: `{\\"k\\": \\"${one}${two}\\"}`, value: one + two },
      ),
    );

  it('keeps every name and value, and accepts the result without a repair', () => {
    fc.assert(
      fc.property(written, ({ text, value }) => {
        const { wire } = accepted(parseArguments(anything, text));
        expect(wire).toEqual({ k: value });
        expect(parseArguments(anything, JSON.stringify(wire))).toMatchObject({ wire, repairs: [] });
      }),
    );
  });

  it('never executes such a text that was cut anywhere [ARG-2]', () => {
    fc.assert(
      fc.property(written, fc.nat(), ({ text }, at) => {
        const cut = text.slice(0, 1 + (at % (text.length - 1)));
        expect(parseArguments(anything, cut).refusal?.problem).toBeDefined();
      }),
    );
  });
});

describe('parseArguments, of values near to what the schema wants [ARG-4]', () => {
  const only = (schema: JsonSchemaObject) =>
    argumentCheck({ type: 'object', properties: { v: schema }, additionalProperties: false });

  it('coerces under a pattern of names', () => {
    const check = only({
      type: 'object',
      patternProperties: { '^n_': { type: 'integer' } },
      additionalProperties: false,
    });
    const { wire, repairs } = accepted(parseArguments(check, '{"v":{"n_1":"5"}}'));
    expect(wire).toEqual({ v: { n_1: 5 } });
    expect(repairs).toEqual([{ path: ['v', 'n_1'], kind: 'coercion', from: '"5"', to: '5' }]);
  });

  it.each<[string, JsonSchemaObject]>([
    ['nothing', { type: 'array' }],
    ['anything', { type: 'array', items: {} }],
    ['only words about them', { type: 'array', items: { description: 'Items.' } }],
  ])('makes no list of a single value if the schema says %s of the items', (_, schema) => {
    expect(parseArguments(only(schema), '{"v":5}').refusal?.issues).toHaveLength(1);
  });

  it('records an integer that JavaScript rounds in an open value', () => {
    const { repairs } = parseArguments(anything, '{"a":[9007199254740993]}');
    expect(repairs).toEqual([{ path: ['a', 0], kind: 'coercion', from: '9007199254740993', to: '9007199254740992' }]);
  });
});
