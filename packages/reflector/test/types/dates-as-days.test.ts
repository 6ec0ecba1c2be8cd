import { describe, expect, it } from '@jest/globals';
import { onlyTool, readFiles, readMembers } from '../support/read-fixture.js';

/* A day of the calendar for a `Date`. */

const tool = (parameter: string, declarations = '') =>
  onlyTool(readMembers(`  /** A.\n   * @param x X. */ @Tool() a(x: string, ${parameter}): void {}`, declarations));

describe('a Date with the format date', () => {
  it.each([
    ['a parameter', '@Param({ format: "date", description: "D." }) day: Date', '', 'day'],
    ['a property', 'dto: Dto', 'export class Dto { /** @format date */ day!: Date }', 'dto'],
    ['an interface', 'dto: Dto', 'interface Dto { /** @format date */ day: Date }', 'dto'],
  ])('is a day in the schema, and a Date for the method: %s', (_title, parameter, declarations, name) => {
    const { arguments: type } = tool(parameter, declarations);
    const property = type.schema.properties?.[name] as { properties?: { day: unknown } };
    const day = (property.properties?.day ?? property) as object;
    expect(day).toMatchObject({ type: 'string', format: 'date' });
    expect(day).not.toHaveProperty('allOf');
    expect(type.revivals.get(day)).toEqual({ kind: 'date' });
  });

  it('may be null', () => {
    const { arguments: type } = tool('dto: Dto', 'interface Dto { /** @format date */ day: Date | null }');
    const { day } = (type.schema.properties?.['dto'] as { properties: { day: { anyOf: object[] } } }).properties;
    expect(day.anyOf).toEqual([{ type: 'string', format: 'date' }, { type: 'null' }]);
    expect(type.revivals.get(day.anyOf[0] ?? {})).toEqual({ kind: 'date' });
  });

  it('HAFT1102: is still a contradiction in a result, which JSON writes with the time', () => {
    const { diagnostics } = readFiles({
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';
interface Result { /** @format date */ day: Date }
@Toolset() export class T { /** A. */ @Tool() a(): Result { return { day: new Date() }; } }`,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['HAFT1102']);
  });
});
