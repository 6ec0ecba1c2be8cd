import { describe, expect, it } from '@jest/globals';
import { onlyTool, readFiles, readMembers, toolsetSource } from '../support/read-fixture.js';

const OLDEST = `abstract class Oldest {
  /**
   * Finds.
   *
   * @param text What to find.
   * @returns What was found.
   */
  abstract find(text: string): string;
}
abstract class Base extends Oldest { abstract override find(text: string): string }`;

describe('a tool', () => {
  it('has options for facts that the method lacks [DOC-4, DEF-15]', () => {
    const tool = onlyTool(
      readMembers(
        `  @Tool({ name: NAME, description: \`Reads \${WHAT}.\`, version: '2', aliases: ['old_read'], strict: true, programs: false, metadata: { team: 'a', tags: [1, null] } })
  @Hints({ readOnly: true, idempotent: true })
  @Example({ path: 'a.txt' })
  read(path: string): void {}`,
        `const NAME = 'read_text';\nconst WHAT = 'files';`,
      ),
    );
    expect(tool).toMatchObject({
      name: 'read_text',
      method: 'read',
      description: 'Reads files.',
      version: '2',
      aliases: ['old_read'],
      strict: true,
      programs: false,
      hints: { readOnly: true, idempotent: true },
      metadata: { team: 'a', tags: [1, null] },
      examples: [{ path: 'a.txt' }],
    });
  });

  it('takes prefix, version and hints of its toolset where it says none [DEF-16, NAM-1, DEF-14, INS-1]', () => {
    const { model } = readFiles({
      'src/main.ts': `import { Hints, Tool, Toolset } from '@haft/core';
/** Files of a workspace. */
@Toolset({ name: 'files', prefix: 'file', version: '3', instructions: 'Read before you write.' })
@Hints({ openWorld: true, readOnly: true })
export class FileToolset {
  /** Reads. */ @Tool() readHTTPBody(): void {}
  /** Writes. */ @Tool({ version: '4' }) @Hints({ readOnly: false }) write(): void {}
}`,
    });
    expect(model.toolsets).toMatchObject([
      {
        name: 'files',
        description: 'Files of a workspace.',
        instructions: 'Read before you write.',
        source: 'src/main.ts',
        tools: [
          { name: 'file_read_http_body', version: '3', hints: { openWorld: true, readOnly: true } },
          { name: 'file_write', version: '4', hints: { openWorld: true, readOnly: false } },
        ],
      },
    ]);
  });

  it('tells the constant arguments of decorators that the run time reads [NEW-4]', () => {
    const { model } = readFiles({
      'src/main.ts': `import { CallLimit, Cached, External, Final, RequiresApproval, Retries, Sequential, Timeout, Tool, Toolset } from '@haft/core';
const SECOND = 1000;
declare function configured(): number;
const Careful = () => RequiresApproval();
@Toolset()
@Timeout(30 * SECOND)
@CallLimit({ perRun: 5, perMinute: 60 })
export class Bank {
  /** A. */ @Tool() @RequiresApproval() @Final() pay(): void {}
  /** B. */ @Tool() @RequiresApproval(() => true) @Timeout(configured()) @CallLimit({ concurrent: 2 }) some(): void {}
  /** C. */ @Tool() @External() @Sequential() @Retries(0) @Cached({ ttlMs: 60 * SECOND, scope: 'user' }) far(): string { return ''; }
  /** D. */ @Tool() @Careful() @Cached({ ttlMs: configured(), scope: 'run' }) composed(): string { return ''; }
}`,
    });
    const limits = { callsPerRun: 5, callsPerMinute: 60 };
    const settings = model.toolsets[0]?.tools.map((tool) => JSON.parse(JSON.stringify(tool.settings)) as unknown);
    expect(settings).toEqual([
      { timeoutMs: 30_000, ...limits, approval: true, final: true },
      { timeoutMs: 'computed', concurrentCalls: 2, approval: 'computed' },
      {
        timeoutMs: 30_000,
        ...limits,
        external: true,
        sequential: true,
        retries: 0,
        cacheMs: 60_000,
        cacheScope: 'user',
      },
      { timeoutMs: 30_000, ...limits, approval: true, cacheMs: 'computed', cacheScope: 'computed' },
    ]);
  });

  it('tells the decorators of effects, background calls and worker threads [NEW-4]', () => {
    const { model } = readFiles({
      'src/main.ts': `import { Background, Effect, Isolated, Preview, RequiresApproval, Tool, Toolset, type Reconciled } from '@haft/core';
const QUEUE = 'mail';
@Toolset()
@Isolated()
export class Bank {
  /** A. */ @Tool() @Effect() plain(): void {}
  /** B. */ @Tool() @Effect({ reconcile: 'find', replays: true }) whole(): void {}
  /** C. */ @Tool() @Effect({ replays: false }) once(): void {}
  /** D. */ @Tool() @Background() later(): void {}
  /** E. */ @Tool() @Background({ queue: QUEUE }) mail(): void {}
  /** F. */ @Tool() @RequiresApproval() @Preview('show') seen(): void {}
  find(key: string): Reconciled<void> { throw new Error(key); }
  show(): Preview { return { text: '' }; }
}`,
    });
    const settings = model.toolsets[0]?.tools.map((tool) => JSON.parse(JSON.stringify(tool.settings)) as unknown);
    expect(settings).toEqual([
      { isolated: true, effect: true },
      { isolated: true, effect: true, reconcile: 'find', replays: true },
      { isolated: true, effect: true },
      { isolated: true, background: true },
      { isolated: true, background: true, queue: 'mail' },
      { isolated: true, approval: true, preview: 'show' },
    ]);
  });

  it('tells the names of the code in decorators [NEW-4]', () => {
    const { model, diagnostics } = readFiles({
      'src/guards.ts': `import { mapError, Use, Validate, type Interceptor, type ToolOutcome } from '@haft/core';
export class Guard implements Interceptor { intercept(): Promise<ToolOutcome> { throw new Error(); } }
export default class Audit extends Guard {}
export const limit = (perMinute: number): Interceptor => new Guard();
export const COMMON = [Guard, limit(5)] as const;
export const guards = { admin: new Guard() };
export class NotFound extends Error {}
export const BUSY = mapError((error) => error instanceof Error, 'Busy.');
export const Checked = (check: (args: never) => void) => Validate(check);
export declare function listed(): readonly Interceptor[];
export const Used = (one: Interceptor, other = one) => Use(one, other);
export function hasMoney(): void {}`,
      'src/main.ts': `import { MapErrors, mapError, NarrowInput, Prepare, Supersedes, Tool, Toolset, Use, UserInput, Validate } from '@haft/core';
import Log, { BUSY, Checked, COMMON, Guard as Keeper, guards, hasMoney, limit, listed, NotFound, Used } from './guards.js';
const shown = (): null => null;
const isOpen = (): void => {};
const CIRCLE: readonly Keeper[] = [...CIRCLE];
@Toolset()
@Use(Keeper)
@MapErrors(mapError(NotFound, 'None.'))
@Prepare(shown)
export class Bank {
  /** A. */ @Tool() @Use(new Keeper(), limit(9), guards.admin, Log) uses(): void {}
  /** B. */ @Tool() @Use(...COMMON, ...listed(), { intercept: () => { throw new Error(); } }) spreads(): void {}
  /** C. */ @Tool() @MapErrors(BUSY, mapError(Error, 'Wrong.')) @Prepare(() => null) maps(): void {}
  /** D. */ @Tool() @Validate(hasMoney) checks(): void {}
  /** E. */ @Tool() @Validate((args: object) => { void args; }) @Supersedes(function same() { return ''; }) inline(): void {}
  /** F.
   * @param a A. */
  @Tool() @NarrowInput(() => ({})) asks(@UserInput() a: string): void {}
  /** G. */ @Tool() @Checked(hasMoney) composed(): void {}
  /** H. */ @Tool() @Checked(isOpen) constant(): void {}
  /** I. */ @Tool() @Checked(() => {}) nameless(): void {}
  /** J. */ @Tool() @Used(limit(3)) made(): void {}
  /** K. */ @Tool() @Use(...CIRCLE) circle(): void {}
}`,
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const ofClass = { prepare: ['shown'], interceptors: ['Guard'], mapErrors: ['NotFound'] };
    expect(model.toolsets[0]?.tools.map(({ settings }) => settings)).toEqual([
      { ...ofClass, interceptors: ['Guard', 'Guard', 'limit', 'guards.admin', 'Audit'] },
      { ...ofClass, interceptors: ['Guard', 'Guard', 'limit', '...listed', 'an expression'] },
      { ...ofClass, prepare: ['a function', 'shown'], mapErrors: ['BUSY', 'Error', 'NotFound'] },
      { ...ofClass, validate: ['hasMoney'] },
      { ...ofClass, validate: ['a function'], supersedes: ['same'] },
      { ...ofClass, narrowInput: ['a function'] },
      { ...ofClass, validate: ['hasMoney'] },
      { ...ofClass, validate: ['isOpen'] },
      { ...ofClass, validate: ['a function'] },
      { ...ofClass, interceptors: ['Guard', 'limit', 'limit'] },
      { ...ofClass, interceptors: ['Guard', '...CIRCLE'] },
    ]);
  });

  it('tells the settings of base classes and of overridden methods, as the run time takes them [NEW-4]', () => {
    const { model } = readFiles({
      'src/main.ts': `import { RequiresApproval, Retries, Timeout, Tool, Toolset } from '@haft/core';
@Timeout(5)
abstract class Base {
  /** A. */ @Tool() @RequiresApproval() @Retries(1) pay(): void {}
}
abstract class Middle extends Base { @Retries(2) override pay(): void {} }
@Toolset() export class Bank extends Middle { override pay(): void {} }`,
    });
    expect(model.toolsets[0]?.tools[0]?.settings).toEqual({ approval: true, timeoutMs: 5, retries: 2 });
  });

  it('stays a tool when a subclass overrides the method, with the types of the override [DEF-3]', () => {
    const { model } = readFiles({
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';
abstract class Base { /** Says it. */ @Tool() say(text: string): string { return text; } /** Twice. */ @Tool() twice(): void {} }
@Toolset() export class Tools extends Base { override say(text: string, loud = false): string { return text + String(loud); } }`,
    });
    expect(
      model.toolsets[0]?.tools.map((tool) => [
        tool.name,
        tool.description,
        Object.keys(tool.arguments.schema.properties ?? {}),
      ]),
    ).toEqual([
      ['say', 'Says it.', ['text', 'loud']],
      ['twice', 'Twice.', []],
    ]);
  });

  it('is found behind decorators of the project that are made of those of Haft', () => {
    const { model, diagnostics } = readFiles({
      'src/words.ts': `import { Hints, Sensitive, Tool, Toolset } from '@haft/core';
const applyDecorators = (...all: readonly ((...args: never[]) => unknown)[]) => (...args: unknown[]): void => { for (const one of all) one(...(args as never[])); };
export const ReadTool = (name?: string) => applyDecorators(Tool(), Hints({ readOnly: true }));
export function Secret() { return Sensitive(); }
export function Named(name: string) { return applyDecorators(Tool({ name })); }
export const Group = () => Toolset({ prefix: 'g' });`,
      'src/main.ts': `import { Group, Named, ReadTool, Secret } from './words.js';
@Group() export class Tools {
  /** A.
   * @param key The key. */
  @ReadTool() a(@Secret() key: string): void {}
  /** B. */
  @Named('x') b(): void {}
}`,
    });
    expect(model.toolsets[0]?.tools[0]).toMatchObject({ name: 'g_a', hints: { readOnly: true }, sensitive: [['key']] });
    expect(model.toolsets[0]?.tools[1]?.name).toBe('g_x');
    expect(diagnostics).toEqual([]);
  });

  it('is found through helpers of helpers, with their arguments', () => {
    const { model, diagnostics } = readFiles({
      'src/compose.ts': `import { Example, Hints, Param, Sensitive, Tool, Toolset } from '@haft/core';
export const compose = (...all: readonly ((...args: never[]) => unknown)[]) => (...args: unknown[]): void => { for (const one of all) one(...(args as never[])); };
const READ_ONLY = Hints({ readOnly: true });
const Described = (description: string, version = '1') => Tool({ description, version });
export const Read = (what: string, limit?: number) => compose(Described('Reads ' + what + '.', '2'), READ_ONLY, Example({ key: what, limit: limit ?? 1 }));
const Limited = (maximum: number) => Param({ integer: true, maximum });
export function SmallLimit() { return (target: object, key: string, index: number) => { Limited(MAX * 2)(target, key, index); }; }
const MAX = 5;
const Prefixed = (prefix: string) => Toolset({ prefix });
export const Group = (name: string) => compose(Prefixed(name + '_group'));`,
      'src/main.ts': `import { Read, SmallLimit } from './compose.js';
import * as words from './compose.js';
const fibonacci = (n: number): number => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));
const other = (value: unknown) => (..._: unknown[]): void => void value;
@words.Group('my') export class Tools {
  // What other decorators are given is of no concern, even when it is about itself.
  @other(() => fibonacci(3)) plain(): void {}
  /** @param key The key.
   * @param limit Most. */
  @Read('keys', 3) a(key: string, @SmallLimit() limit: number): void {}
}`,
    });
    expect(diagnostics).toEqual([]);
    expect(model.toolsets[0]?.tools[0]).toMatchObject({
      name: 'my_group_a',
      description: 'Reads keys.',
      version: '2',
      hints: { readOnly: true },
      examples: [{ key: 'keys', limit: 3 }],
      arguments: { schema: { properties: { limit: { type: 'integer', maximum: 10 } } } },
    });
  });

  it('is an error where decorators are composed of themselves, or too deep', () => {
    const deep = Array.from(
      { length: 10 },
      (_, index) => `const D${index} = () => ${index === 9 ? 'Tool()' : `D${index + 1}()`};`,
    );
    const { diagnostics } = readFiles({
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';
${deep.reverse().join('\n')}
const Self = (depth: number): MethodDecorator => (depth === 0 ? Tool() as MethodDecorator : Self(depth - 1));
@Toolset() export class Tools {
  /** A. */
  @D0() a(): void {}
  /** B. */
  @Self(2) b(): void {}
}`,
    });
    expect(diagnostics.map((one) => `${one.code} ${String(one.line)}`)).toEqual(
      expect.arrayContaining(['HAFT1015 15', 'HAFT1015 17']),
    );
  });

  it('works under the decorators of the standard, with options instead of parameter decorators [NEW-24]', () => {
    const { model, diagnostics } = readFiles({
      'tsconfig.json': JSON.stringify({
        compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, types: [] },
        include: ['src'],
      }),
      'src/main.ts': `import { Tool, Toolset, type RunContext } from '@haft/core';
@Toolset() export class Tools {
  /** A. */
  @Tool({ parameters: { limit: { description: 'How many.', minimum: 1, integer: true }, store: { inject: 'store' }, code: { userInput: true }, key: { description: 'The key.', sensitive: true } } })
  a(limit: number, store: object, run: RunContext, code: string, key: string): void {}
}`,
    });
    expect(diagnostics).toEqual([]);
    expect(model.toolsets[0]?.tools).toMatchObject([
      {
        parameters: [
          { kind: 'model', name: 'limit' },
          { kind: 'host', name: 'store' },
          { kind: 'run' },
          { kind: 'host', name: 'code', input: true },
          { kind: 'model', name: 'key' },
        ],
        arguments: {
          schema: {
            properties: {
              limit: { type: 'integer', minimum: 1, description: 'How many.' },
              key: { type: 'string', description: 'The key.' },
            },
          },
        },
        sensitive: [['key']],
      },
    ]);
  });

  it('has texts for parameters from decorators, comments of the method, of the parameter, and of its type, in this order [DOC-2, DOC-3, DOC-4]', () => {
    const tool = onlyTool(
      readMembers(
        `  /**
   * A.
   * @param a - From the tag.
   * @param {string} b From the tag, too.
   */
  @Tool() take(@Param('From the decorator.') a: Sku, b: Sku, /** From the list. */ c: Sku, d: Sku): void {}`,
        '/** From the type. */\ntype Sku = string;',
      ),
    );
    const texts = Object.values(tool.arguments.schema.properties ?? {}).map(
      (one) => (one as { readonly description?: string }).description,
    );
    expect(texts).toEqual(['From the decorator.', 'From the tag, too.', 'From the list.', 'From the type.']);
  });

  it('describes the properties of its one object parameter, also a destructured one [DOC-1, DOC-5, DOC-6]', () => {
    const tool = onlyTool(
      readMembers(
        `  /**
   * A.
   * @param options All of it.
   * @param options.limit How many.
   * @returns What was found, see {@link Tools | the tools}.
   */
  @Tool() take({ limit, text }: { limit: number; /** What for. */ text: string }): string[] { return [text, String(limit)]; }`,
      ),
    );
    expect(tool.parameters).toEqual([{ kind: 'model', name: 'options', optional: false }]);
    expect(tool.arguments.schema).toMatchObject({
      description: 'All of it.',
      properties: { limit: { description: 'How many.' }, text: { description: 'What for.' } },
    });
    expect(tool.result?.schema.description).toBe('What was found, see the tools.');
  });

  it('describes the properties of an object parameter among others', () => {
    const tool = onlyTool(
      readMembers(`  /**
   * Finds.
   * @param text What.
   * @param options How.
   * @param options.limit How many.
   */
  @Tool() find(text: string, options: { limit: number; all?: boolean }): void {}`),
    );
    expect(tool.arguments.schema.properties?.['options']).toMatchObject({
      description: 'How.',
      properties: { limit: { type: 'number', description: 'How many.' }, all: { type: 'boolean' } },
    });
  });

  it.each([
    ['where it has none', ''],
    ['where it says so as TSDoc does', '/** {@inheritDoc Base.find} */'],
  ])('has the comment of the method that it overrides %s, with its tags', (_, comment) => {
    const project = readFiles({
      'src/main.ts': toolsetSource(`${comment}\n  @Tool() find(text: string): string { return text; }`, OLDEST).replace(
        'class Tools {',
        'class Tools extends Base {',
      ),
    });
    expect(project.diagnostics).toEqual([]);
    const tool = onlyTool(project);
    expect(tool.description).toBe('Finds.');
    expect(tool.arguments.schema.properties?.['text']).toEqual({ type: 'string', description: 'What to find.' });
    expect(tool.result?.schema.description).toBe('What was found.');
  });

  it('has no text of {@inheritDoc} in a schema', () => {
    const tool = onlyTool(
      readMembers(
        '  /** A. @param dto B. */ @Tool() a(dto: Dto): void {}',
        `interface Named {
  /** The name. */
  name: string;
}
export class Dto implements Named {
  /** {@inheritDoc Named.name} */
  name!: string;
  /** {@inheritDoc} */
  other!: string;
}`,
      ),
    );
    expect(tool.arguments.schema.properties).toEqual({
      name: { type: 'string', description: 'The name.' },
      other: { type: 'string' },
    });
  });

  it('keeps paragraphs, Markdown, and at signs inside texts [DOC-1]', () => {
    const tool = onlyTool(
      readMembers(
        '  /**\n   * Writes to a@b.com.\n   *\n   * - first\n   * - `second`\n   */\n  @Tool() take(): void {}',
      ),
    );
    expect(tool.description).toBe('Writes to a@b.com.\n\n- first\n- `second`');
  });

  it('reads examples from tags and decorators, and checks them [DOC-9]', () => {
    const { model, diagnostics } = readMembers(
      `  /**
   * A.
   * @example { "limit": 5 }
   * @example { "limit": "many" }
   */
  @Tool() @Example({ limit: 1 }) @Example({ limti: 1 }) take(limit?: number): void {}`,
    );
    expect(model.toolsets[0]?.tools[0]?.examples).toEqual([{ limit: 1 }, { limit: 5 }]);
    expect(diagnostics.filter((one) => one.code === 'HAFT1035').map((one) => `${one.line}:${one.column}`)).toEqual([
      '9:6',
      '11:43',
    ]);
  });

  it('refuses defaults that break their own constraints', () => {
    const { diagnostics } = readMembers('  /** A. */ @Tool() take(@Param({ minimum: 1 }) limit = 0, ok = 5): void {}');
    expect(diagnostics.filter((one) => one.code === 'HAFT1035').map((one) => one.column)).toEqual([26]);
  });

  it('leaves defaults that are not constants to the language [SCH-5]', () => {
    const tool = onlyTool(
      readMembers(
        '  /** A. */ @Tool() take(a = LIMIT * 2, b = Math.random(), c: string[] = [], d = [LIMIT]): void {}',
        'const LIMIT = 10;',
      ),
    );
    expect(tool.arguments.schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'number', default: 20 },
        b: { type: 'number' },
        c: { type: 'array', items: { type: 'string' }, default: [] },
        d: { type: 'array', items: { type: 'number' }, default: [10] },
      },
      additionalProperties: false,
    });
  });

  it('replaces the schema of a parameter where it is given [SCH-16]', () => {
    const tool = onlyTool(
      readMembers(
        `  /** A. */ @Tool() take(@Param({ schema: { type: 'string', pattern: '^a' }, description: 'Text.' }) value: () => void, other: string): void {}`,
      ),
    );
    expect(tool.arguments.schema.properties?.['value']).toEqual({
      type: 'string',
      pattern: '^a',
      description: 'Text.',
    });
  });

  it('is rejected if its schema is invalid [SCH-21]', () => {
    const { diagnostics } = readMembers(
      `  /** A. */ @Tool() take(@Param({ schema: { type: 'strin' } }) a: string, @Param({ schema: { type: 'object', properties: {}, required: ['x'] } }) b: object): void {}`,
    );
    expect(
      diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`),
    ).toEqual([
      "HAFT1101 The schema that @Param of 'a' gives cannot be used: #/type must be one of string, number, integer, boolean, object, array, null, or a list of some.",
      'HAFT1101 The schema that @Param of \'b\' gives cannot be used: # requires "x", which is none of its properties.',
    ]);
  });

  it('finds sensitive values at any depth', () => {
    const tool = onlyTool(
      readMembers(
        '  /** A. */ @Tool() take(users: User[], byName: Map<string, User>, @Sensitive() code: string): void {}',
        'export class User { name!: string; @Sensitive() password!: string; friend?: User }',
      ),
    );
    expect(tool.sensitive).toEqual(
      expect.arrayContaining([
        ['users', '*', 'password'],
        ['users', '*', 'friend', 'password'],
        ['byName', '*', 'password'],
        ['code'],
      ]),
    );
  });

  it('becomes DTO instances at every depth, and tells which rules the schema does not say [SCH-10, NEW-17]', () => {
    const tool = onlyTool(
      readMembers(
        '  /** A. */ @Tool() take(order: Order): void {}',
        `import { IsEmail, Length, Min, MinDate } from 'class-validator';
export class Line { @Min(1) count!: number; }
export class Order { @Length(2, 5, { message: 'Too short.' }) code!: string; lines!: Line[]; @IsEmail({ require_tld: false }) mail!: string; @MinDate(new Date()) at!: Date }`,
      ),
    );
    const { schema, revivals, messages } = tool.arguments;
    expect(schema.properties).toMatchObject({
      code: { type: 'string', minLength: 2, maxLength: 5 },
      lines: { type: 'array', items: { properties: { count: { type: 'number', minimum: 1 } } } },
    });
    expect(revivals.get(schema)).toMatchObject({
      kind: 'dto',
      class: { exportName: 'Order' },
      uncovered: expect.arrayContaining(['at']) as unknown as string[],
    });
    expect(messages?.get(schema.properties?.['code'] as object)).toBeDefined();
  });
});
