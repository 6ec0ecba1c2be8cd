import type { JsonSchemaObject } from '@haft/schema';
import { applyRules } from '../../../src/constraints/class-validator/apply-rules.js';
import { RuleReader } from '../../../src/constraints/class-validator/read-property-rules.js';
import { virtualProgram } from '../../support/virtual-program.js';

const IMPORTS = `
  import * as cv from 'class-validator';
  import { IsString as Text, ${[
    ...[
      'ArrayMaxSize',
      'ArrayMinSize',
      'ArrayUnique',
      'IsArray',
      'IsBoolean',
      'IsDate',
      'IsDefined',
      'IsEmail',
      'IsEnum',
    ],
    ...['IsIn', 'IsInt', 'IsNotEmpty', 'IsNumber', 'IsOptional', 'IsString', 'IsUUID', 'IsUrl', 'Length', 'Matches'],
    ...['Max', 'MaxLength', 'Min', 'MinLength', 'ValidateIf', 'ValidateNested', 'registerDecorator', 'Validate'],
  ].join(', ')} } from 'class-validator';
  declare function applyDecorators(...all: PropertyDecorator[]): PropertyDecorator;
`;

function rulesOf(body: string, property = 'x', before = '', options: { readonly class?: string } = {}) {
  const program = virtualProgram({ 'main.ts': `${IMPORTS}\n${before}\nexport class Dto { ${body} }` });
  return new RuleReader(program.checker).readPropertyRules(program.type(options.class ?? 'Dto'), property);
}

describe('the rules of a property are keywords', () => {
  test.each<[string, JsonSchemaObject]>([
    ['@IsString() x!: string', { type: 'string' }],
    ['@Text() x!: string', { type: 'string' }],
    ['@cv.MinLength(2) x!: string', { type: 'string', minLength: 2 }],
    ['@MinLength(1) @MaxLength(10) x!: string', { type: 'string', minLength: 1, maxLength: 10 }],
    ['@Length(2, 3) x!: string', { type: 'string', minLength: 2, maxLength: 3 }],
    ['@Length(2) @MinLength(5) x!: string', { type: 'string', minLength: 5 }],
    ['@IsInt() @Min(1) @Max(100) x!: number', { type: 'integer', minimum: 1, maximum: 100 }],
    ['@IsNumber() x!: number', { type: 'number' }],
    ['@IsBoolean() x!: boolean', { type: 'boolean' }],
    [`@IsIn(['a', 'b']) x!: 'a' | 'b'`, { enum: ['a', 'b'] }],
    ['@IsEnum(Colour) x!: Colour', { enum: ['red', 'green'] }],
    ['@Matches(/^a+$/) x!: string', { type: 'string', pattern: '^a+$' }],
    [`@Matches('^a+$', 'u') x!: string`, { type: 'string', pattern: '^a+$' }],
    [`@Matches(/^a+$/, { message: 'no' }) x!: string`, { type: 'string', pattern: '^a+$' }],
    ['@IsArray() @ArrayMinSize(1) @ArrayMaxSize(3) x!: string[]', { type: 'array', minItems: 1, maxItems: 3 }],
    ['@ArrayUnique() x!: string[]', { type: 'array', uniqueItems: true }],
    ['@IsNotEmpty() @IsString() x!: string', { type: 'string', minLength: 1 }],
    ['@MaxLength(MAX) x!: string', { type: 'string', maxLength: 9 }],
    ['@IsDate() x!: Date', {}],
    ['@ValidateNested() x!: Inner', { type: ['object', 'array'] }],
    ['@IsUUID("4") x!: string', { type: 'string', format: 'uuid', pattern: '^.{14}4.{4}[89abAB]' }],
  ])('%s', (body, keywords) => {
    const before = `enum Colour { Red = 'red', Green = 'green' } const MAX = 9; class Inner { @IsString() a!: string }`;
    const rules = rulesOf(body, 'x', before);
    expect(rules.keywords).toEqual(keywords);
    expect(rules.uncovered).toEqual([]);
    expect(rules.covered).toBe(true);
  });

  test('each is about the items', () => {
    const rules = rulesOf('@IsString({ each: true }) @MaxLength(5, { each: true }) @ArrayMaxSize(2) x!: string[]');
    expect(rules).toMatchObject({
      itemKeywords: { type: 'string', maxLength: 5 },
      keywords: { type: 'array', maxItems: 2 },
    });
  });

  test.each<[string, string]>([
    ['@cv.IsMACAddress({ each: true }) x!: string[]', 'itemKeywords'],
    ['@cv.IsMACAddress({ no_separators: true }, { each: true }) x!: string[]', 'itemKeywords'],
    ['@cv.IsMACAddress({ no_separators: true }) x!: string', 'keywords'],
    ['@cv.IsIBAN({}, { each: true }) x!: string[]', 'itemKeywords'],
    ['@Matches(/a/, { each: true }) x!: string[]', 'itemKeywords'],
    ['@Matches("a", "u", { each: true }) x!: string[]', 'itemKeywords'],
  ])('finds options at their position: %s', (body, where) => {
    expect(rulesOf(body)).toMatchObject({ [where]: { type: 'string' } });
  });

  test('options of ArrayUnique without an identifier', () => {
    expect(rulesOf(`@ArrayUnique({ message: 'twice' }) x!: string[]`)).toMatchObject({
      keywords: { uniqueItems: true },
      messages: { uniqueItems: 'twice' },
      covered: true,
    });
  });

  test('each of IsDefined and IsNotEmpty is about the items, too', () => {
    expect(rulesOf('@IsDefined({ each: true }) x!: (string | null)[]')).toMatchObject({
      keywords: { type: ['string', 'number', 'boolean', 'array', 'object'] },
      itemKeywords: { type: ['string', 'number', 'boolean', 'array', 'object'] },
      covered: true,
    });
    expect(rulesOf('@IsNotEmpty({ each: true }) x!: string[]').itemKeywords).toMatchObject({ minLength: 1 });
    expect(rulesOf('@IsNotEmpty({ each: true }) x!: Uint8Array[]').itemKeywords.minLength).toBeUndefined();
    expect(rulesOf('@IsNotEmpty({ each: true }) x!: unknown').covered).toBe(false);
  });

  test('finds no rule without a decorator', () => {
    expect(rulesOf('x!: string')).toMatchObject({ keywords: {}, covered: true, uncovered: [], required: false });
  });

  test('IsOptional excepts null and absence', () => {
    expect(rulesOf('@IsOptional() @IsInt() x?: number')).toMatchObject({
      optional: true,
      required: false,
      covered: true,
    });
    expect(rulesOf('@IsInt() x?: number')).toMatchObject({ optional: false, required: true });
  });
});

