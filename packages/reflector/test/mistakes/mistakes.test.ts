import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { DOM, readFiles } from '../support/read-fixture.js';

/*
 * Mistakes of people who are new to Haft, as they write them in sources, with what the build says.
 * None is silent, each report has a line of the file, and says what to do. All are files of one
 * project, so that it is read once.
 */

const HEAD = `import * as haft from '@haft/core';
import { ApprovalRequired, Cached, CallLimit, Example, Hints, Inject, NarrowInput, Param, Prepare, Preview, RequiresApproval, Retries, RunContext, Sensitive, Timeout, Tool, ToolFailed, ToolResult, Toolset, Use, UserInput, Validate, createParamDecorator } from '@haft/core';
`;

/** A toolset whose one tool has this signature. */
const tool = (signature: string, more = ''): string =>
  `${more}\n@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** Does it. */\n  @Tool() ${signature} { return undefined as never; }\n}`;
const toolset = (members: string, more = ''): string =>
  `${more}\n@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** Works. */\n  @Tool() works(): void {}\n${members}\n}`;

type Mistake = readonly [what: string, source: string];
const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  classes: [
    ['a toolset that is not exported', tool('run(): void').replace('export class', 'class')],
    ['a toolset without tools', `@Toolset() export class T { run(): void {} }`],
    ['an abstract toolset', tool('run(): void').replace('export class', 'export abstract class')],
    ['a toolset with type parameters', tool('run(a: A): void').replace('class T', 'class T<A>')],
    [
      'a toolset inside a function',
      `export function make() {\n  ${tool('run(): void').replace('export class', 'class')}\n  return T;\n}`,
    ],
    ['a toolset without a name', `export default @Toolset() class { /** A. */ @Tool() run(): void {} }`],
    ['a tool in a class without @Toolset', `export class T {\n  /** A. */\n  @Tool() run(): void {}\n}`],
    ['@Toolset without a call', `@Toolset export class T {\n  /** A. */\n  @Tool() run(): void {}\n}`],
    ['@Tool without a call', `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool run(): void {}\n}`],
    [
      'a prefix with a space',
      `@Toolset({ prefix: 'my tools' }) export class T {\n  /** A. */\n  @Tool() run(): void {}\n}`,
    ],
    [
      'a prefix from a function',
      `const name = (): string => 'x';\n@Toolset({ prefix: name() }) export class T {\n  /** A. */\n  @Tool() run(): void {}\n}`,
    ],
    [
      'an interface in the constructor',
      toolset('constructor(private readonly clock: Clock) {}', 'interface Clock { now(): number }'),
    ],
    ['a value in the constructor', toolset('constructor(private readonly url: string) {}')],
    [
      'a class in the constructor that is not exported',
      toolset('constructor(private readonly store: Store) {}', 'class Store { all(): string[] { return []; } }'),
    ],
    [
      'a misspelt option of @Toolset',
      `@Toolset({ prefixes: 'a' } as never) export class T {\n  /** A. */\n  @Tool() run(): void {}\n}`,
    ],
  ],
  tools: [
    ['a tool without a description', `@Toolset({ prefix: 'PREFIX' }) export class T {\n  @Tool() run(): void {}\n}`],
    ['a private tool', tool('private run(): void')],
    ['a static tool', tool('static run(): void')],
    [
      'a tool in a property',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool() run = (): void => {};\n}`,
    ],
    [
      'a getter as a tool',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool() get run(): string { return ''; }\n}`,
    ],
    [
      'an abstract tool',
      `@Toolset({ prefix: 'PREFIX' }) export abstract class T {\n  /** A. */\n  @Tool() abstract run(): void;\n}`,
    ],
    [
      'a tool with a private name',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool() #run(): void {}\n}`,
    ],
    [
      'a tool with overloads',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  run(a: string): void;\n  run(a: number): void;\n  @Tool() run(a: string | number): void {}\n}`,
    ],
    ['a tool with type parameters', tool('run<A>(a: A): void')],
    [
      'a name with a space',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool({ name: 'find order' }) run(): void {}\n}`,
    ],
    [
      'a name that is too long',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool({ name: '${'a'.repeat(70)}' }) run(): void {}\n}`,
    ],
    [
      'two tools with one name',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool({ name: 'same' }) one(): void {}\n  /** B. */\n  @Tool({ name: 'same' }) two(): void {}\n}`,
    ],
    [
      'a misspelt option of @Tool',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool({ descripton: 'A.' } as never) run(): void {}\n}`,
    ],
    [
      'options of @Tool from a function',
      `const options = (): object => ({});\n@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool(options()) run(): void {}\n}`,
    ],
    [
      '@Tool twice',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Tool() @Tool() run(): void {}\n}`,
    ],
    ['@Timeout without @Tool', toolset('@Timeout(5) helper(): void {}')],
    ['@RequiresApproval without @Tool', toolset('@RequiresApproval() helper(): void {}')],
    ['@Cached without @Tool', toolset("@Cached({ ttlMs: 5, scope: 'run' }) helper(): void {}")],
    ['a result that is a function', tool('run(): () => void')],
    ['a result of any type', tool('run(): any')],
    ['a result that is an Error', tool('run(): Error')],
  ],
  parameters: [
    ['a parameter of type any', tool('run(value: any): void')],
    ['a parameter without a type', tool('run(value): void')],
    ['a parameter that is a function', tool('run(done: () => void): void')],
    ['a parameter that is a promise', tool('run(value: Promise<string>): void')],
    ['a parameter that is a stream', tool('run(value: ReadableStream): void')],
    ['a parameter of a type that does not resolve', tool('run(value: Missing): void')],
    [
      'a type from a module that does not resolve',
      tool('run(value: Item): void', "import type { Item } from './nowhere.js';"),
    ],
    [
      'a DTO that is not exported',
      tool('run(value: Item): void', 'class Item { id!: number; half(): number { return this.id / 2; } }'),
    ],
    ['a rest parameter', tool('run(...ids: string[]): void')],
    ['a symbol', tool('run(value: symbol): void')],
    ['never', tool('run(value: never): void')],
    ['a parameter without a description', tool('run(id: string): void')],
    [
      'a @param of another name',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /**\n   * A.\n   * @param order The order.\n   */\n  @Tool() run(orderId: string): void {}\n}`,
    ],
    [
      'a request of Express',
      tool(
        'run(req: Request, id: string): void',
        'export interface Request { headers: Record<string, string>; next(): void }',
      ),
    ],
    [
      'a service as a parameter',
      tool('run(store: Store, id: string): void', 'export class Store { all(): string[] { return []; } }'),
    ],
    [
      'a decorator of Nest',
      tool('run(@Body() body: { id: string }): void', 'const Body = (): ParameterDecorator => () => {};'),
    ],
    ['two @Param', tool("run(@Param('A.') @Param('B.') id: string): void")],
    ['@Param on the run', tool("run(@Param('The run.') run: RunContext): void")],
    ['@Param on a helper', toolset("helper(@Param('A.') id: string): void {}")],
    ['@Param of an unknown limit', tool('run(@Param({ minimun: 1 } as never) count: number): void')],
    ['@Param with a limit of another type', tool('run(@Param({ minLength: 1 }) count: number): void')],
    ['limits that exclude each other', tool('run(@Param({ minimum: 5, maximum: 1 }) count: number): void')],
    ['a slow regular expression', tool("run(@Param({ pattern: '^(a+)+$' }) id: string): void")],
    ['a default of another type', tool("run(count: number = 'five' as never): void")],
    [
      'an example that is not valid',
      `@Toolset({ prefix: 'PREFIX' }) export class T {\n  /** A. */\n  @Example({ count: 'five' } as never)\n  @Tool() run(@Param('A.') count: number): void {}\n}`,
    ],
    ['a Map with objects as keys, and a function inside', tool('run(value: Map<string, () => void>): void')],
    ['an argument named __proto__', tool('run(value: { "__proto__": string }): void')],
    ['a class of the platform', tool('run(value: RegExp): void')],
    ['a JSDoc comment beside the parameter', tool('run(id: string /** The id. */): void')],
  ],
};

const all = Object.entries(MISTAKES).flatMap(([area, mistakes]) =>
  mistakes.map(([what, source], index) => {
    const name = `${area}${String(index)}`;
    return { area, what, file: `src/${name}.ts`, source: HEAD + source.replaceAll('PREFIX', name) };
  }),
);

let diagnostics: readonly Diagnostic[] = [];
beforeAll(() => {
  const files = all.map(({ file, source }) => [file, source] as const);
  ({ diagnostics } = readFiles({
    'src/works.ts': HEAD + toolset('').replaceAll('PREFIX', 'works'),
    ...Object.fromEntries(files),
    ...DOM,
  }));
});

describe('a mistake in a project', () => {
  const good = HEAD + toolset('').replaceAll('PREFIX', 'works');
  const options = {
    ...{ target: 'ES2022', lib: ['ES2022'], libReplacement: false, module: 'NodeNext', strict: true },
    ...{ experimentalDecorators: true, types: [] },
  };
  const tsconfig = (more: object, rest: object = { include: ['src'] }): string =>
    JSON.stringify({ compilerOptions: { ...options, ...more }, ...rest });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['a tsconfig that is not JSON', { 'tsconfig.json': '{ "compilerOptions": ', 'src/main.ts': good }],
    ['a tsconfig that extends a missing one', { 'tsconfig.json': '{ "extends": "./base.json" }', 'src/main.ts': good }],
    ['a tsconfig without files', { 'tsconfig.json': tsconfig({}, { include: ['lib'] }), 'src/main.ts': good }],
    [
      'a tsconfig whose files have no toolset',
      { 'tsconfig.json': tsconfig({}, { include: ['lib'] }), 'lib/a.ts': 'export const a = 1;', 'src/main.ts': good },
    ],
    ['an option that TypeScript does not know', { 'tsconfig.json': tsconfig({ stric: true }), 'src/main.ts': good }],
    [
      'a value that TypeScript does not know',
      { 'tsconfig.json': tsconfig({ target: 'ES20222' }), 'src/main.ts': good },
    ],
    [
      'no decorators in the tsconfig',
      {
        'tsconfig.json': tsconfig({ experimentalDecorators: false }),
        'src/main.ts': good.replace('works(): void', "works(@Param('A.') a: string): void"),
      },
    ],
    ['a source with a syntax error', { 'tsconfig.json': tsconfig({}), 'src/main.ts': `${good}\nexport class {` }],
    [
      'an import of Haft that does not resolve',
      { 'tsconfig.json': tsconfig({}), 'src/main.ts': good.replaceAll('@haft/core', 'hafft') },
    ],
    [
      'a module resolution that finds no exports',
      { 'tsconfig.json': tsconfig({ module: 'CommonJS', moduleResolution: 'Node10' }), 'src/main.ts': good },
    ],
    ['no toolset at all', { 'tsconfig.json': tsconfig({}), 'src/main.ts': 'export const a = 1;' }],
  ])('%s', (_what, files) => {
    const { diagnostics: told } = readFiles(files);
    expect(told.length).toBeGreaterThan(0);
    expect(
      told
        .map(({ severity, code, file = 'no file', message, fix }) => `${severity} ${code} ${file}: ${message}\n${fix}`)
        .join('\n'),
    ).toMatchSnapshot();
  });
});

describe.each(Object.keys(MISTAKES))('a mistake with %s', (area) => {
  it.each(all.filter((one) => one.area === area).map(({ what, file }) => [what, file]))('%s', (_what, file = '') => {
    const told = diagnostics.filter((one) => one.file === file);
    expect(told.length).toBeGreaterThan(0);
    for (const { fix } of told) expect(fix).not.toBe('');
    expect(
      told
        .map((one) => `${one.severity} ${one.code} in line ${String((one.line ?? 0) - 2)}: ${one.message}\n${one.fix}`)
        .join('\n'),
    ).toMatchSnapshot();
  });
});
