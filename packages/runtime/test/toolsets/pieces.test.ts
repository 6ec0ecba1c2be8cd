import { describe, expect, it } from '@jest/globals';
import { Tool, Toolset, Use, type Interceptor, type ToolDefinition } from '@haft/core';
import {
  combine,
  compose,
  createRuntime,
  defineTool,
  dynamic,
  toolset,
  type AnyToolset,
  type Run,
} from '../../src/index.js';
import type { ToolSelector } from '@haft/compose';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { fakeTool, fakeToolset, namesOf } from './fake-tools.js';

const log: string[] = [];
const noting = (name: string): Interceptor => ({
  intercept: (call, next) => {
    log.push(`${name} ${call.definition.name}`);
    return next();
  },
});

@Toolset({ instructions: 'Be quick.' })
@Use(noting('clock'))
class Clock {
  @Tool()
  now(): string {
    return 'noon';
  }
}
@Toolset({ instructions: 'Be exact.' })
class Ruler {
  @Tool()
  async measure(): Promise<string> {
    return '5 cm';
  }
}
const clock = reflect(Clock, { now: {} }, { instructions: 'Be quick.' });
const ruler = reflect(Ruler, { measure: {} }, { instructions: 'Be exact.' });
const start = (toolsets: AnyToolset): Run =>
  createRuntime({ toolsets, observe: { logger: quietLogger() } }).startRun() as unknown as Run;

it('a toolset brings its tools, instructions and interceptors, also among others [DEF-10, DEF-8]', async () => {
  log.length = 0;
  const run = start(combine(clock, compose(ruler).prefix('a')));
  expect(await run.call({ name: 'now' })).toMatchObject({ status: 'success', text: 'noon' });
  expect(await run.call({ name: 'a_measure' })).toMatchObject({ status: 'success', text: '5 cm' });
  expect(log).toEqual(['clock now']);
  expect(await run.instructions()).toBe('Be quick.\n\nBe exact.');
});

describe('a tool of the user called search_tools [NAM-6]', () => {
  const own = toolset('own', [
    defineTool({
      name: 'search_tools',
      description: 'Searches the shed.',
      parameters: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
      execute: ({ text }: { text?: string }) => `found ${text}`,
    }),
  ]);

  it('is an ordinary one while no tool is hidden', async () => {
    const run = start(combine(own, clock));
    expect((await run.definitions()).map(({ name, description }) => `${name}: ${description}`)).toEqual([
      'search_tools: Searches the shed.',
      'now: Does now.',
    ]);
    expect(await run.call({ name: 'search_tools', arguments: { text: 'saw' } })).toMatchObject({ text: 'found saw' });
  });

  it('clashes with that of Haft once some are', () => {
    expect(() => start(combine(own, compose(clock).deferLoading()))).toThrow(
      expect.objectContaining({ code: 'HAFT_DUPLICATE_TOOL' }),
    );
  });
});

describe('a selector [PRE-4]', () => {
  const set = fakeToolset('set', fakeTool('a', { metadata: { team: 'x' } }), 'b');
  const selectors: readonly (readonly [string, ToolSelector, readonly string[]])[] = [
    ['all', 'all', ['a', 'b']],
    ['names', ['b'], ['b']],
    ['metadata', { metadata: { team: 'x' } }, ['a']],
    ['a function', ({ name }: ToolDefinition) => name === 'b', ['b']],
    ['an async function', async ({ name }: ToolDefinition) => name === 'a', ['a']],
  ];
  const wrappers = {
    filter: async (selector: ToolSelector) => namesOf(compose(set).filter(selector as never)),
    requireApproval: async (selector: ToolSelector) =>
      chosen(compose(set).requireApproval(selector as never), (tool) => tool.settings.approvals !== undefined),
    external: async (selector: ToolSelector) =>
      chosen(compose(set).external(selector as never), (tool) => tool.settings.external === true),
    deferLoading: async (selector: ToolSelector) =>
      chosen(compose(set).deferLoading(selector as never), (tool) => tool.hiddenBehind !== undefined),
    withMetadata: async (selector: ToolSelector) =>
      chosen(
        compose(set).withMetadata({ mine: 1 }, selector as never),
        ({ definition }) => definition.metadata?.['mine'] === 1,
      ),
  };

  async function chosen(
    composed: AnyToolset,
    is: (tool: Awaited<ReturnType<AnyToolset['tools']>>[number]) => boolean,
  ): Promise<readonly string[]> {
    return (await composed.tools(undefined as never)).filter(is).map((tool) => tool.definition.name);
  }

  describe.each(Object.entries(wrappers))('for %s', (_wrapper, choose) => {
    it.each(selectors)('is %s', async (_form, selector, expected) => {
      expect(await choose(selector)).toEqual(expected);
    });
  });
});

describe('names', () => {
  it('are checked after every wrapper, when the runtime is made [SET-4, NAM-5]', () => {
    const invalid = expect.objectContaining({ code: 'HAFT_INVALID_NAME' });
    expect(() => start(compose(clock).prefix('x'.repeat(60)))).not.toThrow();
    expect(() => start(compose(clock).prefix('x'.repeat(61)))).toThrow(invalid);
    expect(() => start(compose(clock).rename({ 'no name': 'now' }))).toThrow(invalid);
    expect(() =>
      start(
        compose(clock)
          .prefix('x'.repeat(61))
          .rename({ short: `${'x'.repeat(61)}_now` } as never),
      ),
    ).toThrow(invalid);
  });
});

describe('names of tools that differ from run to run', () => {
  it('are checked when they are listed first [SET-4]', async () => {
    const changing = compose(dynamic(() => compose(clock))).prefix('x'.repeat(61));
    const run = start(changing);
    await expect(run.definitions()).rejects.toMatchObject({ code: 'HAFT_INVALID_NAME' });
  });
});

describe('aliases [NEW-13, NAM-5]', () => {
  const old = fakeTool('find', {}, { aliases: ['note', 'search'] });
  const both = combine(fakeToolset('old', old), fakeToolset('new', 'note'));

  it('are never listed, and resolved after every name', async () => {
    const run = start(both);
    expect((await run.definitions()).map(({ name }) => name)).toEqual(['find', 'note']);
    expect((await run.call({ name: 'note' })).tool).toBe('note');
    expect((await run.call({ name: 'search' })).tool).toBe('find');
    expect((await run.call({ name: 'serch' })).text).not.toContain("'search'");
  });

  it('stand for one tool each', () => {
    const other = fakeTool('look', {}, { aliases: ['search'] });
    expect(() => start(combine(fakeToolset('old', old), fakeToolset('other', other)))).toThrow(
      expect.objectContaining({ code: 'HAFT_DUPLICATE_TOOL' }),
    );
  });
});

describe('instructions', () => {
  it('for one tool are returned while it is visible [INS-2]', async () => {
    const both = fakeToolset('set', 'a', 'b');
    const instructed = compose(both).withInstructions({ a: 'Of a.', b: 'Of b.' });
    expect(await start(instructed).instructions()).toBe('Of a.\n\nOf b.');
    expect(await start(instructed.filter(['b'])).instructions()).toBe('Of b.');
  });
});