describe('an uncovered rule', () => {
  test.each([
    ['@IsEmail() x!: string', ['IsEmail']],
    ['@IsUrl() x!: string', ['IsUrl']],
    ['@IsNumber({ maxDecimalPlaces: 2 }) x!: number', ['IsNumber']],
    ['@Matches(/^a+$/i) x!: string', ['Matches']],
    ['@IsString({ groups: ["admin"] }) x!: string', ['IsString']],
    ['@IsString({ message: () => "no" }) x!: string', ['IsString']],
    ['@MaxLength(limit) x!: string', ['MaxLength']],
    ['@MaxLength(compute()) x!: string', ['MaxLength']],
    ['@MaxLength(process.env.X) x!: string', ['MaxLength']],
    ['@ValidateIf((o) => o.y) @IsString() x!: string', ['ValidateIf', 'IsString']],
    ['@IsOptional({ groups: ["a"] }) @IsString() x!: string', ['IsOptional', 'IsString']],
    ['@IsString({ always: true }) @IsOptional() x?: string', ['IsString']],
    ['@Validate(class {}) x!: string', ['Validate']],
    ['@Custom() x!: string', ['Custom']],
    ['@Custom() @IsString() x!: string', ['Custom', 'IsString']],
    ['@IsString() x!: Date', ['IsString']],
    ['@ArrayUnique() x!: object[]', ['ArrayUnique']],
    ['@ArrayUnique((o: any) => o.id) x!: string[]', ['ArrayUnique']],
    ['@IsString({ each: true }) x!: unknown', ['IsString']],
    ['@IsString({ each: true }) x!: Set<string>', ['IsString']],
  ])('%s', (body, uncovered) => {
    const before = `
      let limit = 3; declare function compute(): number; declare const process: any;
      function Custom() { return (target: object, key: string) => { if (key) registerDecorator({ target: target.constructor, propertyName: key, validator: { validate: () => true } }); }; }
    `;
    const rules = rulesOf(body, 'x', before);
    expect(rules.uncovered).toEqual(uncovered);
    expect(rules.covered).toBe(false);
  });

  test('a rule that always runs is in the schema, and `always: false` is the default', () => {
    expect(rulesOf('@MinLength(3, { always: true }) x!: string').keywords).toEqual({ type: 'string', minLength: 3 });
    expect(rulesOf('@MinLength(3, { always: false }) x!: string').covered).toBe(true);
  });

  test('a condition keeps every keyword out of the schema', () => {
    expect(rulesOf('@ValidateIf(() => false) @MinLength(3) x!: string').keywords).toEqual({});
  });

  test('keeps the keywords that the schema can express', () => {
    expect(rulesOf('@IsEmail() @MaxLength(50) x!: string').keywords).toEqual({
      type: 'string',
      format: 'idn-email',
      maxLength: 50,
    });
  });
});

