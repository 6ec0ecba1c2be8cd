import { onlyTool, readFiles, toolsetSource } from '../support/read-fixture.js';

/** The declarations of @nestjs/mapped-types. */
const MAPPED_TYPES = `
  export interface Type<T = unknown> extends Function { new (...args: never[]): T }
  export interface MappedType<T> extends Type<T> { new (): T }
  export declare function PartialType<T>(base: Type<T>, options?: { skipNullProperties?: boolean }): MappedType<Partial<T>>;
  export declare function PickType<T, K extends keyof T>(base: Type<T>, keys: readonly K[]): MappedType<Pick<T, K>>;
  export declare function OmitType<T, K extends keyof T>(base: Type<T>, keys: readonly K[]): MappedType<Omit<T, K>>;
  export declare function IntersectionType<A, B>(a: Type<A>, b: Type<B>): MappedType<A & B>;
`;

const CREATE = `
import * as cv from 'class-validator';
import { Transform } from 'class-transformer';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
declare function Other<T>(base: new () => T): new () => T;
class Create {
  @cv.IsString() @cv.MaxLength(9) name!: string;
  @cv.IsEmail() mail!: string;
}
class Counted { @cv.IsInt() count!: number }
class Trimmed { @Transform(({ value }) => value) @cv.MinLength(2) text!: string }
`;

function argumentsOf(base: string, members = '') {
  const dto = `${CREATE}\nexport class Dto extends ${base} { ${members} }`;
  const { arguments: args } = onlyTool(
    readFiles({
      'node_modules/@nestjs/mapped-types/package.json': JSON.stringify({
        name: '@nestjs/mapped-types',
        types: 'index.d.ts',
      }),
      'node_modules/@nestjs/mapped-types/index.d.ts': MAPPED_TYPES,
      'src/main.ts': toolsetSource('  /** Sends. */ @Tool() send(dto: Dto): void {}', dto),
    }),
  );
  return { schema: args.schema, revival: args.revivals.get(args.schema) };
}

describe('the mapped types of NestJS inherit the rules of their classes', () => {
  test('PartialType', () => {
    const { schema, revival } = argumentsOf('PartialType(Create)');
    expect(schema).toMatchObject({
      properties: { name: { type: 'string', maxLength: 9 }, mail: { type: 'string', format: 'idn-email' } },
    });
    expect(schema.required).toBeUndefined();
    expect(revival).toMatchObject({ uncovered: ['mail'] });
  });

  test('PickType and OmitType', () => {
    for (const base of [
      `PickType(Create, ['name'])`,
      `OmitType(Create, ['mail'])`,
      `PartialType(PickType(Create, ['name']))`,
    ]) {
      const { schema, revival } = argumentsOf(base);
      expect(schema.properties).toEqual({ name: { type: 'string', maxLength: 9 } });
      expect(revival).toMatchObject({ uncovered: [] });
    }
  });

  test('IntersectionType', () => {
    const { schema } = argumentsOf('IntersectionType(Create, Counted)');
    expect(schema.properties).toMatchObject({ name: { maxLength: 9 }, count: { type: 'integer' } });
  });

  test('a redeclared property replaces inherited rules', () => {
    const { schema } = argumentsOf('PickType(Create, ["name"])', '@cv.MinLength(1) name!: string;');
    expect(schema.properties).toEqual({ name: { type: 'string', minLength: 1 } });
  });

  test('@Transform is inherited too', () => {
    const { schema, revival } = argumentsOf('PartialType(Trimmed)');
    expect(schema.properties).toEqual({ text: { type: 'string' } });
    expect(revival).toMatchObject({ transformed: true, uncovered: ['text'] });
  });
});

test.each(['Other(Create)', 'PartialType(Create, { skipNullProperties: false })'])('%s may have any rule', (base) => {
  const { schema, revival } = argumentsOf(base);
  expect(schema.properties).toEqual({ name: { type: 'string' }, mail: { type: 'string' } });
  expect(revival).toMatchObject({ uncovered: ['name', 'mail'] });
});

describe('HAFT1110: the initial values of a class that a mapped type of NestJS makes optional', () => {
  const DEFAULTS = `
import { OmitType, PartialType, PickType } from '@nestjs/mapped-types';
class Create { title!: string; priority = 3; tags: string[] = []; note?: string = 'none' }
export class Kept extends OmitType(PartialType(Create), ['title']) {}
`;
  const read = (type: string) =>
    readFiles({
      'node_modules/@nestjs/mapped-types/package.json': JSON.stringify({
        name: '@nestjs/mapped-types',
        types: 'index.d.ts',
      }),
      'node_modules/@nestjs/mapped-types/index.d.ts': MAPPED_TYPES,
      'src/main.ts': toolsetSource(`  /** Updates. */ @Tool() update(id: number, dto: ${type}): void {}`, DEFAULTS),
    }).diagnostics.flatMap(({ code, severity, message }) => (code === 'HAFT1110' ? [`${severity} ${message}`] : []));

  test('are reported, because a call without them resets the property', () => {
    expect(read('Kept')).toEqual([
      "warning 'priority' of 'Kept' is optional, but a call without it sets the initial value of its class (3). So do 1 more.",
    ]);
  });

  test.each(['Create', 'Partial<Create>', 'Kept | null'])('%s', (type) => {
    expect(read(type)).toHaveLength(type === 'Kept | null' ? 1 : 0);
  });
});

describe('a type without instances has no initial values', () => {
  const DRAFT = `
export class Draft {
  title!: string;
  priority = 3;
  /** @default 9 */ size!: number;
  constructor(public limit = 10) {}
  isOpen(): boolean { return true; }
}
interface Task { /** @default 3 */ n: number; /** @default 4 */ m?: number }
type Sent<T> = { [K in keyof T]?: T[K] | null };
`;
  const schemaOf = (type: string) =>
    onlyTool(
      readFiles({
        'src/main.ts': toolsetSource(`  /** Updates. */ @Tool() update(id: number, change: ${type}): void {}`, DRAFT),
      }),
    ).arguments.schema.properties?.['change'];

  test.each([
    'Partial<Draft>',
    "Partial<Pick<Draft, 'priority' | 'size' | 'limit'>>",
    'Sent<Draft>',
    'Partial<Draft> & { id: string }',
  ])('%s has no defaults', (type) => {
    expect(schemaOf(type)).not.toMatchObject({ required: expect.arrayContaining(['priority']) });
    expect(JSON.stringify(schemaOf(type))).not.toContain('default');
  });

  test.each([
    "Pick<Draft, 'priority' | 'limit'>",
    "Omit<Draft, 'title' | 'size' | 'isOpen'>",
    "{ [K in 'priority' | 'limit']: Draft[K] }",
  ])('%s keeps its properties required', (type) => {
    expect(schemaOf(type)).toEqual({
      type: 'object',
      properties: { priority: { type: 'number' }, limit: { type: 'number' } },
      required: ['priority', 'limit'],
      additionalProperties: false,
    });
  });

  test('a tagged default does not make Partial<T> set a value', () => {
    expect(schemaOf('Partial<Task>')).toMatchObject({ properties: { n: { type: 'number' }, m: { type: 'number' } } });
    expect(JSON.stringify(schemaOf('Partial<Task>'))).not.toContain('default');
    expect(schemaOf('Task')).toMatchObject({ properties: { n: { default: 3 }, m: { default: 4 } }, required: ['n'] });
    expect(schemaOf("Pick<Task, 'm'>")).toMatchObject({ properties: { m: { default: 4 } } });
  });
});
