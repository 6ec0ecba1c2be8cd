import { describe, expect, it } from '@jest/globals';
import { withTagsOnly } from '../../src/program/comment-text.js';
import type { ReadProject } from '../../src/read-project.js';
import { onlyTool, readFiles, readMembers, toolsetSource } from '../support/read-fixture.js';

/* An `@` in a text is text. Only one that starts a tag ends the text before it. */

describe('a comment', () => {
  it.each([
    ['a word', '/** Posts to @everyone at once. */', 'Posts to @everyone at once.'],
    ['a package', '/** An npm scope such as @acme/widgets is fine. */', 'An npm scope such as @acme/widgets is fine.'],
    ['a package at the start', '/** @acme/widgets is fine. */', '@acme/widgets is fine.'],
    ['a lonely sign', '/** Counts @ signs. */', 'Counts @ signs.'],
    ['an address', '/** Mails to a@b.example and @c. */', 'Mails to a@b.example and @c.'],
    ['a fence', '/**\n   * A:\n   * ```\n   * @Tool()\n   * ```\n   */', 'A:\n```\n@Tool()\n```'],
    ['a link', '/** Like {@link Other} of @acme. */', 'Like Other of @acme.'],
    ['a tag', '/** Old. @deprecated Use @acme/new. */', 'Old.'],
  ])('keeps an @ that begins no tag: %s [DOC-1]', (_title, comment, expected) => {
    expect(onlyTool(readMembers(`  ${comment}\n  @Tool() a(): void {}`)).description).toBe(expected);
  });

  it('keeps an @ in the text of tags, of properties and next to parameters', () => {
    const tool = onlyTool(
      readMembers(
        `  /** A.
   * @param c special characters (e.g., !, @, #)
   * @returns what @alice said. */
  @Tool() a(c: string, /** Of @bob. */ d: string, e: E): string { return c; }`,
        '/** For @carol. */ interface E { /** By @dave. @minLength 3 */ by: string; /** To @all */ to: string }',
      ),
    );
    expect(tool.arguments.schema.properties).toMatchObject({
      c: { description: 'special characters (e.g., !, @, #)' },
      d: { description: 'Of @bob.' },
      e: {
        description: 'For @carol.',
        properties: { by: { description: 'By @dave.', minLength: 3 }, to: { description: 'To @all' } },
      },
    });
    expect(tool.result?.schema.description).toBe('what @alice said.');
  });

  it('HAFT1033: may begin a line with a tag that no tool knows, which is said with its text', () => {
    const { diagnostics } = readMembers(
      `  /** Mentions:\n   * @everyone and others.\n   * @marker\n   */\n  @Tool() a(x: { /** @who knows */ y: string }): void {}`,
    );
    expect(diagnostics.map((one) => `${one.code} ${one.line} ${one.message}`)).toEqual([
      "HAFT1033 10 Haft ignores the text after '@everyone' of 'a': and others.",
      "HAFT1033 10 Haft ignores the text after '@who' of 'y': knows",
    ]);
  });

  it('keeps an @ in the declaration files of packages', () => {
    const files = {
      'node_modules/@acme/mail/package.json': '{"name":"@acme/mail","type":"module","types":"mail.d.ts"}',
      'node_modules/@acme/mail/mail.d.ts': `/** Mails to @everyone. Old. @deprecated */
export interface Mail {
  /** An address (e.g., @bob), @minLength 3 */
  to: string;
  /** The text. */
  text: string;
}`,
      'src/main.ts': toolsetSource(
        '  /** A. */ @Tool() a(/** It. */ mail: Mail[]): void {}',
        "import type { Mail } from '@acme/mail';",
      ),
    };
    const read = readFiles(files, { comments: ['@acme/mail'] });
    expect(onlyTool(read).arguments.schema.properties?.['mail']).toMatchObject({
      items: {
        description: 'Mails to @everyone. Old.',
        properties: {
          to: { description: 'An address (e.g., @bob),', minLength: 3 },
          text: { description: 'The text.' },
        },
      },
    });
    expect(read.diagnostics).toEqual([]);
  });

  it('keeps the places of everything behind it', () => {
    const { diagnostics } = readMembers('  /** Posts to @everyone. */\n  @Tool() a(x: any): void {}');
    expect(diagnostics.find((one) => one.code === 'HAFT1042')).toMatchObject({ line: 7, column: 13 });
  });

  it('is as long with its stand-ins as without', () => {
    const comment = '/** A @b c.\n * @param d @e\n */';
    expect(withTagsOnly(comment)).toHaveLength(comment.length);
    expect(withTagsOnly(comment).match(/@\w+/g)).toEqual(['@param']);
  });

  it('leaves strings as they are', () => {
    const tool = onlyTool(readMembers("  /** A @b. */\n  @Tool({ description: '/** To @b */' }) a(): void {}"));
    expect(tool.description).toBe('/** To @b */');
  });

  it.each([
    ['no tag', '/** Marks old calls as @deprecated in the index. */', 'Marks old calls as @deprecated in the index.'],
    ['two tags', '/** Adds @id and @type to the mail. */', 'Adds @id and @type to the mail.'],
    ['@remarks', '/** Keeps @remarks, and @returns, too. */', 'Keeps @remarks, and @returns, too.'],
    ['the last word', '/** Lists what is @deprecated */', 'Lists what is @deprecated'],
    ['a list', '/**\n   * Finds:\n   * - @param tags\n   * - @returns\n   */', 'Finds:\n- @param tags\n- @returns'],
    [
      'a later line',
      '/**\n   * Finds\n   * each @see tag and\n   * @everyone.\n   */',
      'Finds\neach @see tag and\n@everyone.',
    ],
    ['an abbreviation', '/** Adds tags, e.g. @deprecated, to it. */', 'Adds tags, e.g. @deprecated, to it.'],
    ['a value that is a text', '/** The @minimum 3 of us meet. */', 'The @minimum 3 of us meet.'],
    ['code', '/** Adds `as @internal` to it. */', 'Adds `as @internal` to it.'],
    ['items', '/** Sorts the @items. */', 'Sorts the @items.'],
  ])('keeps a known tag in the middle of a sentence: %s', (_title, comment, expected) => {
    const read = readMembers(`  ${comment}\n  @Tool() a(): void {}`);
    expect(onlyTool(read).description).toBe(expected);
    expect(read.diagnostics).toEqual([]);
  });

  it('keeps known tags in the texts of parameters, results and toolsets', () => {
    const read = readMembers(
      `  /** A.
   * @param c characters such as @type or @deprecated, and
   *   also @param
   * @returns the @id and the @type */
  @Tool() a(c: string, /** With @id and @see. */ d: string): string { return c; }`,
    );
    const tool = onlyTool(read);
    expect(tool.arguments.schema.properties).toMatchObject({
      c: { description: 'characters such as @type or @deprecated, and\nalso @param' },
      d: { description: 'With @id and @see.' },
    });
    expect(tool.result?.schema.description).toBe('the @id and the @type');
    expect(read.diagnostics).toEqual([]);
  });

  it('reads a tag after a sentence, and inside one before a value that only the tag can have', () => {
    const tool = onlyTool(
      readMembers(
        '  /** Reads. @deprecated Use b. @param x The mail. @returns the age. */\n  @Tool() a(x: E): number { return x.age; }',
        `interface E {
  /** The age @minimum 3 @maximum 9 */ age: number;
  /** The state, @default "open" */ state: string;
  /** The size (in cm). @integer */ size: number;
  /** The day @format date @internal */ day: string;
  /** The codes @items.minLength 2 @minItems 1 @uniqueItems */ codes: string[];
  /** Its key @pattern ^k @deprecated Use codes. @see codes */ key: string
}`,
      ),
    );
    expect(tool.description).toBe('Reads.');
    expect(tool.result?.schema.description).toBe('the age.');
    expect(tool.arguments.schema.properties).toEqual({
      age: { type: 'number', description: 'The age', minimum: 3, maximum: 9 },
      state: { type: 'string', description: 'The state,', default: 'open' },
      size: { type: 'integer', description: 'The size (in cm).' },
      day: { type: 'string', description: 'The day', format: 'date' },
      codes: {
        type: 'array',
        description: 'The codes',
        items: { type: 'string', minLength: 2 },
        minItems: 1,
        uniqueItems: true,
      },
      key: { type: 'string', description: 'Its key', pattern: '^k', deprecated: true },
    });
  });

  it('reads the tags in the comment of a parameter, as those of a property', () => {
    const { diagnostics, ...read } = readMembers(
      `  /** A.
   * @param b Of @id. */
  @Tool() a(
    /** The age. @minimum 3 */ age: number,
    @Param({ minimum: 5 }) /** @minimum 4 */ b: number,
    /** Old @deprecated age. */ c: number,
  ): void {}`,
    );
    expect(onlyTool({ diagnostics: [], ...read }).arguments.schema.properties).toEqual({
      age: { type: 'number', description: 'The age.', minimum: 3 },
      b: { type: 'number', description: 'Of @id.', minimum: 5 },
      c: { type: 'number', description: 'Old @deprecated age.' },
    });
    expect(diagnostics.map((one) => `${one.code} ${one.line} ${one.message}`)).toEqual([
      "HAFT1033 11 Haft reads '@deprecated' inside a line of the comment of 'c' as text, not as a tag.",
    ]);
  });

  it('HAFT1033: says which words it keeps as text that could be meant as tags', () => {
    const read = readMembers(
      '  /** Reads. @remarks It is slow. */\n  @Tool() a(x: E, y: string): void {}',
      `/** Of a person. @see Person */
interface E {
  /** The old age @deprecated use years */
  age: number;
  /** Three, or @minimum two */
  years: number;
  x: { /** A name @minLength two */ name: string };
}`,
    );
    const said = read.diagnostics.filter((one) => one.code === 'HAFT1033');
    expect(said.map((one) => `${one.line} ${one.message}`)).toEqual([
      "3 Haft reads '@see' inside a line of the comment of 'E' as text, not as a tag.",
      "5 Haft reads '@deprecated' inside a line of the comment of 'age' as text, not as a tag.",
      "7 Haft reads '@minimum' inside a line of the comment of 'years' as text, not as a tag.",
      "8 Haft reads '@minLength' inside a line of the comment of 'name' as text, not as a tag.",
      "14 Haft reads '@remarks' inside a line of the comment of 'a' as text, not as a tag.",
    ]);
    expect(said[0]?.fix).toBe("Write '`@see`' if it is text, or begin a line with the tag.");
    expect(read.model.toolsets[0]?.tools[0]?.description).toBe('Reads. @remarks It is slow.');
  });
});

