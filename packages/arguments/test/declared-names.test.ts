import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject } from '@haft/schema';
import type { PropertyAliases } from '@haft/schema/compatibility';
import type { ArgumentCheck } from '../src/accepted-arguments.js';
import { issueLine } from '../src/feedback/issue-line.js';
import { parseArguments } from '../src/parse-arguments.js';
import { argumentCheck } from './support/argument-check.js';

const edit: JsonSchemaObject = {
  type: 'object',
  properties: { oldText: { type: 'string' }, newText: { type: 'string' } },
  required: ['oldText'],
  additionalProperties: false,
};

const file = withAliases(
  {
    type: 'object',
    properties: {
      path: { type: 'string' },
      startLine: { type: 'integer' },
      edits: { type: 'array', items: edit },
      change: { anyOf: [edit, { type: 'null' }] },
    },
    additionalProperties: false,
  },
  {
    '': { file_path: 'path', file: 'path', offset: 'startLine' },
    '/properties/edits/items': { old_string: 'oldText', old_str: 'oldText' },
    '/properties/change/anyOf/0': { old_string: 'oldText' },
  },
);

function withAliases(
  schema: JsonSchemaObject,
  aliases: PropertyAliases,
  more: Partial<ArgumentCheck> = {},
): ArgumentCheck {
  return { ...argumentCheck(schema), aliases: () => aliases, ...more };
}

/** Returns the accepted wire form with its repairs, or the text for the model. */
function read(sent: unknown, check = file): unknown {
  const { wire, repairs, refusal } = parseArguments(check, sent) as Partial<ReturnType<typeof parseArguments>> & {
    readonly wire?: unknown;
  };
  if (refusal !== undefined) return refusal.issues.map(issueLine);
  return [wire, ...(repairs ?? []).map(({ path, kind, from, to }) => `${kind} ${path.join('.')}: ${from} -> ${to}`)];
}

const RENAMED: unknown = expect.stringMatching(/^name /);

const forms: readonly (readonly [string, (value: object) => unknown])[] = [
  ['an object', (value) => value],
  ['a JSON text', (value) => JSON.stringify(value)],
  ['a broken text', (value) => `${JSON.stringify(value).slice(0, -1)},}`],
];

describe.each(forms)('an undeclared name in %s', (_form, sentAs) => {
  /** Reads without the repair of the syntax. */
  const outcome = (value: object, check = file): unknown =>
    (read(sentAs(value), check) as readonly unknown[]).filter((one) => !String(one).startsWith('syntax'));

  it('is a declared one if it is its alias, also of an optional property', () => {
    expect(outcome({ file_path: 'a', offset: 5 })).toEqual([
      { path: 'a', startLine: 5 },
      'name path: "file_path" -> "path"',
      'name startLine: "offset" -> "startLine"',
    ]);
  });

  it('is a declared one if only case and separators differ', () => {
    expect(outcome({ start_line: 5 })).toEqual([{ startLine: 5 }, 'name startLine: "start_line" -> "startLine"']);
    expect(outcome({ filePath: 'a' })).toEqual([{ path: 'a' }, 'name path: "filePath" -> "path"']);
    expect(outcome({ 'Start-Line': 5 }, argumentCheck(file.schema()))).toEqual([
      { startLine: 5 },
      'name startLine: "Start-Line" -> "startLine"',
    ]);
  });

  it('is a declared one inside of lists, unions and single items', () => {
    const named = { oldText: 'a', newText: 'b' };
    const sent = { old_string: 'a', new_text: 'b' };
    expect(outcome({ edits: [named, sent] })).toMatchObject([
      { edits: [named, named] },
      'name edits.1.oldText: "old_string" -> "oldText"',
      'name edits.1.newText: "new_text" -> "newText"',
    ]);
    expect(outcome({ change: sent })).toMatchObject([{ change: named }, RENAMED, RENAMED]);
    expect(outcome({ edits: sent })).toMatchObject([
      { edits: [named] },
      RENAMED,
      RENAMED,
      expect.stringMatching(/^coercion edits/),
    ]);
    expect(outcome({ edits: JSON.stringify([sent]) })).toMatchObject([
      { edits: [named] },
      'unwrap edits: "[{\\"old_string\\":\\"a\\",\\"new_text\\":\\"b\\"}]" -> an array of 1 item',
      'name edits.0.oldText: "old_string" -> "oldText"',
      'name edits.0.newText: "new_text" -> "newText"',
    ]);
  });

  it('is a declared one inside of an object around the arguments', () => {
    expect(outcome({ arguments: { file_path: 'a' } })).toEqual([
      { path: 'a' },
      'envelope : an object -> an object',
      'name path: "file_path" -> "path"',
    ]);
  });

  it('is a declared one even if models put it around arguments', () => {
    const list = withAliases(
      {
        type: 'object',
        properties: { names: { type: 'array', items: { type: 'string' } }, n: { type: 'integer' } },
        required: ['names'],
        additionalProperties: false,
      },
      { '': { arguments: 'names', count: 'n' } },
    );
    expect(outcome({ arguments: ['a'] }, list)).toMatchObject([{ names: ['a'] }, RENAMED]);
    expect(outcome({ arguments: { arguments: ['a'], count: 1 } }, list)).toMatchObject([
      { names: ['a'], n: 1 },
      'envelope : an object -> an object',
      RENAMED,
      RENAMED,
    ]);
    expect(outcome({ arguments: { other: 1 } }, list)).toEqual([expect.stringMatching(/^names: expected an array/)]);
  });

  it('is a declared one whose value is then converted or explained', () => {
    expect(outcome({ offset: '5' })).toMatchObject([{ startLine: 5 }, RENAMED, 'coercion startLine: "5" -> 5']);
    expect(outcome({ file_path: 'a', offset: 'x' })).toEqual(['startLine: expected an integer, received "x"']);
    expect(outcome({ file_path: 'a', arguments: 1 })).toEqual([
      'arguments: expected no argument of this name, received 1',
    ]);
  });

  it('stays unknown if the declared name is there, and so does a second alias', () => {
    expect(outcome({ path: 'a', file_path: 'b' })).toEqual([
      'file_path: expected no argument of this name, received "b"',
    ]);
    expect(outcome({ file_path: 'a', file: 'b' })).toEqual(['file: expected no argument of this name, received "b"']);
    expect(outcome({ startLine: 1, start_line: 1 })).toEqual([
      'start_line: expected no argument of this name, received 1',
    ]);
  });

  it('stays unknown if two declared names are spelled alike, or if any name is allowed', () => {
    const properties = { startLine: { type: 'integer' }, start_line: { type: 'integer' } } as const;
    const alike = argumentCheck({ type: 'object', properties, additionalProperties: false });
    expect(outcome({ 'start-line': 5 }, alike)).toMatchObject([expect.stringContaining('no argument of this name')]);
    const open = argumentCheck({ type: 'object', properties: { path: {}, n: {} }, required: ['path'] });
    expect(outcome({ Path: 'a' }, open)).toEqual(['path: expected a value, received nothing']);
  });
});