describe('helpers are followed', () => {
  const helpers = `
    const IsSlug = () => Matches(/^[a-z-]+$/);
    function ShortText(max = 5) { return MaxLength(max); }
    function Name(max: number) { return applyDecorators(IsString(), MaxLength(max), ShortText()); }
    const Both = (min: number) => (target: object, key: string) => { IsString()(target, key); MinLength(min)(target, key); };
    function Either(flag: boolean) { return flag ? IsString() : IsInt(); }
    function Note(text: string) { return (target: object, key: string) => { console.log(text, target, key); }; }
    declare const console: any;
  `;
  test.each<[string, JsonSchemaObject, readonly string[]]>([
    ['@IsSlug() x!: string', { type: 'string', pattern: '^[a-z-]+$' }, []],
    ['@ShortText() x!: string', { type: 'string', maxLength: 5 }, []],
    ['@ShortText(7) x!: string', { type: 'string', maxLength: 7 }, []],
    ['@Name(9) x!: string', { type: 'string', maxLength: 5 }, []],
    ['@Both(2) x!: string', { type: 'string', minLength: 2 }, []],
    ['@Either(true) x!: string', {}, ['Either']],
    ['@Note("a") @IsString() x!: string', { type: 'string' }, []],
  ])('%s', (body, keywords, uncovered) => {
    expect(rulesOf(body, 'x', helpers)).toMatchObject({ keywords, uncovered });
  });
});

describe('inheritance is that of class-validator', () => {
  const base = `
    class Base { @IsString() @Length(5, 10) x!: string; @IsDefined() @MinLength(2) y!: string; }
    class Middle extends Base { @MaxLength(8) x!: string; }
    class Grouped { @MinLength(2, { groups: ["a"] }) x!: string; @IsString({ always: true }) y!: string; @MinLength(2) z!: string; }
    declare function Mixed<T extends new () => object>(base: T): T;
  `;
  const inherited = (body: string, property: string, parent = 'Base') => {
    const source = `${IMPORTS} ${base} export class Dto extends ${parent} { ${body} }`;
    const program = virtualProgram({ 'main.ts': source });
    return new RuleReader(program.checker).readPropertyRules(program.type('Dto'), property);
  };

  test('rules are inherited', () => {
    expect(inherited('', 'x').keywords).toEqual({ type: 'string', minLength: 5, maxLength: 10 });
  });

  test('a redeclared property drops all inherited rules of its kind', () => {
    expect(inherited('@Length(1, 3) x!: string', 'x').keywords).toEqual({ type: 'string', minLength: 1, maxLength: 3 });
    expect(inherited('@MinLength(1) y!: string', 'y').messages).toEqual({});
    expect(inherited('@MinLength(1) y!: string', 'y').keywords).toMatchObject({ minLength: 1 });
  });

  test('a dropped rule that runs for groups keeps the property from being covered', () => {
    const own = (member: string, name: string) => inherited(member, name, 'Grouped');
    expect(own('@IsString() x!: string', 'x')).toMatchObject({
      keywords: { type: 'string' },
      uncovered: ['MinLength'],
      registered: '*',
    });
    expect(own('@MinLength(1) y!: string', 'y').uncovered).toEqual(['IsString']);
    expect(own('@MinLength(1) z!: string', 'z').covered).toBe(true);
  });

  test('the rules of all base classes add up', () => {
    expect(inherited('', 'x', 'Middle').keywords).toEqual({ type: 'string', minLength: 5, maxLength: 8 });
  });

  test('a base class that is computed may have any rule', () => {
    expect(inherited('@MinLength(1) z!: string', 'z', 'Mixed(Base)')).toMatchObject({
      keywords: {},
      uncovered: ['Mixed(Base)', 'MinLength'].reverse(),
    });
    expect(inherited('', 'x', 'Mixed(Base)').covered).toBe(false);
  });
});

