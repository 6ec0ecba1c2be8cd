import { describe, expect, it } from '@jest/globals';
import { onlyTool, readFiles } from '../../support/read-fixture.js';

/* A member has one name for every reader: the checker's, the rules', the container's. */

const HEAD = `import { Expose, Type } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, Max, MinLength } from 'class-validator';
import { Inject, Retries, Tool, Toolset } from '@haft/core';
export enum Remind { DayBefore = 'day_before', HourBefore = 'hour_before' }
export const COUNT = 'count-of-mails';
`;

function tool(members: string, more = '') {
  return onlyTool(
    readFiles({
      'src/main.ts': `${HEAD}export class Dto {\n${members}\n}\n${more}
@Toolset() export class Mail { /** Changes. @param id The id. @param dto The settings. */ @Tool() change(id: number, dto: Dto): void {} }`,
    }),
  );
}

describe('the rules of a property with a computed name', () => {
  it.each([
    ['an enum member', '@Max(5) [Remind.DayBefore]!: number', 'day_before'],
    ['a const', '@Max(5) [COUNT]!: number', 'count-of-mails'],
    ['a literal', "@Max(5) ['a-b']!: number", 'a-b'],
    ['a number', '@Max(5) [7]!: number', '7'],
    ['a quoted name', "@Max(5) 'a-b'!: number", 'a-b'],
  ])('are read under its real name: %s', (_title, member, name) => {
    const { properties } = tool(member).arguments.schema;
    expect(properties).toMatchObject({ dto: { properties: { [name]: { type: 'number', maximum: 5 } } } });
  });

  it('say whether it is required', () => {
    const { properties } = tool(`@IsOptional() @IsBoolean() [Remind.DayBefore]?: boolean;
  @IsBoolean() [Remind.HourBefore]!: boolean; @IsOptional() @IsInt() ['a-b']?: number;`).arguments.schema;
    expect(properties).toMatchObject({
      dto: { required: ['hour_before'], properties: { 'a-b': { type: 'integer' } } },
    });
  });

  it('are replaced by those of a subclass', () => {
    const { properties } = tool('@Max(5) [COUNT]!: number', '').arguments.schema;
    expect(properties).toMatchObject({ dto: { properties: { 'count-of-mails': { maximum: 5 } } } });
    const inherited = onlyTool(
      readFiles({
        'src/main.ts': `${HEAD}export class Base { @Max(5) [COUNT]!: number }
export class Dto extends Base { @Max(3) 'count-of-mails'!: number }
@Toolset() export class Mail { /** Changes. @param id The id. @param dto The settings. */ @Tool() change(id: number, dto: Dto): void {} }`,
      }),
    );
    expect(inherited.arguments.schema.properties).toMatchObject({
      dto: { properties: { 'count-of-mails': { maximum: 3 } } },
    });
  });
});

describe('a tool and a dependency with a quoted name', () => {
  it('keeps what decorators of an override and of its base say', () => {
    const found = onlyTool(
      readFiles({
        'src/main.ts': `${HEAD}class Base { /** S. */ @Tool() @Retries(4) 'send'(): void {} }
@Toolset() export class Mail extends Base { override send(): void {} }`,
      }),
    );
    expect([found.name, found.settings?.retries]).toEqual(['send', 4]);
  });

  it('is injected', () => {
    const { model } = readFiles({
      'src/main.ts': `${HEAD}@Toolset() export class Mail { @Inject('a') 'my-clock'!: Date; @Inject('b') [COUNT]!: Date; /** S. */ @Tool() send(): void {} }`,
    });
    expect(Object.keys(model.toolsets[0]?.properties ?? {}).sort()).toEqual(['count-of-mails', 'my-clock']);
  });
});