it('decides by the whole value in a union of objects', () => {
  const branch = (kind: string, name: string): JsonSchemaObject => ({
    type: 'object',
    properties: { kind: { const: kind }, [name]: { type: 'string' } },
    required: ['kind', name],
    additionalProperties: false,
  });
  const properties = { shape: { oneOf: [branch('a', 'sourcePath'), branch('b', 'source_path')] } };
  const union = argumentCheck({ type: 'object', properties, required: ['shape'], additionalProperties: false });
  expect(read({ shape: { kind: 'b', SourcePath: 'x' } }, union)).toMatchObject([
    { shape: { kind: 'b', source_path: 'x' } },
    RENAMED,
  ]);
});

it('tells of numbers that JavaScript rounds under another name', () => {
  const big = argumentCheck({
    type: 'object',
    properties: { someId: { type: 'number' }, other: { type: 'integer' } },
    additionalProperties: false,
  });
  expect(read('{"some_id":12345678901234567891}', big)).toMatchObject([
    { someId: 12345678901234567891 },
    'name someId: "some_id" -> "someId"',
    'coercion someId: 12345678901234567891 -> 12345678901234567168',
  ]);
  expect(read('{"OTHER":12345678901234567891}', big)).toEqual([
    expect.stringContaining('received 12345678901234567891'),
  ]);
});

it('never reads a reserved name', () => {
  const proto = argumentCheck({ type: 'object', properties: { proto: {} }, additionalProperties: false });
  expect(read('{"__proto__":{"a":1}}', proto)).toEqual([expect.stringContaining('__proto__')]);
});

describe('the form of a similar tool elsewhere', () => {
  const reform: ArgumentCheck['reform'] = ({ path, from, ...rest }) =>
    from === undefined ? undefined : { ...rest, path, startLine: from };
  const check = { ...file, reform };

  it('is read if the arguments are invalid otherwise, and recorded', () => {
    expect(read({ file_path: 'a', from: 5 }, check)).toEqual([
      { path: 'a', startLine: 5 },
      'form : an object -> an object',
    ]);
    expect(read({ path: 'a', startLine: 5 }, check)).toEqual([{ path: 'a', startLine: 5 }]);
  });

  it('is told in the form of the tool if it is still invalid', () => {
    expect(read({ path: 'a', from: 'x' }, check)).toEqual(['startLine: expected an integer, received "x"']);
    expect(read({ path: 1 }, check)).toEqual(['path: expected a string, received 1']);
  });
});
