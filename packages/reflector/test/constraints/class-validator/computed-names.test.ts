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

/** The forms of a name, each with the name at run time. */
const FORMS: readonly (readonly [title: string, written: string, name: string])[] = [
  ['an enum member', '[Remind.DayBefore]', 'day_before'],
  ['a const', '[COUNT]', 'count-of-mails'],
  ['a literal', "['a-b']", 'a-b'],
  ['a template without parts', '[`a-b`]', 'a-b'],
  ['a number', '[7]', '7'],
  ['a quoted name', "'a-b'", 'a-b'],
  ['a plain name', 'plain', 'plain'],
];
const CHANGE =
  '/** Changes. @param id The id. @param dto The settings. */ @Tool() change(id: number, dto: Dto): void {}';

describe.each(FORMS)('a name that is %s is the same for', (_title, written, name) => {
  it('the type and class-validator', () => {
    const { properties } = tool(`@Max(5) ${written}!: number`).arguments.schema;
    expect(properties).toMatchObject({ dto: { properties: { [name]: { type: 'number', maximum: 5 } } } });
  });

  it('class-transformer', () => {
    const { properties } = tool(`@Expose({ name: 'sent' }) @Max(5) ${written}!: number`).arguments.schema;
    expect(properties).toMatchObject({ dto: { properties: { sent: { type: 'number', maximum: 5 } } } });
    const dates = tool(`@Type(() => Date) ${written}!: Date`).arguments.schema.properties;
    expect(dates).toMatchObject({ dto: { properties: { [name]: { format: 'date-time' } } } });
  });

  it('the container', () => {
    const { model } = readFiles({
      'src/main.ts': `${HEAD}@Toolset() export class Mail { @Inject('a') ${written}!: Date; /** S. */ @Tool() send(): void {} }`,
    });
    expect(Object.keys(model.toolsets[0]?.properties ?? {})).toEqual([name]);
  });

  it('a tool and a subclass, or the build says that it is computed', () => {
    const isComputed = (form: string): boolean => form.startsWith('[');
    const read = (members: string): readonly string[] => {
      const { model, diagnostics } = readFiles({
        'src/main.ts': `${HEAD}class Base {\n /** S. */ @Tool({ name: 'send' }) ${written}(): void {} }
@Toolset() export class Mail extends Base {\n ${members}\n /** O. */ @Tool() other(): void {} }`,
      });
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      if (errors.length > 0)
        return errors.map(({ code, line = 0 }) => `${code} in line ${line - HEAD.split('\n').length}`);
      return model.toolsets
        .flatMap(({ tools }) => tools.map((one) => `${one.name} ${one.method} ${one.description}`))
        .sort();
    };
    const found = (description: string): readonly string[] => ['other other O.', `send ${name} ${description}`];
    expect(read('')).toEqual(isComputed(written) ? ['HAFT1013 in line 1'] : found('S.'));
    for (const [, other, same] of FORMS) {
      if (same !== name || isComputed(written)) continue;
      expect(read(`/** T. */ ${other}(): void {}`)).toEqual(isComputed(other) ? ['HAFT1013 in line 3'] : found('T.'));
    }
  });

  it('a subclass with other rules', () => {
    for (const [, other, same] of FORMS) {
      if (same !== name) continue;
      const { arguments: args } = onlyTool(
        readFiles({
          'src/main.ts': `${HEAD}export class Base { @Max(5) ${written}!: number }
export class Dto extends Base { @Max(3) ${other}!: number }
@Toolset() export class Mail { ${CHANGE} }`,
        }),
      );
      expect(args.schema.properties).toMatchObject({ dto: { properties: { [name]: { maximum: 3 } } } });
    }
  });
});

describe('the rules of a property with a computed name', () => {
  it('say whether it is required', () => {
    const { properties } = tool(`@IsOptional() @IsBoolean() [Remind.DayBefore]?: boolean;
  @IsBoolean() [Remind.HourBefore]!: boolean; @IsOptional() @IsInt() ['a-b']?: number;`).arguments.schema;
    expect(properties).toMatchObject({
      dto: { required: ['hour_before'], properties: { 'a-b': { type: 'integer' } } },
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
});