describe('the tags @description and @summary', () => {
  it('are the description of a tool, a parameter, a property, a type and a toolset', () => {
    const { model, diagnostics } = readFiles({
      'src/main.ts': toolsetSource(
        `  /**
   * @description Renames an item.
   * @param id The id.
   * @param item The new values.
   */
  @Tool() rename(id: number, item: Item, /** @desc A note. */ note: string): void {}`,
        `/** @summary An item. */
export class Item {
  /** @description The name that people see. */
  name!: string;
  /**
   * @summary How many.
   */
  count!: number;
  /**
   * The color.
   * @description As a hex code.
   * @summary Looks.
   */
  color!: string;
}`,
      ).replace('/** A toolset. */', '/** @description A toolset of items. */'),
    });
    const [toolset] = model.toolsets;
    const [tool] = toolset?.tools ?? [];
    expect(toolset?.description).toBe('A toolset of items.');
    expect(tool?.description).toBe('Renames an item.');
    expect(tool?.arguments.schema.properties).toMatchObject({
      item: {
        properties: {
          name: { description: 'The name that people see.' },
          count: { description: 'How many.' },
          color: { description: 'Looks.\nThe color.\nAs a hex code.' },
        },
      },
      note: { description: 'A note.' },
    });
    expect(diagnostics).toEqual([]);
  });
});

