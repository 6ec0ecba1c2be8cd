import { validates } from '@haft/schema';
import { onlyTool, readFiles, readMembers, toolsetSource } from '../support/read-fixture.js';

const IMPORTS = `import * as cv from 'class-validator';\nimport * as ct from 'class-transformer';\n`;

const NOT_NULL = ['string', 'number', 'boolean', 'array', 'object'];

/** A tool whose one parameter is a DTO with these members. */
const withDto = (members: string, more = '') =>
  readMembers(
    '  /** Sends. */ @Tool() send(dto: Dto): void {}',
    `${IMPORTS}${more}\nexport class Dto {\n${members}\n}`,
  );

/** A tool that returns an instance with these members. */
const withResult = (members: string, result = 'User', more = '') =>
  readMembers(
    `  /** Finds. */ @Tool() find(): ${result} { return {} as never; }`,
    `${IMPORTS}export class User {\n${members}\n}\n${more}`,
  );

const codes = ({ diagnostics }: ReturnType<typeof withDto>) =>
  diagnostics
    .filter((one) => one.code.startsWith('HAFT11'))
    .map((one) => `${one.code} ${one.severity} ${String(one.line)}`);

describe('the rules of a DTO', () => {
  test('are in the schema of the tool', () => {
    const { arguments: args } = onlyTool(
      withDto(`
  @cv.IsString() @cv.MaxLength(9, { message: 'too long' }) name!: string;
  @cv.IsInt() @cv.Min(1) count = 3;
  @cv.IsOptional() @cv.IsIn(['a', 'b']) mode?: 'a' | 'b' | 'c' | null;
  @cv.MinLength(2, { each: true }) tags!: string[];
  @cv.IsInt() needed?: number;
  @cv.IsDate() @cv.MaxDate(new Date()) when!: Date;`),
    );
    expect(args.schema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 9 },
        count: { type: 'integer', minimum: 1, default: 3 },
        mode: { type: ['string', 'null'], enum: ['a', 'b', null] },
        tags: { type: 'array', items: { type: 'string', minLength: 2 } },
        needed: { type: 'integer' },
        when: { type: 'string', format: 'date-time' },
      },
      required: ['name', 'tags', 'needed', 'when'],
      additionalProperties: false,
    });
    expect(args.revivals.get(args.schema)).toMatchObject({ uncovered: ['when'] });
    const texts = [...(args.messages ?? [])].map(([place, text]) => [place.maxLength, text]);
    expect(texts).toEqual([[9, { maxLength: 'too long' }]]);
  });

  test('make a property required in the wire type too, which its type alone does not', () => {
    const { arguments: args } = onlyTool(
      withDto(
        `
  @cv.IsInt() needed?: number;
  @cv.IsOptional() @cv.IsInt() optional?: number;
  @cv.IsInt() counted = 3;
  inner?: Inner;`,
        'export class Inner { @cv.IsString() name?: string }',
      ),
    );
    expect(args.schema.required).toEqual(['needed']);
    expect(args.wireType).toBe('{ needed: number; optional?: number; counted?: number; inner?: { name: string } }');
  });

  test('take null out of the wire type too, which its type alone has', () => {
    const { arguments: args } = onlyTool(
      withDto(`
  @cv.IsString() text!: string | null;
  @cv.IsIn(['a', 'b']) choice!: 'a' | 'b' | null;
  @cv.IsDefined() list!: (string | null)[] | number | null;
  @cv.IsOptional() @cv.IsString() free!: string | null;
  @cv.NotEquals('x') other!: string | null;`),
    );
    expect(args.wireType).toBe(
      '{ text: string; choice: "a" | "b"; list: Array<string | null> | number; free: string | null; other: string | null }',
    );
  });

  test('are named as class-validator registers them, for the comparison at the first call', () => {
    const { arguments: args } = onlyTool(
      withDto(`
  @cv.Length(1, 3) @cv.IsString() @cv.IsOptional() name?: string | null;
  @cv.IsEmail() mail!: string;
  @cv.IsString() private hidden = 'x';
  free!: number;`),
    );
    expect(args.revivals.get(args.schema)).toMatchObject({
      rules: { name: 'conditionalvalidation islength isstring', mail: '*', hidden: '?' },
      uncovered: ['mail', 'hidden'],
    });
  });

  test('in a library that uses class-validator are unreadable, and the module records that', () => {
    const { arguments: args } = onlyTool(
      readFiles({
        'node_modules/acme/package.json': JSON.stringify({
          name: 'acme',
          version: '1.0.0',
          dependencies: { 'class-validator': '*' },
          types: 'index.d.ts',
        }),
        'node_modules/acme/index.d.ts': 'export declare class Foreign { mail: string }',
        'src/main.ts': toolsetSource(
          '  /** Sends. */ @Tool() send(dto: Foreign): void {}',
          "import { Foreign } from 'acme';",
        ),
      }),
    );
    expect(args.revivals.get(args.schema)).toMatchObject({
      rules: { mail: '?' },
      fromLibrary: true,
      uncovered: ['mail'],
    });
  });

  test('on accessors run at the call', () => {
    const { arguments: args } = onlyTool(
      withDto('  a!: string;\n  @cv.IsNotEmpty() get both(): string { return this.a; }'),
    );
    expect(args.revivals.get(args.schema)).toMatchObject({ uncovered: ['both'] });
    expect(Object.keys(args.schema.properties ?? {})).toEqual(['a']);
  });

  test('refuse null where a schema only refers to a type that has it', () => {
    const { arguments: args } = onlyTool(
      withDto(
        `
  @cv.IsDefined() one!: Tree;
  @cv.ValidateNested() many!: Tree[];
  @cv.IsOptional() @cv.ValidateNested() none!: Tree;`,
        'export type Tree = { inside: Tree[] } | null;',
      ),
    );
    const { properties = {} } = args.schema;
    const $ref = '#/$defs/Tree';
    expect(properties['one']).toEqual({ $ref, allOf: [{ type: [...NOT_NULL] }] });
    expect(properties['many']).toEqual({ type: 'array', items: { $ref, allOf: [{ type: ['object', 'array'] }] } });
    expect(properties['none']).toEqual({ $ref });
    expect(validates(args.schema, { one: { inside: [null] }, many: [], none: null })).toBe(true);
    expect(validates(args.schema, { one: null, many: [], none: null })).toBe(false);
    expect(validates(args.schema, { one: { inside: [] }, many: [null], none: null })).toBe(false);
  });

  test('that nothing of the type can meet are an error at the property', () => {
    expect(codes(withDto('  @cv.IsInt() name!: string;'))).toEqual(['HAFT1102 error 6']);
  });

  test('that only an empty list can meet are an error that says so', () => {
    for (const [members, wanted] of [
      ['  @cv.IsInt({ each: true }) tags!: string[];', 'integer'],
      ['  @cv.ValidateNested() tags!: string[];', 'object or array'],
    ] as const) {
      const errors = withDto(members).diagnostics.filter((one) => one.code === 'HAFT1102');
      expect(errors.map(({ message, fix, line }) => [message, fix, line])).toEqual([
        [
          `No item of the type of 'tags' meets its constraints: only an empty list would pass. The type allows string, but the constraints ask for ${wanted}.`,
          'Correct the constraint, or the type of the items.',
          6,
        ],
      ]);
    }
  });

  test('with @ValidateNested reject null, in place of an object and among items', () => {
    const { arguments: args } = onlyTool(
      withDto(
        `
  @cv.ValidateNested() one!: Inner | null;
  @cv.ValidateNested({ each: true }) many!: (Inner | null)[] | null;
  @cv.ValidateNested() @cv.IsOptional() none?: Inner | null;
  @cv.ValidateNested({ message: () => 'no' }) asked!: Inner | null;
  @cv.ValidateNested() set!: Set<Inner | null>;
  @cv.ValidateNested() tree!: Tree[];`,
        'export class Inner { a!: string }\nexport class Tree { @cv.ValidateNested() inside!: Tree[] }',
      ),
    );
    const inner = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    expect(args.schema.properties).toMatchObject({
      one: inner,
      many: { type: 'array', items: inner },
      none: { anyOf: [inner, { type: 'null' }] },
      asked: { anyOf: [inner, { type: 'null' }] },
      tree: { type: 'array', items: { $ref: '#/$defs/Tree' } },
    });
    expect(args.revivals.get(args.schema)).toMatchObject({ uncovered: ['asked', 'set'] });
  });

  test('with a dangerous expression are an error at the decorator', () => {
    expect(codes(withDto('  @cv.Matches(/^(a+)+$/) name!: string;'))).toEqual(['HAFT1105 error 6']);
  });
});

