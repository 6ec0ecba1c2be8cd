import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DECORATORS, type DecoratorPlace } from '../../src/toolsets/decorator-table.js';
import { readFiles } from '../support/read-fixture.js';

/* Each decorator of Haft in each place: it has an effect there, or the build reports it. */

const CORE = join(import.meta.dirname, '../../../core/src/decorators');

/** Each decorator as it is written. */
const WRITTEN: Readonly<Record<string, string>> = {
  Toolset: '@Toolset()',
  Tool: '@Tool()',
  Resource: "@Resource('a://b')",
  Prompt: '@Prompt()',
  Complete: "@Complete('offer', 'x')",
  Background: '@Background()',
  Cached: "@Cached({ ttlMs: 1, scope: 'run' })",
  CallLimit: '@CallLimit({ perRun: 1 })',
  Effect: '@Effect()',
  Example: '@Example({})',
  External: '@External()',
  Final: '@Final()',
  Hints: '@Hints({ idempotent: true })',
  Inject: "@Inject('x')",
  Isolated: '@Isolated()',
  MapErrors: '@MapErrors()',
  NarrowInput: '@NarrowInput(() => ({}))',
  Param: "@Param('X.')",
  Prepare: '@Prepare((definition) => definition)',
  Preview: "@Preview('shown')",
  Requires: "@Requires('a')",
  RequiresApproval: '@RequiresApproval()',
  Retries: '@Retries(1)',
  Sensitive: '@Sensitive()',
  Sequential: '@Sequential()',
  Supersedes: "@Supersedes(() => 'x')",
  Timeout: '@Timeout(1)',
  Use: '@Use()',
  UserInput: '@UserInput()',
  Validate: '@Validate(() => undefined)',
  createParamDecorator: '@Custom()',
};

const HEAD = `import { ${Object.keys(DECORATORS).join(', ')}, RunContext } from '@haft/core';
const Custom = createParamDecorator((run: RunContext) => run.runId);
`;
const toolset = (member: string): string => `@Toolset() export class T {
  /** T. */ @Tool() tool(): void {}
  /** O. @param x - X. */ @Prompt() offer(x: string): string { return x; }
  shown(): { text: string } { return { text: '' }; }
  ${member}
}`;
const tool = (parameter: string): string => toolset(`/** U. */ @Tool() use(${parameter}): void {}`);

/** A source with a decorator in a place. */
const SOURCES: Readonly<Record<DecoratorPlace, (decorator: string) => string>> = {
  toolset: (one) => (one === '@Toolset()' ? toolset('') : toolset('').replace('@Toolset()', `@Toolset() ${one}`)),
  class: (one) => `${toolset('')}\n${one} export class Plain {}`,
  tool: (one) => toolset(`/** U. */ ${one === '@Tool()' ? '' : '@Tool()'} ${one} use(): void {}`),
  offer: (one) =>
    toolset(`/** U. */ ${one.startsWith('@Resource') ? '' : "@Resource('a://b')"} ${one} use(): string { return ''; }`),
  method: (one) => toolset(`${one} helper(): void {}`),
  property: (one) => toolset(`${one} property = '';`),
  accessor: (one) => toolset(`${one} get value(): string { return ''; }`),
  static: (one) => toolset(`${one} static helper(): void {}`),
  argument: (one) => tool(`/** X. */ ${one} x: string`),
  hostParameter: (one) =>
    tool(one === "@Inject('x')" || one === '@Custom()' ? `${one} x: string` : `@Custom() ${one} x: string`),
  runParameter: (one) => tool(`${one} run: RunContext`),
  parameterProperty: (one) => toolset(`constructor(${one} readonly x = '') {}`),
  constructorParameter: (one) => toolset(`constructor(${one} x = '') {}`),
  methodParameter: (one) => toolset(`helper(${one} x: string): void {}`),
};

/** Decorators that make a declaration what it is, so that the place does not exist for them. */
const IMPOSSIBLE: ReadonlySet<string> = new Set([
  'Toolset class',
  'Tool method',
  'Tool offer',
  'Resource method',
  'Prompt method',
  'Inject argument',
  'createParamDecorator argument',
  'Inject runParameter',
  'createParamDecorator runParameter',
]);

const REPORTS: ReadonlySet<string> = new Set(['HAFT1083', 'HAFT1013']);

const PLACES = Object.keys(SOURCES) as DecoratorPlace[];
const NAMES = Object.keys(DECORATORS);

