import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { readTransformation } from '../../../src/constraints/class-transformer/read-transformation.js';
import * as fixtures from '../../fixtures/constraints/transformed.js';
import { virtualProgram } from '../../support/virtual-program.js';

const text = readFileSync(join(import.meta.dirname, '../../fixtures/constraints/transformed.ts'), 'utf8');
const program = virtualProgram({ 'main.ts': text });
const read = (className: string, property: string) =>
  readTransformation(program.type(className), property, program.checker);

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
    ],
  ],
  ['Closed', ['hidden', 'shown']],
  ['Derived', ['own', 'untouched', 'never', 'renamed', 'grouped']],
];
const cases = PROPERTIES.flatMap(([dto, names]) => names.map((name) => [dto, name] as const));

test.each(cases)('%s.%s is taken from the argument as class-transformer takes it', (dto, property) => {
  const { wireName } = read(dto, property);
  const taken = (name: string): unknown =>
    (plainToInstance(fixtures[dto], { [name]: 'here' }) as Readonly<Record<string, unknown>>)[property];
  if (wireName === undefined) expect(taken(property)).toBeUndefined();
  else expect(taken(wireName)).toBe('here');
});

test.each([
  ['untouched', false, false],
  ['changed', true, true],
  ['changedOut', false, false],
  ['typed', false, true],
  ['renamed', false, false],
])('%s: changes %s, typed %s', (property, changes, typed) => {
  expect(read('Mixed', property)).toMatchObject({ changes, typed });
});