describe('class-transformer on a DTO', () => {
  test('names and leaves out properties of the schema', () => {
    const { arguments: args } = onlyTool(
      withDto(`
  @ct.Expose({ name: 'other' }) renamed!: string;
  @ct.Exclude() hidden = 'x';
  @ct.Transform(({ value }) => value) @cv.MinLength(2) changed!: string;
  @ct.Type(() => Date) when!: Date;`),
    );
    expect(Object.keys(args.schema.properties ?? {})).toEqual(['other', 'changed', 'when']);
    expect(args.schema.required).toEqual(['other', 'changed', 'when']);
    expect(args.schema.properties?.['changed']).toEqual({ type: 'string' });
    expect(args.wireType).toBe('{ other: string; changed: string; when: string }');
    expect(args.revivals.get(args.schema)).toMatchObject({ transformed: true, uncovered: ['changed'] });
  });

  test('that would leave a date or an instance plain is an error', () => {
    const inner = 'export class Inner { a!: string }';
    const found = codes(
      withDto(
        '  @ct.Expose() name!: string;\n  when!: Date;\n  inner?: Inner[];\n  @ct.Type(() => Inner) typed!: Inner;',
        inner,
      ),
    );
    expect(found).toEqual(['HAFT1106 error 7', 'HAFT1106 error 8']);
  });

  test('that would leave something plain inside a nested class or object is an error there', () => {
    const inner = `export class Deep { when!: Date }
export class Inner { a!: string; @ct.Type(() => Deep) deep?: Deep[] }
export class Own { @ct.Transform(({ value }) => value) made?: Date; @ct.Type(() => Deep) deep?: Deep }`;
    const project = withDto(
      `  @ct.Expose() name!: string;
  @ct.Type(() => Inner) typed!: Inner;
  @ct.Type(() => Own) own!: Own;
  plain?: { since: Date; until?: string }[];
  pair?: [string, Date];
  byName?: Record<string, Date>;`,
      inner,
    );
    expect(codes(project)).toEqual([4, 4, 11, 12, 13].map((line) => `HAFT1106 error ${String(line)}`));
    const deep = project.diagnostics.filter((one) => one.line === 4).map(({ message }) => message);
    const text = (maker: string) =>
      `class-transformer makes the instances of '${maker}', and 'when' of 'Deep' would stay plain JSON.`;
    expect(new Set(deep)).toEqual(new Set([text('Dto'), text('Own')]));
  });
});

