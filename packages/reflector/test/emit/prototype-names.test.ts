import type { JsonSchemaObject } from '@haft/schema';
import type { Revival } from '../../src/model.js';
import { classOf, typeOf } from '../support/models.js';
import { readWith } from '../support/read-with.js';

/** Names that mean something to a JavaScript object, and nothing to JSON. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'isPrototypeOf',
];
const date = { type: 'string', format: 'date-time' } as const;
const TEXT = '2026-01-31T09:00:00Z';

class Dto {}

/** Every way to build an object with names from outside. */
const FORMS: readonly (readonly [string, JsonSchemaObject, Revival | undefined])[] = [
  ['a record', { type: 'object', additionalProperties: date }, undefined],
  ['a pattern', { type: 'object', patternProperties: { '.': date }, additionalProperties: false }, undefined],
  ['a map', { type: 'object', additionalProperties: date }, { kind: 'map', form: 'object', keys: 'string' }],
  [
    'a map of plain values',
    { type: 'object', additionalProperties: { type: 'string' } },
    { kind: 'map', form: 'object', keys: 'string' },
  ],
  [
    'an open instance',
    { type: 'object', properties: {}, additionalProperties: true },
    { kind: 'dto', class: classOf('Dto'), rules: {}, uncovered: [], transformed: false },
  ],
];

describe.each(FORMS)('names of Object.prototype in %s', (_, schema, revival) => {
  const root: JsonSchemaObject = {
    type: 'object',
    properties: { v: schema },
    required: ['v'],
    additionalProperties: false,
  };
  const read = readWith(
    typeOf(root, [[date, { kind: 'date' }], ...(revival === undefined ? [] : [[schema, revival] as const])]),
    { Dto },
  );

  it.each(NAMES)('%s is data, or refused', (name) => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    const result = read(JSON.parse(`{"v":{"${name}":"${TEXT}"}}`)) as { v: object } | undefined;
    if (name === '__proto__' && !(result?.v instanceof Map)) expect(result).toBeUndefined();
    else if (result?.v instanceof Map) expect([...result.v.keys()]).toEqual([name]);
    else expect(Object.keys(result?.v ?? {})).toEqual([name]);
    expect(Object.getPrototypeOf(result?.v ?? {})).not.toBe(TEXT);
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
  });

  it.each(NAMES)('an object under %s reaches no prototype', (name) => {
    read(JSON.parse(`{"v":{"${name}":{"polluted":true,"${name}":{"polluted":true}}}}`));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((Dto.prototype as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('declared properties of such names', () => {
  const names = NAMES.filter((name) => name !== '__proto__');
  const properties = Object.fromEntries(names.map((name) => [name, date]));
  const root: JsonSchemaObject = { type: 'object', properties, additionalProperties: false };

  it('are built like any other, and are absent when only the prototype has them', () => {
    const read = readWith(typeOf(root, [[date, { kind: 'date' }]]));
    expect(read({})).toEqual({});
    for (const name of names) {
      expect(Object.entries(read(JSON.parse(`{"${name}":"${TEXT}"}`)) as object)).toEqual([[name, new Date(TEXT)]]);
      expect(read(JSON.parse(`{"${name}":1}`))).toBeUndefined();
    }
  });
});