describe('a decorator on the class', () => {
  const rules = (decorator: string) => {
    const before = `
      function Ruled() { return (target: Function) => registerDecorator({ target, propertyName: 'x', validator: { validate: () => false } }); }
      function Noted() { return (target: Function) => console.log(target); }
      declare const console: { log(...all: unknown[]): void };
    `;
    const program = virtualProgram({
      'main.ts': `${IMPORTS}${before}${decorator} export class Dto { @IsString() x!: string; y!: string }`,
    });
    const reader = new RuleReader(program.checker);
    return ['x', 'y'].map((name) => reader.readPropertyRules(program.type('Dto'), name).covered);
  };

  test('that mentions class-validator may have a rule for every property', () => {
    expect(rules('@Ruled()')).toEqual([false, false]);
    expect(rules('@Noted()')).toEqual([true, true]);
  });
});

describe('class-transformer', () => {
  const before = `import { Transform, Type } from 'class-transformer';`;

  test("a value from @Transform differs from the schema's value: its rules run at the call", () => {
    const rules = rulesOf('@Transform(({ value }) => value.trim()) @MinLength(2) x!: string', 'x', before);
    expect(rules).toMatchObject({ keywords: {}, covered: false, uncovered: ['Transform'] });
  });

  test('@Type changes nothing', () => {
    expect(rulesOf('@Type(() => String) @MinLength(2) x!: string', 'x', before).covered).toBe(true);
  });
});

describe('the texts of the author', () => {
  test('belong to the keyword that rejects the value', () => {
    const rules = rulesOf(`@IsString() @MaxLength(10_000, { message: 'too long' }) x!: string`);
    expect(rules.messages).toEqual({ maxLength: 'too long' });
    expect(rules.covered).toBe(true);
  });

  test.each([
    ["@IsString({ message: 'a text, please' }) @MaxLength(9, { message: 'too long' }) x!: string", 'a text, please'],
    ["@IsEmail({}, { message: 'your e-mail, please' }) x!: string", 'your e-mail, please'],
    ["@IsString() @MaxLength(9, { message: 'too long' }) x!: string", undefined],
  ])('answer an absent value only where they fit: %s', (source, message) => {
    expect(rulesOf(source).messages['required']).toBe(message);
  });

  test('are filled in as far as they are known', () => {
    const text = `'$target.$property: at least $constraint1, not $value'`;
    expect(rulesOf(`@Min(3, { message: ${text} }) x!: number`).messages['minimum']).toBe(
      'Dto.x: at least 3, not $value',
    );
  });

  test('belong to the tightest rule', () => {
    const two = `@Min(1, { message: 'one' }) @Min(5, { message: 'five' })`;
    expect(rulesOf(`${two} x!: number`).messages['minimum']).toBe('five');
    expect(rulesOf(`@Min(1, { message: 'one' }) @Min(5) x!: number`).messages['minimum']).toBeUndefined();
  });

  test('for items belong to the items', () => {
    const rules = rulesOf(`@MaxLength(3, { each: true, message: 'too long' }) x!: string[]`);
    const { schema, messages } = applyRules({ type: 'array', items: { type: 'string' } }, rules);
    expect(schema).toEqual({ type: 'array', items: { type: 'string', maxLength: 3 } });
    expect(messages.get(schema.items as JsonSchemaObject)).toEqual({ maxLength: 'too long' });
  });
});

describe('a dangerous expression is reported at its place', () => {
  test.each([
    '@Matches(/^(a+)+$/i) x!: string',
    '@Matches(/^(a+)+$/, { groups: ["a"] }) x!: string',
    '@ValidateIf(() => true) @Matches("^(a+)+$") x!: string',
    '@Matches(/^(a+)+$/, { each: true }) x!: string[]',
  ])('also where class-validator runs it: %s', (body) => {
    expect(rulesOf(body).findings.map((one) => one.finding.code)).toEqual(['HAFT1105']);
  });

  test('a polynomial one is fine for a short text, whatever the order', () => {
    expect(rulesOf('@Matches(/^a*a*b/) x!: string').findings).toHaveLength(1);
    expect(rulesOf('@Matches(/^a*a*b/) @MaxLength(100) x!: string').findings).toEqual([]);
    expect(rulesOf('@MaxLength(100, { each: true }) @Matches(/^a*a*b/, { each: true }) x!: string[]').findings).toEqual(
      [],
    );
  });

  test('unless its author trusts it', () => {
    const [found] = rulesOf('@Matches(/^(a+)+$/) x!: string').findings;
    expect(found?.finding.code).toBe('HAFT1105');
    expect(found?.node.getText()).toBe('Matches(/^(a+)+$/)');
    expect(rulesOf('\n/** @trustedPattern */\n@Matches(/^(a+)+$/) x!: string').findings).toEqual([]);
  });
});
