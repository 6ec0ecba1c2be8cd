import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instanceToPlain, plainToInstance } from 'class-transformer';
import {
  TransformationReader,
  type Direction,
} from '../../../src/constraints/class-transformer/read-transformation.js';
import * as fixtures from '../../fixtures/constraints/transformed.js';
import { virtualProgram } from '../../support/virtual-program.js';

const text = readFileSync(join(import.meta.dirname, '../../fixtures/constraints/transformed.ts'), 'utf8');
const program = virtualProgram({ 'main.ts': text });
const reader = new TransformationReader(program.checker);
const read = (className: string, property: string, direction: Direction) =>
  reader.read(program.type(className), property, direction);

const PROPERTIES: readonly (readonly [keyof typeof fixtures, readonly string[]])[] = [
  ['Plain', ['a']],
  [
    'Mixed',
    [
      'untouched',
      'changed',
      'changedOut',
      'typed',
      'never',
      'outOnly',
      'inOnly',
      'shown',
      'renamed',
      'renamedOut',
      'grouped',
      'composed',
      'hiddenByHelper',
    ],
  ],
  ['Closed', ['hidden', 'shown']],
  ['Derived', ['own', 'untouched', 'never', 'renamed', 'grouped']],
];
const cases = PROPERTIES.flatMap(([dto, names]) => names.map((name) => [dto, name] as const));

test.each(cases)('%s.%s is taken from the argument as class-transformer takes it', (dto, property) => {
  const { wireName } = read(dto, property, 'in');
  const taken = (name: string): unknown =>
    (plainToInstance(fixtures[dto] as new () => object, { [name]: 'here' }) as Readonly<Record<string, unknown>>)[
      property
    ];
  if (wireName === undefined) expect(taken(property)).toBeUndefined();
  else expect(taken(wireName)).toBe('here');
});

test.each(cases)('%s.%s is in JSON as class-transformer writes it', (dto, property) => {
  const { wireName } = read(dto, property, 'out');
  const instance = Object.assign(new fixtures[dto](), { [property]: 'here' });
  const written = instanceToPlain(instance) as Readonly<Record<string, unknown>>;
  expect(Object.entries(written).filter(([, value]) => value === 'here')).toEqual(
    wireName === undefined ? [] : [[wireName, 'here']],
  );
});

test.each([
  ['untouched', false, false],
  ['changed', true, true],
  ['changedOut', false, false],
  ['typed', false, true],
  ['renamed', false, false],
  ['composed', false, true],
])('%s: changes %s, typed %s', (property, changes, typed) => {
  expect(read('Mixed', property, 'in')).toMatchObject({ changes, typed });
});
