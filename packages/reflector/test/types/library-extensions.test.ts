import { describe, expect, it } from '@jest/globals';
import { onlyTool, readMembers } from '../support/read-fixture.js';

/*
 * Types that extend those of the language, and intersections with them: the wire form of the type,
 * or a diagnostic.
 */

function read(type: string, declarations: string): ReturnType<typeof readMembers> {
  return readMembers(`  /** A.\n   * @param x X. */\n  @Tool() take(x: ${type}): void {}`, declarations);
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
    ['a promise', 'Later', 'interface Later extends Promise<string> {}', 'has no JSON form'],
  ])('is reported where it has more than JSON can carry: %s', (_title, type, declarations, message) => {
    const { diagnostics } = read(type, declarations);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ code: 'HAFT1040', line: 7 + declarations.split('\n').length });
    expect(diagnostics[0]?.message).toContain(message);
  });
});