/** The codes of every decorator in every place, and twice in one, by the name of the file. */
const codesOf = ((): ReadonlyMap<string, readonly string[]> => {
  const files = NAMES.flatMap((name) => {
    const decorator = WRITTEN[name] ?? '';
    const twice = SOURCES[firstPlace(name)](decorator).replace(decorator, `${decorator} ${decorator}`);
    return [
      ...PLACES.map((place) => [`src/${name}-${place}.ts`, HEAD + SOURCES[place](decorator)] as const),
      [`src/${name}-twice.ts`, HEAD + twice] as const,
    ];
  });
  const { diagnostics } = readFiles(Object.fromEntries(files));
  return new Map(files.map(([file]) => [file, diagnostics.filter((one) => one.file === file).map(({ code }) => code)]));
})();

function firstPlace(name: string): DecoratorPlace {
  return DECORATORS[name]?.places.find((one) => !IMPOSSIBLE.has(`${name} ${one}`)) ?? 'tool';
}

function codesOn(name: string, place: string): readonly string[] {
  return codesOf.get(`src/${name}-${place}.ts`) ?? [];
}

describe('the table of decorators', () => {
  it('has every decorator of the package', () => {
    const sources = readdirSync(CORE).map((name) => readFileSync(join(CORE, name), 'utf8'));
    const exported = sources.flatMap((text) =>
      [...text.matchAll(/^export function ([A-Z]\w+|createParamDecorator)\b/gm)].map(([, name = '']) => name),
    );
    expect(NAMES.toSorted()).toEqual([...new Set(exported)].sort());
    expect(Object.keys(WRITTEN).sort()).toEqual(NAMES.toSorted());
  });
});

describe.each(Object.entries(DECORATORS))('@%s', (name, { places, repeats }) => {
  it(`has an effect on: ${places.join(', ')}`, () => {
    for (const place of places)
      expect([place, ...codesOn(name, place).filter((code) => REPORTS.has(code))]).toEqual([place]);
  });

  it('HAFT1083: is reported in every other place', () => {
    const wrong = PLACES.filter((place) => !places.includes(place) && !IMPOSSIBLE.has(`${name} ${place}`))
      // The compiler rejects it there, and no other type of decorator is like it.
      .filter((place) => name !== 'createParamDecorator' || place.includes('arameter'));
    for (const place of wrong)
      expect([place, codesOn(name, place).some((code) => REPORTS.has(code))]).toEqual([place, true]);
  });

  it('HAFT1084: is reported if it is there twice, unless each use counts', () => {
    expect(codesOn(name, 'twice').includes('HAFT1084')).toBe(repeats !== true);
  });
});

describe('a decorator that has an effect through another class', () => {
  it.each([
    [
      'of a method that a subclass makes a tool',
      'class Base { @Retries(1) use(): void {} }',
      '/** U. */ @Tool() override use(): void {}',
    ],
    [
      'of an override of a tool',
      'class Base { /** U. */ @Tool() use(): void {} }',
      '@Retries(1) override use(): void {}',
    ],
    ['of a base class', '@Retries(1) class Base { /** U. */ @Tool() use(): void {} }', ''],
  ])('is not an error: %s', (_title, base, member) => {
    const source = `${HEAD}${base}\n${toolset(member).replace('class T', 'class T extends Base')}`;
    expect(readFiles({ 'src/main.ts': source }).diagnostics).toEqual([]);
  });

  it('is not an error on an abstract class, which other packages may extend', () => {
    const source = `${HEAD}${toolset('')}\n@Retries(1) export abstract class Base { @Timeout(1) abstract use(): void; }`;
    expect(readFiles({ 'src/main.ts': source }).diagnostics).toEqual([]);
  });
});

describe('a decorator that another one decides about', () => {
  it.each([
    ["@Inject('x') @UserInput()", "@UserInput does not fit the tool: @Inject supplies 'x' already."],
    ["@Custom() @Inject('x')", "@Custom does not fit the tool: @Inject supplies 'x' already."],
    ['@UserInput() @Custom()', "@Custom does not fit the tool: @UserInput supplies 'x' already."],
  ])('HAFT1082: %s', (decorators, message) => {
    const { diagnostics } = readFiles({ 'src/main.ts': HEAD + tool(`${decorators} x: string`) });
    expect(diagnostics.filter(({ code }) => code === 'HAFT1082').map((one) => one.message)).toEqual([message]);
  });

  it('HAFT1084: in a composed decorator', () => {
    const source = `${HEAD}const Safe = () => (...all: unknown[]): void => { for (const one of [Retries(1), Timeout(1)]) void one; };
${toolset('/** U. */ @Tool() @Safe() @Timeout(5) use(): void {}')}`;
    const { diagnostics } = readFiles({ 'src/main.ts': source });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "HAFT1084 @Timeout is on 'use' twice, and only one of them has an effect.",
    ]);
  });
});