describe('the comments of packages', () => {
  const read = (declarations: string, options = {}): ReadProject =>
    readFiles(
      {
        'node_modules/handy/package.json': '{"name":"handy","type":"module","types":"handy.d.ts"}',
        'node_modules/handy/handy.d.ts': `/**
Makes a type simple to read.

@example
\`\`\`
type Flat = Simplify<Deep>;
\`\`\`
@minProperties 5
*/
export type Simplify<T> = { [K in keyof T]: T[K] } & {};
/** A page, with items of the type. */
export interface Page<T> {
  /** The items. */
  items: T[];
}
/** An address in a city. */
export interface Address {
  /**
   * The city, at length.
   * @minLength 2
   * @example "Rome"
   */
  city: string;
}
/** A size. */
export type Size = 'small' | 'large';`,
        'src/main.ts': toolsetSource(
          '  /** A. */ @Tool() a(order: Simplify<Order>, page: Page<string>, address: Address, mine: Mine, size: Size): void {}',
          `import type { Address, Page, Simplify, Size } from 'handy';\n${declarations}`,
        ),
      },
      options,
    );
  const propertiesOf = (project: ReadProject) => onlyTool(project).arguments.schema.properties as Properties;
  const ORDER = 'interface Order { /** The number. */ id: number }';

  it('are for developers, and their constraints count', () => {
    const properties = propertiesOf(read(`${ORDER}\ninterface Mine extends Address { /** Mine. */ own: string }`));
    const city = { type: 'string', minLength: 2 };
    expect(properties).toEqual({
      order: objectOf({ id: { type: 'number', description: 'The number.' } }),
      page: objectOf({ items: { type: 'array', items: { type: 'string' } } }),
      address: objectOf({ city }),
      mine: objectOf({ own: { type: 'string', description: 'Mine.' }, city }),
      size: { type: 'string', enum: ['small', 'large'] },
    });
  });

  it('are for models if the settings name the package, except those of generic types', () => {
    const properties = propertiesOf(read(`${ORDER}\ntype Mine = Address;`, { comments: ['handy'] }));
    const city = { type: 'string', minLength: 2, description: 'The city, at length.', examples: ['Rome'] };
    expect(properties['address']).toEqual({ ...objectOf({ city }), description: 'An address in a city.' });
    expect(properties['page']).toEqual(
      objectOf({ items: { type: 'array', items: { type: 'string' }, description: 'The items.' } }),
    );
    expect(properties['order']).toEqual(objectOf({ id: { type: 'number', description: 'The number.' } }));
    expect(properties['size']).toMatchObject({ description: 'A size.' });
  });

  it('describe a member that overrides one only if it asks for it', () => {
    const mine = (comment: string): unknown =>
      propertiesOf(read(`${ORDER}\nexport class Mine implements Address { ${comment} city!: string }`))['mine'];
    expect(mine('')).toEqual(objectOf({ city: { type: 'string', minLength: 2 } }));
    expect(mine('/** @maxLength 9 */')).toEqual(objectOf({ city: { type: 'string', maxLength: 9 } }));
    expect(mine('/** {@inheritDoc} */')).toMatchObject({
      properties: { city: { description: 'The city, at length.' } },
    });
  });
});

it('a comment on the line of a member comes before the comment of the member that it overrides', () => {
  const read = readMembers(
    '  /** A. */ @Tool() a(mine: Mine): void {}',
    `interface Place { /** Any city. @minLength 2 */ city: string; /** Any street. */ street: string }
export class Mine implements Place { /** My city. @maxLength 9 */ city!: string; /** @maxLength 8 */ street!: string }`,
  );
  expect(onlyTool(read).arguments.schema.properties).toMatchObject({
    city: { description: 'My city.', maxLength: 9 },
    street: { description: 'Any street.', maxLength: 8 },
  });
});

type Properties = Readonly<Record<string, unknown>>;

/** The schema of an object whose properties are all required. */
function objectOf(properties: Properties): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
