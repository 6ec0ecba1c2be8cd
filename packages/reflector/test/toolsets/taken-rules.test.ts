import { onlyTool, readFiles, readMembers, toolsetSource } from '../support/read-fixture.js';

const DTO = `
import * as cv from 'class-validator';
import { Exclude, Expose, Transform } from 'class-transformer';
export class Base { @cv.MaxLength(9) name!: string }
export class Dto extends Base {
  @cv.Min(1) count = 3;
  @cv.IsOptional() @cv.Matches(/^a/) text?: string | null;
  @cv.IsInt() needed?: number;
}
export class Mail { @cv.IsEmail() mail!: string }
`;

const read = (type: string, declarations = '') =>
  readMembers(`  /** Sends. */ @Tool() send(one: ${type}): void {}`, `${DTO}\n${declarations}`);

const schemaOf = (type: string, declarations = '') => onlyTool(read(type, declarations)).arguments.schema;

const warnings = (type: string, declarations = '') =>
  read(type, declarations)
    .diagnostics.filter((one) => one.code === 'HAFT1109')
    .map(({ message, severity, line }) => `${severity} ${String(line)}: ${message}`);

const RULES = {
  name: { type: 'string', maxLength: 9 },
  count: { type: 'number', minimum: 1 },
  text: { type: ['string', 'null'], pattern: '^a' },
  needed: { type: 'integer' },
};

describe('the rules of a class hold where its members are taken without it', () => {
  test.each([
    ['Partial<Dto>', undefined],
    ['Readonly<Dto>', ['count', 'name']],
    ['Required<Dto>', ['count', 'text', 'needed', 'name']],
    ['Taken', ['count', 'name']],
    ['Taken', ['count', 'name'], 'interface Taken extends Dto {}'],
    ["Omit<Dto, 'none'>", ['count', 'name']],
    ['Mine<Dto>', ['count', 'name'], 'type Mine<T> = { [K in keyof T]: T[K] }'],
  ])('%s', (type, required, declarations = 'type Taken = Pick<Dto, keyof Dto>') => {
    const schema = schemaOf(type, declarations);
    expect(schema.properties).toEqual(RULES);
    expect(schema.required).toEqual(required);
    expect(warnings(type, declarations)).toEqual([]);
  });

  test('next to properties of the type itself', () => {
    const { properties } = schemaOf("Pick<Dto, 'name'> & { more: string; needed: 2 }");
    expect(properties).toEqual({ name: RULES.name, more: { type: 'string' }, needed: { const: 2 } });
  });

  test('from every class that has the property', () => {
    const { properties } = schemaOf("Pick<Dto, 'name'> & Other", 'class Other { @cv.MinLength(2) name!: string }');
    expect(properties).toEqual({ name: { type: 'string', maxLength: 9, minLength: 2 } });
  });

  test('for values that narrow the declaration of the class, and not for null that it does not have', () => {
    expect(schemaOf('{ [K in "name"]: Dto[K] } & { name: "a" | "b" }').properties).toEqual({
      name: { type: 'string', enum: ['a', 'b'] },
    });
    const declarations = 'type Nullable<T> = { [K in keyof T]: T[K] | null }';
    expect(schemaOf("Nullable<Pick<Dto, 'name'>>", declarations).properties).toEqual({
      name: { type: ['string', 'null'], maxLength: 9 },
    });
  });

  test('and not for values of another type', () => {
    const declarations = 'type Flags<T> = { [K in keyof T]: boolean }';
    expect(schemaOf("Flags<Pick<Dto, 'name'>>", declarations).properties).toEqual({ name: { type: 'boolean' } });
  });

  test('inside of other types', () => {
    const { properties } = schemaOf("{ changes: Partial<Pick<Dto, 'name'>>[] }");
    expect(properties).toMatchObject({ changes: { items: { properties: { name: RULES.name } } } });
  });

  test('in generic classes', () => {
    const declarations = 'class Page<T> { @cv.ArrayMaxSize(3) items!: T[] }';
    expect(schemaOf('Partial<Page<string>>', declarations).properties).toEqual({
      items: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    });
  });

  test('under another name', () => {
    const declarations = 'type Named<T> = { [K in keyof T as `my_${string & K}`]: T[K] }';
    expect(schemaOf("Named<Pick<Dto, 'name'>>", declarations).properties).toEqual({ my_name: RULES.name });
  });

  test('but not in an interface that says the property anew', () => {
    expect(schemaOf('More', "interface More extends Pick<Dto, 'name'> { name: string }").properties).toEqual({
      name: { type: 'string' },
    });
  });

  test('and are not asked of results', () => {
    const result = onlyTool(readMembers('  /** Finds. */ @Tool() find(): Partial<Mail> { return {}; }', DTO)).result;
    expect(result?.schema.properties).toEqual({ mail: { type: 'string' } });
  });
});

describe('decorators that need an instance cause a warning at the use of the type', () => {
  test('a rule that the schema cannot say', () => {
    expect(warnings('Partial<Mail>')).toEqual([
      "warning 17: 'mail' of 'Partial<Mail>': IsEmail needs an instance, but the type has none.",
    ]);
    expect(schemaOf('Partial<Mail>').properties).toEqual({ mail: { type: 'string', format: 'idn-email' } });
  });

  test('decorators of class-transformer', () => {
    const declarations = `class Mapped {
  @Expose({ name: 'n' }) named!: string;
  @Exclude() hidden!: string;
  @Transform(({ value }) => value) @cv.MinLength(2) text!: string;
}`;
    expect(warnings('Partial<Mapped>', declarations).map((one) => one.slice(0, 68))).toEqual([
      "warning 21: 'named' of 'Partial<Mapped>': Expose needs an instance, ",
      "warning 21: 'hidden' of 'Partial<Mapped>': Exclude needs an instance",
      "warning 21: 'text' of 'Partial<Mapped>': Transform needs an instance",
    ]);
    expect(schemaOf('Partial<Mapped>', declarations).properties).toMatchObject({ text: { type: 'string' } });
  });

  test('once for a type that a toolset uses several times', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(one: Partial<Mail>): void {}\n  /** B. */ @Tool() b(one: Partial<Mail>): void {}',
      DTO,
    );
    expect(diagnostics.map((one) => `${one.code} ${String(one.line)}`)).toEqual(['HAFT1109 16']);
  });

  test('a class of a library that uses class-validator: its rules are unknown', () => {
    const { diagnostics } = readFiles({
      'node_modules/acme/package.json': JSON.stringify({
        name: 'acme',
        version: '1.0.0',
        dependencies: { 'class-validator': '*' },
        types: 'index.d.ts',
      }),
      'node_modules/acme/index.d.ts': 'export declare class Foreign { mail: string }',
      'src/main.ts': toolsetSource(
        '  /** Sends. */ @Tool() send(dto: Partial<Foreign>): void {}',
        "import { Foreign } from 'acme';",
      ),
    });
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "HAFT1109 'mail' of 'Partial<Foreign>': Foreign needs an instance, but the type has none.",
    ]);
  });
});
