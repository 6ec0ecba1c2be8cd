import { describe, expect, it } from '@jest/globals';
import { fingerprintOf, HaftError, Tool, Toolset, type RunContext, type ToolDefinition } from '@haft/core';
import { type AnyTool, type AnyToolset, combine, compose, dynamic, toolset, walk, WrapperToolset } from '@haft/compose';
import { createRuntime } from '../../src/runtime/create-runtime.js';
import { reflect } from '../support/reflect.js';
import { fakeTool, fakeToolset, loggingRun, namesOf } from './fake-tools.js';

const crm = fakeToolset('crm', 'find', 'note', 'remove');
const run = loggingRun();

const toolOf = async (set: AnyToolset, name: string): Promise<AnyTool> => {
  const found = (await set.tools(run)).find((tool) => tool.definition.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const errorOf = async (set: AnyToolset): Promise<HaftError> => {
  try {
    await set.tools(run);
  } catch (error) {
    return error as HaftError;
  }
  throw new Error('there was no error');
};

describe('combine', () => {
  it('lists the tools of all toolsets, in order [SCH-19, SET-2]', async () => {
    expect(await namesOf(combine(crm, fakeToolset('mail', 'send')))).toEqual(['find', 'note', 'remove', 'send']);
  });

  it('names both toolsets and the fix when two tools have one name [NAM-4, SET-2]', async () => {
    const error = await errorOf(combine(crm, fakeToolset('notes', 'note')));
    expect(error.code).toBe('HAFT_DUPLICATE_TOOL');
    expect(error.message).toBe("Toolset 'notes' defines 'note', which toolset 'crm' defines too.");
    expect(error.hint).toBe("Use .prefix('notes') or .rename({...}).");
  });

  it('needs no promise while no toolset does', () => {
    expect(combine(crm, fakeToolset('mail', 'send')).tools(run)).toHaveLength(4);
  });

  it('asks slow toolsets at the same time [SET-2]', async () => {
    const log: string[] = [];
    const slow = (name: string): AnyToolset => ({
      name,
      tools: async () => {
        log.push(`asks ${name}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.push(`has ${name}`);
        return [fakeTool(name)];
      },
    });
    expect(await namesOf(combine(slow('a'), slow('b'), slow('c')))).toEqual(['a', 'b', 'c']);
    expect(log.slice(0, 3)).toEqual(['asks a', 'asks b', 'asks c']);
  });

  it('names the toolset that fails, for the developer [SET-2]', async () => {
    const cause = new Error('503');
    const error = await errorOf(combine(crm, { name: 'remote', tools: () => Promise.reject(cause) }));
    expect(error).toMatchObject({
      code: 'HAFT_TOOLSET_FAILED',
      message: "Toolset 'remote' could not return its tools: 503",
      cause,
    });
  });
});

describe('filter', () => {
  it('keeps tools by name, metadata or predicate [PRE-3, SET-3]', async () => {
    const set = fakeToolset('set', fakeTool('a', { metadata: { tier: { level: 1, name: 'x' } } }), 'b', 'c');
    expect(await namesOf(compose(set).filter(['a', 'c']))).toEqual(['a', 'c']);
    expect(await namesOf(compose(set).filter({ metadata: { tier: { level: 1 } } }))).toEqual(['a']);
    expect(await namesOf(compose(set).filter(({ name }) => name !== 'b'))).toEqual(['a', 'c']);
    expect(await namesOf(compose(set).filter(async ({ name }) => name === 'b'))).toEqual(['b']);
    expect(await namesOf(compose(set).filter('all'))).toEqual(['a', 'b', 'c']);
  });

  it('gives the run to a predicate', async () => {
    const set = compose(crm).filter(({ name }, one) => (one as RunContext<string>).deps === name);
    expect(await namesOf(set, loggingRun('note'))).toEqual(['note']);
  });

  it('refuses names that no tool has [PRE-3, SET-3]', async () => {
    const error = await errorOf(compose(crm).filter(['find', 'notes']));
    expect(error.code).toBe('HAFT_UNKNOWN_TOOL');
    expect(error.message).toBe("There is no tool 'notes'.");
    expect(error.hint).toBe(
      "Did you mean 'note'? Toolset 'crm' has: find, note, remove. Wrappers inside may have given other names.",
    );
    expect((await errorOf(compose(crm).filter(['x', 'find', 'y']))).message).toBe(
      "There is no tool 'x' and no tool 'y'.",
    );
  });

  it('only warns of them where the tools differ from run to run', async () => {
    const own = loggingRun();
    const changing: AnyToolset = { name: 'changing', tools: () => [fakeTool('now')] };
    expect(await namesOf(compose(changing).filter(['now', 'later']), own)).toEqual(['now']);
    expect(own.warnings).toEqual(["There is no tool 'later' in toolset 'changing'."]);
  });
});

describe('prefix', () => {
  it('starts names and aliases, and the tool keeps its own name inside [NAM-5, SET-4]', async () => {
    const set = compose(fakeToolset('crm', fakeTool('find', {}, { aliases: ['search'] })))
      .prefix('eu')
      .prefix('crm');
    const tool = await toolOf(set, 'crm_eu_find');
    expect(tool.aliases).toEqual(['crm_eu_search']);
    expect(tool.ownName).toBe('find');
  });

  it('gives the fingerprint of the new name', async () => {
    const { definition } = await toolOf(compose(crm).prefix('eu'), 'eu_find');
    expect(definition.fingerprint).toBe(fingerprintOf('eu_find', '0', definition.parameters));
  });

  it('parses no unused schema', async () => {
    let read = 0;
    const tool = fakeTool('lazy');
    Object.defineProperty(tool.definition, 'parameters', { enumerable: true, get: () => ({ read: ++read }) });
    const set = compose(fakeToolset('set', tool)).prefix('a').withMetadata({ b: 1 }).rename({ c: 'a_lazy' });
    const { definition } = await toolOf(set, 'c');
    expect(read).toBe(0);
    expect(definition.parameters).toEqual({ read: 1 });
  });

  it.each([
    ['x'.repeat(60), /has 65 characters/],
    ['9', /is not a valid tool name/],
    ['with space', /is not a valid tool name/],
  ])('refuses the prefix %p [SET-4]', async (prefix, message) => {
    const error = await errorOf(compose(crm).prefix(prefix));
    expect(error.code).toBe('HAFT_INVALID_NAME');
    expect(error.message).toMatch(message);
  });
});

describe('rename', () => {
  it('sets other names, and keeps the old one as an alias [NAM-5, SET-5]', async () => {
    const set = compose(crm).rename({ find_person: 'find' });
    expect(await namesOf(set)).toEqual(['find_person', 'note', 'remove']);
    expect((await toolOf(set, 'find_person')).aliases).toEqual(['find']);
  });

  it('lets two tools swap their names, without aliases that would point to the wrong one [SET-5]', async () => {
    const set = compose(crm).rename({ find: 'note', note: 'find' });
    const [first, second] = await set.tools(run);
    expect([first, second].map((tool) => [tool?.definition.name, tool?.ownName, tool?.aliases])).toEqual([
      ['note', 'find', []],
      ['find', 'note', []],
    ]);
  });

  it('refuses an unknown name, a name that is taken, and two names for one tool [SET-5]', async () => {
    const unknown = await errorOf(compose(crm).rename({ lookup: 'finds' }));
    expect(unknown.message).toBe("There is no tool 'finds'.");
    expect(unknown.hint).toMatch(/^Did you mean 'find'\? Toolset 'crm' has: find, note, remove\./);
    const taken = await errorOf(compose(crm).rename({ note: 'find' }));
    expect(taken.message).toBe("Renaming 'find' to 'note' meets an existing tool.");
    expect(taken.code).toBe('HAFT_DUPLICATE_TOOL');
    expect(() => compose(crm).rename({ a: 'find', b: 'find' })).toThrow("rename gives 'find' two names, 'a' and 'b'.");
  });
});

describe('prepare', () => {
  const change = (name: string, changes: Partial<ToolDefinition>) => (definition: ToolDefinition) =>
    definition.name === name ? { ...definition, ...changes } : definition;

  it('drops, reorders and describes tools, at every step [PRE-2, SET-6]', async () => {
    let step = 0;
    const set = compose(crm).prepare((_run, definitions) =>
      definitions
        .slice(step++)
        .reverse()
        .map(change('note', { description: 'Writes.' })),
    );
    expect(await namesOf(set)).toEqual(['remove', 'note', 'find']);
    expect(await namesOf(set)).toEqual(['remove', 'note']);
    step = 0;
    expect((await toolOf(set, 'note')).definition.description).toBe('Writes.');
  });

  it('enforces a schema that it narrows', async () => {
    const parameters = {
      type: 'object',
      properties: { limit: { type: 'integer' } },
      additionalProperties: false,
    } as const;
    const narrowed = { ...parameters, properties: { limit: { type: 'integer', maximum: 10 } } } as const;
    const set = compose(fakeToolset('set', fakeTool('read', { parameters }))).prepare(async (_run, definitions) =>
      definitions.map(change('read', { parameters: narrowed })),
    );
    const { check, definition } = await toolOf(set, 'read');
    expect(check.read({ limit: 10 })).toEqual({ limit: 10 });
    expect(check.read({ limit: 11 })).toBeUndefined();
    expect(check.schema()).toEqual(narrowed);
    expect(definition.fingerprint).toBe(fingerprintOf('read', '0', narrowed));
  });

  it('cannot add, repeat or rename tools [SET-6]', async () => {
    for (const prepare of [
      (definitions: readonly ToolDefinition[]) => definitions.map(change('note', { name: 'notes' })),
      (definitions: readonly ToolDefinition[]) => [...definitions, fakeTool('extra').definition],
      (definitions: readonly ToolDefinition[]) => [...definitions, ...definitions],
    ]) {
      const error = await errorOf(compose(crm).prepare((_run, definitions) => prepare(definitions)));
      expect(error.code).toBe('HAFT_PREPARE_RENAMED');
      expect(error.hint).toBe('prepare cannot add or rename tools; use combine or rename.');
    }
  });

  it('cannot widen a schema [SET-6]', async () => {
    const parameters = { type: 'object', properties: { a: { type: 'string' } } } as const;
    const error = await errorOf(
      compose(crm).prepare((_run, definitions) => definitions.map(change('note', { parameters }))),
    );
    expect(error.code).toBe('HAFT_PREPARE_WIDENED');
    expect(error.message).toBe("prepare of 'note' accepts more than the tool: the property 'a' is new.");
  });
});

describe('policies', () => {
  it('requireApproval adds to what the tool asks for itself [SET-7]', async () => {
    const own = () => true;
    const set = compose(fakeToolset('set', fakeTool('a', {}, { settings: { approvals: [own] } }), 'b'));
    const predicate = () => false;
    expect((await toolOf(set.requireApproval(), 'a')).settings.approvals).toEqual([own, true]);
    expect((await toolOf(set.requireApproval(['b'], predicate), 'b')).settings.approvals).toEqual([predicate]);
    expect((await toolOf(set.requireApproval(['b']), 'a')).settings.approvals).toEqual([own]);
  });

  it('external marks the selected tools [SET-8]', async () => {
    const set = compose(crm).external(['note']);
    expect((await set.tools(run)).map((tool) => tool.settings.external)).toEqual([undefined, true, undefined]);
  });
});

describe('definitions', () => {
  it('withMetadata merges, and the outer value wins [SET-11]', async () => {
    const set = compose(crm).withMetadata({ a: 1, b: 1 }, ['find']).withMetadata({ b: 2 });
    expect((await toolOf(set, 'find')).definition.metadata).toEqual({ a: 1, b: 2 });
    expect((await toolOf(set, 'note')).definition.metadata).toEqual({ b: 2 });
  });

  it('withResultSchemas adds the schemas of results [SET-11]', async () => {
    const set = compose(crm).withResultSchemas({ find: { type: 'string' } } as never);
    expect((await toolOf(set, 'find')).definition.result).toEqual({ type: 'string' });
    expect((await toolOf(set, 'note')).definition.result).toBeUndefined();
  });

  it('withResultSchemas adds the descriptions of result schemas for models, which no model reads without it [DOC-6]', async () => {
    const named = fakeTool('count', { result: { type: 'integer', description: 'How many there are.' } });
    const counter = fakeToolset('counter', named, 'other');
    const described = compose(counter).withResultSchemas({
      other: { type: 'string', description: 'A text.' },
    } as never);
    expect((await toolOf(compose(counter), 'count')).definition.description).toBe('Does count.');
    expect((await toolOf(described, 'count')).definition.description).toBe(
      'Does count.\n\nReturns: How many there are.',
    );
    expect((await toolOf(described, 'other')).definition.description).toBe('Does other.\n\nReturns: A text.');
    expect((await toolOf(described.withResultSchemas(), 'count')).definition.description).toBe(
      'Does count.\n\nReturns: How many there are.',
    );
    expect((await toolOf(compose(counter).withResultSchemas(), 'other')).definition.description).toBe('Does other.');
  });

  it('withInstructions adds one text for all, or texts by tool [INS-2, SET-11]', async () => {
    const set = compose(crm)
      .withInstructions('Be kind.')
      .withInstructions({ note: (one: RunContext) => `Run ${one.runId}.` } as never);
    const texts = (tool: AnyTool) => (tool.instructions ?? []).map((source) => source(run));
    expect((await set.tools(run)).map(texts)).toEqual([['Be kind.'], ['Be kind.', 'Run r1.'], ['Be kind.']]);
  });
});

describe('dynamic', () => {
  const entered: string[] = [];
  const session = (name: string): AnyToolset => ({
    name,
    tools: () => [],
    forRun: (one) => {
      entered.push(`enter ${name} in ${one.runId}`);
      return { name, tools: () => [fakeTool(name)], dispose: () => void entered.push(`leave ${name}`) };
    },
  });

  it('per run: asks once, and ends the entered toolset with the run [DEF-9, SET-12]', async () => {
    entered.length = 0;
    let asked = 0;
    const own = await dynamic(() => session(`s${++asked}`)).forRun(run);
    expect([await namesOf(own), await namesOf(own)]).toEqual([['s1'], ['s1']]);
    await own.dispose?.();
    expect(entered).toEqual(['enter s1 in r1', 'leave s1']);
  });

  it('per step: leaves the old one before it enters the new one [DEF-9, SET-12]', async () => {
    entered.length = 0;
    let step = 0;
    const own = await dynamic(async () => session(`s${++step}`), { per: 'step' }).forRun(run);
    expect([await own.tools(run), await own.tools(run)].map(([tool]) => tool?.ownName)).toEqual(['s1', 's2']);
    await own.dispose?.();
    expect(entered).toEqual(['enter s1 in r1', 'leave s1', 'enter s2 in r1', 'leave s2']);
  });

  it('per step: stays in a toolset that comes again', async () => {
    entered.length = 0;
    const same = session('same');
    const own = await dynamic(() => same, { per: 'step' }).forRun(run);
    await own.tools(run);
    await own.tools(run);
    expect(entered).toEqual(['enter same in r1']);
  });

  it('takes a generated module, and stays in it from step to step [SET-12]', async () => {
    @Toolset()
    class Clock {
      @Tool()
      tell(): string {
        return 'noon';
      }
    }
    const module = reflect(Clock, { tell: {} });
    const timed = dynamic(() => module, { per: 'step', of: [module] });
    const ticking = createRuntime({ toolsets: timed }).startRun();
    expect(await ticking.call({ name: 'tell', arguments: {} })).toMatchObject({ status: 'success', value: 'noon' });
    ticking.nextStep();
    expect(await ticking.call({ name: 'tell', arguments: {} })).toMatchObject({ status: 'success', value: 'noon' });
    const own = await timed.forRun(run);
    const [[before], [after]] = [await own.tools(run), await own.tools(run)];
    expect(after).toBe(before);
  });

  it('gives no tools for undefined [SET-12]', async () => {
    expect(await namesOf(dynamic(() => undefined))).toEqual([]);
  });

  it('works inside of every wrapper', async () => {
    entered.length = 0;
    const set = combine(
      crm,
      compose(dynamic(() => session('live')))
        .prefix('x')
        .rename({ y: 'x_live' }),
    );
    const own = await set.forRun(run);
    expect(await namesOf(own)).toEqual(['find', 'note', 'remove', 'y']);
    await own.dispose?.();
    expect(entered).toEqual(['enter live in r1', 'leave live']);
  });
});

describe('any order', () => {
  it('each wrapper sees the result of the inner one', async () => {
    const set = compose(crm).filter(['find', 'note']).prefix('crm').rename({ search: 'crm_find' }).filter(['search']);
    expect(await namesOf(set)).toEqual(['search']);
    const other = compose(crm).rename({ search: 'find' }).prefix('crm').filter(['crm_search']);
    expect(await namesOf(other)).toEqual(['crm_search']);
  });

  it('changes no toolset that it is made of [SET-9]', async () => {
    compose(crm).prefix('x').filter(['x_find']);
    expect(await namesOf(crm)).toEqual(['find', 'note', 'remove']);
  });

  it('stays fixed while every part is, so that calls take the short way', () => {
    const fixed = compose(crm).prefix('a').filter(['a_find']).requireApproval().deferLoading().withMetadata({ a: 1 });
    expect(fixed.fixed).toBe(true);
    expect(fixed.filter(() => true).fixed).toBeUndefined();
    expect(
      combine(
        fixed,
        dynamic(() => crm),
      ).fixed,
    ).toBeUndefined();
    expect(fixed.prepare((_run, definitions) => definitions).fixed).toBeUndefined();
  });
});

describe('toolset', () => {
  it('holds single tools under its name [DEF-14, SET-1]', async () => {
    const set = toolset('mixed', [fakeTool('a'), fakeTool('b')]);
    expect(await namesOf(set)).toEqual(['a', 'b']);
    expect((await toolOf(set, 'a')).definition.toolset).toBe('mixed');
  });
});

describe('walk', () => {
  it('visits every toolset, outermost first [SET-15]', () => {
    const seen: string[] = [];
    walk(combine(compose(crm).prefix('a'), fakeToolset('mail', 'send')), (set, depth) => {
      if (set.parts === undefined) seen.push(`${depth} ${set.name}`);
    });
    expect(seen).toEqual(['4 crm', '2 mail']);
  });
});

describe('a wrapper of a project', () => {
  class LoudToolset extends WrapperToolset {
    protected change(tools: readonly AnyTool[]): readonly AnyTool[] {
      return tools.map((tool) => ({ ...tool, definition: { ...tool.definition, description: 'LOUD' } }));
    }
    protected around(inner: AnyToolset): AnyToolset {
      return new LoudToolset(inner);
    }
  }

  it('fits between the others [SET-9]', async () => {
    const set = compose(new LoudToolset(compose(crm).prefix('a'))).filter(['a_find']);
    expect((await toolOf(set, 'a_find')).definition.description).toBe('LOUD');
  });
});
