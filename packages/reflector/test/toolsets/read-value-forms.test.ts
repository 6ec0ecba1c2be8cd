import { describe, expect, it } from '@jest/globals';
import { toolsInterface } from '../../src/emit/tools-interface.js';
import { ImportList } from '../../src/emit/import-list.js';
import { Names } from '../../src/emit/names.js';
import { readFiles, type Files } from '../support/read-fixture.js';

/* The member `value` of a tool in the generated module. */

const LIBRARY: Files = {
  'node_modules/audit/package.json': JSON.stringify({
    name: 'audit',
    types: 'index.d.ts',
    peerDependencies: { '@haft/core': '*' },
  }),
  'node_modules/audit/index.d.ts': `export declare function Audited(): MethodDecorator;
export declare const Bare: MethodDecorator;
export declare class Base { protected readonly kind: string }`,
  'node_modules/other/package.json': JSON.stringify({ name: 'other', types: 'index.d.ts' }),
  'node_modules/other/index.d.ts': `export declare function Traced(): MethodDecorator;
export declare class Emitter { emit(name: string): boolean }`,
};

const HEAD = `import { Cached, External, Hints, Isolated, Tool, Toolset, Use, type Interceptor } from '@haft/core';
import { Audited, Bare, Base } from 'audit';
import { Emitter, Traced } from 'other';
declare const interceptor: Interceptor;
const Helped = () => (target: object, key: string, place: PropertyDescriptor): void => { Audited()(target, key, place); };
function mixed<C extends abstract new (...args: any[]) => object>(base: C) {
  abstract class Mixed extends base { extra = 1 }
  return Mixed;
}
void [Cached, External, Hints, Isolated, Use, Audited, Bare, Base, Emitter, Traced, Helped, interceptor, mixed];
`;

/** Returns the member of the tool `day`, undefined if there is none. */
function memberOf(files: Files): string | undefined {
  const { model, diagnostics } = readFiles({ ...LIBRARY, ...files });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const imports = new ImportList('/project/src', model, new Names(new Set()));
  const line = toolsInterface(model, imports).find((one) => one.startsWith('  day:'));
  expect(line).toBeDefined();
  return / value: (.*?)(?:; toolset:.*)? \};$/.exec(line ?? '')?.[1];
}

const toolset = (decorators: string, { onClass = '', heritage = '' } = {}): string =>
  memberOf({
    'src/main.ts': `${HEAD}
@Toolset() ${onClass}
export class Desk ${heritage} { /** Tells the day. */ @Tool() ${decorators} day(): Date { return new Date(); } }`,
  }) ?? 'none';

const RETURNED = `Returned<Desk['day']>`;

describe('the type of the value of a method', () => {
  it.each([
    ['', RETURNED],
    ['@Hints({ readOnly: true })', RETURNED],
    ['@Traced()', RETURNED],
    ['@Isolated()', `Cloned<${RETURNED}>`],
    [`@Cached({ ttlMs: 1, scope: 'run' })`, `${RETURNED} | string`],
    [`@Isolated() @Cached({ ttlMs: 1, scope: 'run' })`, `Cloned<${RETURNED}> | string`],
    ['@External()', 'string'],
    ['@Use(interceptor)', 'none'],
    ['@Audited()', 'none'],
    ['@Bare', 'none'],
    ['@Helped()', 'none'],
  ])('with "%s" is %s', (decorators, type) => {
    expect(toolset(decorators)).toBe(type);
  });

  it('follows the decorators of the class', () => {
    expect(toolset('', { onClass: '@Use(interceptor)' })).toBe('none');
    expect(toolset('', { onClass: '@Isolated()' })).toBe(`Cloned<${RETURNED}>`);
  });

  it('follows the decorators of base classes and of overridden methods', () => {
    const derived = (base: string): string | undefined =>
      memberOf({ 'src/main.ts': `${HEAD}${base}\n@Toolset() export class Desk extends Parent {}` });
    const day = '/** Tells the day. */ @Tool() day(): Date { return new Date(); }';
    expect(derived(`abstract class Parent { ${day} }`)).toBe(RETURNED);
    expect(derived(`@Use(interceptor) abstract class Parent { ${day} }`)).toBeUndefined();
    expect(derived(`@External() abstract class Top {} abstract class Parent extends Top { ${day} }`)).toBe('string');
    const overridden = memberOf({
      'src/main.ts': `${HEAD}abstract class Parent { /** Tells the day. */ @Tool() @Use(interceptor) day(): Date { return new Date(); } }
@Toolset() export class Desk extends Parent { override day(): Date { return new Date(); } }`,
    });
    expect(overridden).toBeUndefined();
  });

  it('is unknown if the decorators of a base class are invisible', () => {
    expect(toolset('', { heritage: 'extends Base' })).toBe('none');
    expect(toolset('', { heritage: 'extends mixed(Base)' })).toBe('none');
    expect(toolset('', { heritage: 'extends Emitter' })).toBe(RETURNED);
  });

  it('is unknown if a cached or external value has no schema', () => {
    const untyped = (decorator: string): string | undefined =>
      memberOf({
        'src/main.ts': `${HEAD}@Toolset() export class Desk { /** Tells. */ @Tool() ${decorator} day(): unknown { return 1; } }`,
      });
    expect(untyped('')).toBe(RETURNED);
    expect(untyped('@External()')).toBeUndefined();
    expect(untyped(`@Cached({ ttlMs: 1, scope: 'run' })`)).toBeUndefined();
  });
});

describe('the type of the value of a function', () => {
  const withOptions = (options: string): string | undefined =>
    memberOf({
      'src/main.ts': `import { defineTool, type ToolSettings } from 'haft-runtime';
import type { Interceptor } from '@haft/core';
declare const settings: ToolSettings; declare const interceptors: Interceptor[];
void settings; void interceptors;
/** Tells the day. */ export function day(): Date { return new Date(); }
export const tool = defineTool(day${options});`,
      'node_modules/haft-runtime/package.json': JSON.stringify({ name: '@haft/runtime', types: 'index.d.ts' }),
      'node_modules/haft-runtime/index.d.ts': `export interface ToolSettings { readonly timeoutMs?: number }
export declare function defineTool(target: (...args: never) => unknown, options?: object): object;`,
    });

  it.each([
    ['', 'Returned<typeof day_function>'],
    [`, { name: 'day' }`, 'Returned<typeof day_function>'],
    [', { settings: { timeoutMs: 5 } }', 'Returned<typeof day_function>'],
    [', { settings: { isolated: true } }', 'Cloned<Returned<typeof day_function>>'],
    [`, { settings: { cached: { ttlMs: 1, scope: 'run' } } }`, 'Returned<typeof day_function> | string'],
    [', { settings: { external: true } }', 'string'],
    [', { settings: { interceptors } }', undefined],
    [', { settings }', undefined],
    [', { settings: { ...settings } }', undefined],
  ])('with the options "%s" is %s', (options, type) => {
    expect(withOptions(options)).toBe(type);
  });
});
