import { describe, expect, it } from '@jest/globals';
import { DOM, onlyTool, readMembers } from '../support/read-fixture.js';

/*
 * Types that extend those of the language, and intersections with them: the wire form of the type,
 * or a diagnostic.
 */

function read(type: string, declarations: string): ReturnType<typeof readMembers> {
  return readMembers(`  /** A.\n   * @param x X. */\n  @Tool() take(x: ${type}): void {}`, declarations, DOM);
}

const list = { type: 'array', items: { type: 'string' } };
const day = { type: 'string', format: 'date-time' };

describe('a type that extends one of the language', () => {
  it.each([
    ['an interface of an array', 'Names', 'interface Names extends Array<string> {}', list],
    ['an interface of a readonly array', 'Names', 'interface Names extends ReadonlyArray<string> {}', list],
    ['an instance of a generic interface', 'Of<string>', 'interface Of<T> extends Array<T> {}', list],
    ['an interface of an interface', 'B', 'interface A extends Date {}\ninterface B extends A { note?: string }', day],
    ['an interface of String', 'Text', 'interface Text extends String {}', { type: 'string' }],
    [
      'an interface of a map',
      'Ages',
      'interface Ages extends Map<string, number> {}',
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    ['a branded date', `Date & { __brand: 'D' }`, '', day],
    ['a date with a symbol', 'Date & { [mark]: true }', 'declare const mark: unique symbol;', day],
    ['a branded array', `string[] & { __brand: 'T' }`, '', list],
    [
      'a list that cannot be empty',
      '[number, ...number[]] & number[]',
      '',
      { type: 'array', prefixItems: [{ type: 'number' }], items: { type: 'number' }, minItems: 1 },
    ],
    [
      'a tuple that may have a property',
      '[string, number] & { tag?: string }',
      '',
      {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
    ],
  ])('has the wire form of that: %s', (_title, type, declarations, expected) => {
    const tool = onlyTool(read(type, declarations));
    expect(tool.arguments.schema.properties).toEqual({ x: { ...expected, description: 'X.' } });
  });

  it.each([
    ['another length', 'string[] & { length: 2 }', '', `changes 'length' of 'string[]'`],
    ['a property', 'Tagged', 'interface Tagged extends Array<string> { tag: string }', `adds 'tag' to 'string[]'`],
    ['methods of the language', 'Omit<Date, "x">', '', `has 'toString()' of a type of the language`],
    ['all methods of a map', 'Readonly<Map<string, number>>', '', `has 'clear()' of a type of the language`],
    ['a class of an array', 'List', 'export class List extends Array<string> {}', `a class that extends 'string[]'`],
    ['a class of a map', 'Ages', 'export class Ages extends Map<string, number> {}', 'a class that extends'],
    ['two at once', 'Date & Map<string, number>', '', `is 'Date' and 'Map<string, number>' at once`],
    [
      'a class of an error',
      'Lost',
      'export class Lost extends Error { code!: string }',
      `a class that extends 'Error'`,
    ],
    [
      'a class of a class of an error',
      'Far',
      'class Lost extends TypeError {}\nexport class Far extends Lost {}',
      'TypeError',
    ],
    ['an interface of an error', 'Lost', 'interface Lost extends Error { code: string }', `adds 'code' to 'Error'`],
    ['an error with more', 'Error & { code: string }', '', `adds 'code' to 'Error'`],
    ['an error', 'SyntaxError', '', `'SyntaxError' has no JSON form`],
    ['an error of many', 'AggregateError[]', '', `'AggregateError' has no JSON form`],
    ['an error of the platform', '{ of: DOMException }', '', `'DOMException' has no JSON form`],
    ['a key', 'CryptoKey | null', '', `'CryptoKey' has no JSON form`],
    ['a class of a target', 'Bus', 'export class Bus extends EventTarget { name!: string }', `extends 'EventTarget'`],
    ['a class of bytes', 'Raw', 'export class Raw extends Uint16Array {}', 'a class that extends'],
    ['a class of an expression', 'Re', 'export class Re extends RegExp {}', `a class that extends 'RegExp'`],
    ['a promise', 'Later', 'interface Later extends Promise<string> {}', 'has no JSON form'],
  ])('is reported where it has more than JSON can carry: %s', (_title, type, declarations, message) => {
    const { diagnostics } = read(type, declarations);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ code: 'HAFT1040', line: 7 + declarations.split('\n').length });
    expect(diagnostics[0]?.message).toContain(message);
  });

  it('is data where it names the data', () => {
    const tool = onlyTool(read('Pick<Error, "name" | "message">', ''));
    const text = { type: 'string' };
    expect(tool.arguments.schema.properties).toEqual({ name: text, message: text });
  });

  it.each([
    ['a name', 'interface Lost extends Gone { code: string }', 'Gone'],
    ['a class', 'export class Lost extends Gone { code!: string }', 'Gone'],
    ['a base that is no object', 'interface Lost extends PropertyKey { code: string }', 'PropertyKey'],
  ])('HAFT1041: is reported where TypeScript drops the base: %s', (_title, declaration, base) => {
    const { diagnostics } = read('Lost', declaration);
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      `HAFT1041 The base '${base}' of the type 'Lost' cannot be resolved.`,
    ]);
  });

  it('has the form that its own toJSON gives in a result', () => {
    const source = `  /** A. */\n  @Tool() take(): Lost { throw new Lost(); }`;
    const lost = 'export class Lost extends Error { toJSON(): { code: string } { return { code: this.name }; } }';
    expect(onlyTool(readMembers(source, lost)).result?.schema.properties).toEqual({ code: { type: 'string' } });
    const { diagnostics } = readMembers(source, 'export class Lost extends Error { code!: string }');
    expect(diagnostics.map((one) => one.code)).toEqual(['HAFT1050']);
  });
});
