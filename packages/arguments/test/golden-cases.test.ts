import { describe, expect, it } from '@jest/globals';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { parseArguments } from '../src/parse-arguments.js';
import { firstProblem, formatRetryPrompt } from '../src/feedback/format-retry-prompt.js';
import { modelRetryText } from '../src/feedback/model-retry-text.js';
import { unknownToolText } from '../src/feedback/unknown-tool-text.js';
import { argumentCheck, checkOf } from './support/argument-check.js';

/*
 * The behaviour of comparable frameworks for arguments and their problems. The ids are those of the
 * collection. docs/golden-cases.md has the differences of Haft, with reasons.
 */

const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchemaObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const anything = argumentCheck({ type: 'object' }, { open: true });
const nothing = argumentCheck(object({}));

describe('pydantic-ai', () => {
  it('PA-R02: the prompt names place, expectation and value of every error, and asks to try again', () => {
    const check = checkOf({ items: { type: 'array', items: object({ name: { type: 'string' } }) } });
    const { refusal } = parseArguments(check, { items: [{ name: 7 }] });
    expect(formatRetryPrompt({ tool: 'my_tool', refusal: refusal ?? { issues: [] } })).toBe(
      "Tool call validation failed for tool 'my_tool':\n- items[0].name: expected a string, received 7\n\nFix the errors and try again.",
    );
  });

  it('PA-R03: the problems of a tool are followed by the request', () => {
    expect(modelRetryText('Try again')).toBe('Try again\n\nFix the errors and try again.');
  });

  it('PA-R05: the short form for logs is one line for a problem', () => {
    const { refusal } = parseArguments(checkOf({ name: { type: 'string' } }), { name: 123 });
    expect(firstProblem(refusal ?? { issues: [] })).toBe('name: expected a string, received 123');
  });

  const city = object({ city: { type: 'string' } });
  const counts: JsonSchema = { type: 'object', additionalProperties: { type: 'integer' } };
  const defaults = object({ name: { type: 'string' }, value: { type: 'integer' } }, []);
  it.each<[JsonSchemaObject, unknown, unknown]>([
    [city, { city: 'Mexico City' }, { city: 'Mexico City' }],
    [city, { argument: { city: 'Mexico City' } }, { city: 'Mexico City' }],
    [object({ argument: counts }), { argument: { count: 1 } }, { argument: { count: 1 } }],
    [object({ argument: counts }), { argument: { argument: { count: 1 } } }, { argument: { count: 1 } }],
    [defaults, { argument: { name: 'actual_name', value: 42 } }, { name: 'actual_name', value: 42 }],
  ])('PA-A03: the one object parameter, as it is or in its envelope (%#) [ARG-6]', (schema, sent, wire) => {
    expect(parseArguments(argumentCheck(schema, { envelope: 'argument' }), sent)).toMatchObject({ wire });
  });
});

describe('agno', () => {
  it('AG-A01: sentinels become values only where the schema wants such values [ARG-4]', () => {
    const check = checkOf({
      a: { type: ['integer', 'null'] },
      b: { type: 'boolean' },
      c: { type: 'boolean' },
      d: { type: 'string' },
    });
    expect(parseArguments(check, { a: 'None', b: 'True', c: 'False', d: '  test  ' })).toMatchObject({
      wire: { a: null, b: true, c: false, d: '  test  ' },
    });
    const texts = checkOf({ param1: { type: 'string' }, param2: { type: 'string' }, code: { type: 'string' } });
    const sent = { param1: 'None', param2: 'True', code: '\n  return value\n' };
    expect(parseArguments(texts, sent)).toMatchObject({ wire: sent, repairs: [] });
  });

  it.each([[''], [null], ['[]']])('AG-A05: %j means no arguments [ARG-1]', (sent) => {
    expect(parseArguments(nothing, sent)).toMatchObject({ wire: {} });
  });

  it('AG-A06: text that is not a JSON object is rejected, with the reason [ERR-4]', () => {
    expect(parseArguments(anything, 'invalid json').refusal?.problem).toBe(
      'The arguments are not valid JSON: expected an object at line 1, column 1.',
    );
    expect(firstProblem(parseArguments(anything, '["not", "a", "dict"]').refusal ?? { issues: [] })).toBe(
      'expected an object, received an array of 3 items',
    );
  });

  it('AG-A07: an unknown tool is told, with the tools that there are', () => {
    expect(unknownToolText('non_existent_function', ['search_web'])).toBe(
      "Unknown tool name: 'non_existent_function'. Available tools: 'search_web'.",
    );
  });
});

describe('oasis', () => {
  it.each<[string, unknown]>([
    ['', {}],
    ['   ', {}],
    ['null', {}],
    ['  null \n', {}],
    ['"{\\"x\\":1}"', { x: 1 }],
    ['"  {\\"x\\":1}  "', { x: 1 }],
    ['{"x":1}', { x: 1 }],
  ])('OA-C01: %j is read', (sent, wire) => {
    expect(parseArguments(anything, sent)).toMatchObject({ wire });
  });

  it.each(['"[1,2,3]"', '"hello"', '{"x":', '"{not json}"'])(
    'OA-C01: %j is rejected, because it is not an object',
    (sent) => {
      expect(parseArguments(anything, sent).refusal).toBeDefined();
    },
  );
});