describe('subclasses that only @Type names', () => {
  const more = `export class Hobby { name!: string }
export class Sports extends Hobby { kind!: 'sports' }
export class Programming extends Hobby { kind!: 'programming' }
const options = { discriminator: { property: 'kind', subTypes: [{ value: Sports, name: 'sports' }] } };`;

  test('are a warning at the property, alone or in an array', () => {
    const project = withDto(
      '  @ct.Type(() => Hobby, options) hobby!: Hobby;\n  @ct.Type(() => Hobby, options) all!: Hobby[];',
      more,
    );
    expect(codes(project)).toEqual(['HAFT1108 warning 9', 'HAFT1108 warning 10']);
  });

  test('are not needed where the type names them', () => {
    const project = withDto('  @ct.Type(() => Hobby, options) hobby!: Sports | Programming;', more);
    expect(codes(project)).toEqual([]);
  });
});

describe('class-transformer on a result', () => {
  test('that would be hidden is an error, one that would be changed a warning', () => {
    const found = codes(
      withResult(
        '  name!: string;\n  @ct.Exclude() password!: string;\n  @ct.Expose({ name: "b" }) a!: string;\n  @ct.Exclude({ toClassOnly: true }) id!: string;',
      ),
    );
    expect(found).toEqual(['HAFT1107 error 6', 'HAFT1107 warning 7']);
  });

  test.each([
    ['Partial<User>'],
    ["Pick<User, 'name' | 'password'>"],
    ['User & { more: string }'],
    ['Found', 'export interface Found extends User { more: string }'],
    ['{ users: Partial<User>[] }'],
  ])('that would be hidden is an error in a type that is made of the class, too: %s', (result, more = '') => {
    const { diagnostics } = withResult('  name!: string;\n  @ct.Exclude() password!: string;', result, more);
    expect(diagnostics.map((one) => `${one.code} ${one.severity}`)).toEqual(['HAFT1107 error']);
    expect(diagnostics[0]?.message).toMatch(
      /^class-transformer leaves out 'password' of 'User', but Haft sends a result of type '.+' unchanged\.$/,
    );
  });

  test.each([
    ["Omit<User, 'password'>"],
    ['{ [K in keyof User]: boolean }'], // other values
    ['{ name: string; password: string }'],
  ])('that is not there is none: %s', (result) => {
    expect(codes(withResult('  name!: string;\n  @ct.Exclude() password!: string;', result))).toEqual([]);
  });
});

test.each([
  ["import * as lost from 'class-validator-of-nobody';", '@lost.MaxLength(3)'],
  ["import { MaxLength } from './rules';", '@MaxLength(3)'],
  ["import { MaxLength as Most } from 'class-validator-of-nobody';", '@Most(3)'],
])('HAFT1101: a decorator of an import that is not found: %s', (imported, decorator) => {
  const { diagnostics } = readMembers(
    '  /** Sends. */ @Tool() send(dto: Dto): void {}',
    `${imported}\nexport class Dto { ${decorator} name!: string }`,
  );
  expect(
    diagnostics.filter(({ code }) => code === 'HAFT1101').map(({ message, severity }) => [severity, message]),
  ).toEqual([
    [
      'error',
      expect.stringMatching(
        /^@(lost\.MaxLength|MaxLength|Most) of 'Dto\.name' cannot be read: the import of '[^']+' is not found\.$/,
      ),
    ],
  ]);
});
