import type { Interceptor, ToolOutcome } from '@haft/core';
import {
  combine,
  compose,
  createRuntime,
  defineTool,
  dynamic,
  forTools,
  policy,
  toolset,
  type AnyToolset,
  type ComposedToolset,
  type Run,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/*
 * Rules that name tools: each wrapper with a list of names, and forTools. A name that no tool has
 * is an error at the start, or denies the calls that the rule could be for.
 */

const executed: string[] = [];
beforeEach(() => {
  executed.length = 0;
});

const toolOf = (name: string, settings = {}) =>
  defineTool({
    name,
    description: 'Does it.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    settings,
    execute: () => {
      executed.push(name);
      return 'done';
    },
  });
const desk = (): ComposedToolset<never> => toolset('desk', [toolOf('x_read'), toolOf('x_write')]) as never;
const hidesNothing = (): AnyToolset => compose(desk()).prepare((_run, definitions) => definitions);
const hidesWrite = (): AnyToolset =>
  compose(desk()).prepare((_run, definitions) => definitions.filter(({ name }) => name === 'x_read'));

const WRAPPERS: readonly (readonly [string, (inner: AnyToolset, name: string, optional?: boolean) => AnyToolset])[] = [
  ['filter', (inner, name, optional) => compose(inner).filter(['x_read', name] as never, given(optional))],
  [
    'requireApproval',
    (inner, name, optional) => compose(inner).requireApproval([name] as never, undefined, given(optional)),
  ],
  ['external', (inner, name, optional) => compose(inner).external([name] as never, given(optional))],
  ['deferLoading', (inner, name, optional) => compose(inner).deferLoading([name] as never, given(optional))],
  ['withMetadata', (inner, name, optional) => compose(inner).withMetadata({ a: 1 }, [name] as never, given(optional))],
  ['rename', (inner, name, optional) => compose(inner).rename({ other: name } as never, given(optional))],
  [
    'withInstructions',
    (inner, name, optional) => compose(inner).withInstructions({ [name]: 'Care.' } as never, given(optional)),
  ],
  [
    'withResultSchemas',
    (inner, name, optional) =>
      compose(inner).withResultSchemas({ [name]: { type: 'string' } } as never, given(optional)),
  ],
];
/** Permissions have no `optional`: a rule of access that names nothing is always a mistake. */
const ALL_WRAPPERS: typeof WRAPPERS = [
  ...WRAPPERS,
  ['require', (inner, name) => compose(inner).require([name] as never, 'desk:write')],
];
const given = (optional: boolean | undefined) => (optional === undefined ? undefined : { optional });

const INTERCEPTORS: readonly (readonly [string, (names: string | RegExp, optional?: boolean) => Interceptor])[] = [
  [
    'a policy',
    (names, optional) =>
      forTools(
        names,
        policy(() => ({ deny: 'No.' })),
        given(optional),
      ),
  ],
  ['an interceptor', (names, optional) => forTools(names, { intercept: (_call, next) => next() }, given(optional))],
  [
    'two forTools',
    (names, optional) =>
      forTools(
        () => true,
        forTools(
          names,
          policy(() => 'allow'),
          given(optional),
        ),
      ),
  ],
];

function start(toolsets: AnyToolset | readonly AnyToolset[], options: Partial<RuntimeOptions> = {}): Run {
  return createRuntime({
    toolsets,
    ...options,
    observe: { logger: quietLogger(), ...options.observe },
  }).startRun() as never as Run;
}
const read = (run: Run): Promise<ToolOutcome> => run.call({ name: 'x_read', arguments: {} });
const unknown = expect.objectContaining({ code: 'HAFT_UNKNOWN_TOOL', message: expect.stringContaining('x_raed') });

describe('tools that never change, or that functions only hide', () => {
  const lists: readonly (readonly [string, () => AnyToolset])[] = [
    ['fixed', desk],
    ['prepared', hidesNothing],
    ['combined with a prepared one', () => combine(desk(), compose(hidesNothing()).prefix('two'))],
  ];
  it.each(lists.flatMap(([list, make]) => WRAPPERS.map(([name, wrap]) => [name, list, wrap, make] as const)))(
    '%s with a name that no tool has stops the start: %s',
    (_name, _list, wrap, make) => {
      expect(() => start(wrap(make(), 'x_raed'))).toThrow(unknown);
      expect(() =>
        start(
          combine(
            wrap(make(), 'x_raed'),
            dynamic(() => undefined),
          ),
        ),
      ).toThrow(unknown);
      expect(() => start(wrap(make(), 'x_raed', true))).not.toThrow();
    },
  );

  it.each(lists.flatMap(([list, make]) => INTERCEPTORS.map(([name, limit]) => [name, list, limit, make] as const)))(
    'forTools around %s with a name that no tool has stops the start: %s',
    (_name, _list, limit, make) => {
      expect(() => start(make(), { interceptors: [limit('x_raed')] })).toThrow(unknown);
      expect(() => start(make(), { interceptors: [limit(/^x_raed/)] })).toThrow(unknown);
      expect(() => start(make(), { interceptors: [limit('x_raed', true)] })).not.toThrow();
      expect(() => start(make(), { interceptors: [limit('x_read')] })).not.toThrow();
    },
  );

  it.each(lists)('require with a name that no tool has stops the start: %s', (_list, make) => {
    expect(() => start(compose(make()).require(['x_raed'] as never, 'desk:write'))).toThrow(unknown);
  });

  it.each(ALL_WRAPPERS)('%s may name a tool that a step hides', async (_name, wrap) => {
    expect(await read(start(wrap(hidesWrite(), 'x_write')))).toMatchObject({ status: 'success' });
  });

  it('metadata that no tool has stop the start', () => {
    const set = desk();
    expect(() => start(set.requireApproval({ metadata: { risk: 'hihg' } }))).toThrow(
      expect.objectContaining({ message: `There is no tool with the metadata {"risk":"hihg"}.` }),
    );
    expect(() =>
      start(set.requireApproval({ metadata: { risk: 'hihg' } }, undefined, { optional: true })),
    ).not.toThrow();
  });
});

describe('tools that change from run to run or from step to step', () => {
  const changing = (tools: () => AnyToolset): ComposedToolset => dynamic(() => tools(), { per: 'step' });

  it.each(ALL_WRAPPERS)('%s denies the calls of its toolset until the name has a tool', async (_name, wrap) => {
    let tools: AnyToolset = desk();
    const logger = quietLogger();
    const runtime = createRuntime({
      toolsets: [
        wrap(
          changing(() => tools),
          'later',
        ),
        toolset('other', [toolOf('other_tool')]),
      ],
      observe: { logger },
    });
    const run = runtime.startRun({ permissions: [] });
    expect(await read(run as never)).toMatchObject({
      status: 'denied',
      text: expect.stringContaining('cannot be used'),
    });
    expect(await run.call({ name: 'other_tool', arguments: {} })).toMatchObject({ status: 'success' });
    expect(executed).toEqual(['other_tool']);
    tools = toolset('desk', [toolOf('x_read'), toolOf('later')]);
    run.nextStep();
    expect((await read(run as never)).status).toBe('success');
    tools = desk();
    run.nextStep();
    expect((await read(run as never)).status).toBe('denied');
  });

  it.each(WRAPPERS)('%s may say that a tool is optional', async (_name, wrap) => {
    expect((await read(start(wrap(changing(desk), 'later', true)))).status).toBe('success');
  });

  it.each(WRAPPERS)('%s knows the candidates of a dynamic toolset', async (_name, wrap) => {
    const of = [toolset('more', [toolOf('later')])];
    expect((await read(start(wrap(dynamic(desk, { of }), 'later')))).status).toBe('success');
  });

  it.each(INTERCEPTORS)('forTools around %s denies all calls until the name has a tool', async (_name, limit) => {
    let tools: AnyToolset = desk();
    const run = start([changing(() => tools), toolset('other', [toolOf('other_tool')])], {
      interceptors: [limit('later')],
    });
    expect((await read(run)).status).toBe('denied');
    expect((await run.call({ name: 'other_tool', arguments: {} })).status).toBe('denied');
    tools = toolset('desk', [toolOf('x_read'), toolOf('later')]);
    run.nextStep();
    expect((await read(run)).status).toBe('success');
    expect((await read(start(changing(desk), { interceptors: [limit('later', true)] }))).status).toBe('success');
  });

  it('denies also a call that was approved before', async () => {
    let tools: AnyToolset = toolset('desk', [toolOf('x_read', { approvals: [true] }), toolOf('later')]);
    const run = start(
      changing(() => tools),
      {
        interceptors: [
          forTools(
            'later',
            policy(() => 'allow'),
          ),
        ],
      },
    );
    const waiting = await read(run);
    tools = toolset('desk', [toolOf('x_read', { approvals: [true] })]);
    run.nextStep();
    const [after] = await run.resume({
      [(waiting as { request: { id: string } }).request.id]: { kind: 'approve' },
    } as never);
    expect(after).toMatchObject({ status: 'denied', text: expect.stringContaining('cannot be used') });
    expect(executed).toEqual([]);
  });

  it('metadata that no tool has deny the calls', async () => {
    const set = changing(desk).requireApproval({ metadata: { risk: 'hihg' } });
    expect((await read(start(set))).status).toBe('denied');
  });

  it('tells the developer why', async () => {
    const logger = quietLogger();
    await read(start(changing(desk).requireApproval(['x_raed']), { observe: { logger } }));
    expect(JSON.stringify(logger)).toContain('x_raed');
  });
});

describe('interceptors of a tool or a class', () => {
  const deny = policy(() => ({ deny: 'No.' }));

  it('name their own tools', () => {
    const set = toolset('desk', [toolOf('x_read', { interceptors: [forTools('x_raed', deny)] })]);
    expect(() => start(set)).toThrow(unknown);
  });

  it('follow the names that wrappers give', async () => {
    const tool = toolOf('x_read', { interceptors: [forTools(['x_read'], deny)] });
    const set = compose(toolset('desk', [tool]))
      .prefix('eu')
      .rename({ last: 'eu_x_read' } as never);
    expect(await start(set).call({ name: 'last', arguments: {} })).toMatchObject({ status: 'denied', text: 'No.' });
  });
});

describe('something other than a name', () => {
  it.each(['crm_*', '', 'a b', '/x/', 'x?', '{a,b}', 5 as never, null as never])('%p is refused at once', (name) => {
    const refused = expect.objectContaining({ code: 'HAFT_UNKNOWN_TOOL' });
    for (const [, wrap] of WRAPPERS.slice(0, 5)) expect(() => wrap(dynamic(desk), name, true)).toThrow(refused);
    for (const [, limit] of INTERCEPTORS) expect(() => limit([name] as never, true)).toThrow(refused);
  });

  it.each([undefined, null, {}, 5, class {}, { foo: 1 }, { intercept: 1 }, { around: 'calls', intercept: () => 1 }])(
    'forTools and createRuntime refuse %p as an interceptor',
    (value) => {
      const refused = expect.objectContaining({ code: 'HAFT_INVALID_OPTION' });
      expect(() => forTools('x_read', value as never)).toThrow(refused);
      if (typeof value !== 'function') {
        expect(() => start(desk(), { interceptors: [value as never] })).toThrow(refused);
      }
    },
  );

  it('unknown options and other values are refused', () => {
    const refused = expect.objectContaining({ code: 'HAFT_INVALID_OPTION' });
    expect(() => desk().filter(['x_read'] as never, { optoinal: true } as never)).toThrow(refused);
    expect(() => forTools('x_read', deny(), { optoinal: true } as never)).toThrow(refused);
    expect(() => desk().requireApproval(['x_read'] as never, { optional: true } as never)).toThrow(refused);
    expect(() => desk().filter('x_read' as never)).toThrow(refused);
    expect(() => desk().filter({ metdata: { a: 1 } } as never)).toThrow(refused);
    expect(() => forTools(5 as never, deny())).toThrow(refused);
  });
  const deny = (): Interceptor => policy(() => ({ deny: 'No.' }));
});
