import { describe, expect, it } from '@jest/globals';
import { Tool, Toolset } from '@haft/core';
import {
  combine,
  compose,
  createContainer,
  createRuntime,
  defineTool,
  denyWith,
  dynamic,
  fromAwilix,
  fromInstance,
  fromInversify,
  fromResolve,
  fromTsyringe,
  MemoryReferenceStore,
  MemoryStore,
  policy,
  redact,
  retryTransient,
  standardTool,
  toolset,
} from '../../src/index.js';
import { shownPreview } from '../../src/call/preview/shown-preview.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { textOfMistake } from '../../../core/test/support/text-of-mistake.js';

/*
 * Mistakes of people who are new to Haft, as JavaScript users can make them, with the whole
 * message.
 * None is silent, none blames the model, and each says what to do.
 */

const any = (value: unknown): never => value as never;
const tool = (name = 'find', more: object = {}) =>
  defineTool({ name, description: 'Finds.', parameters: { type: 'object' }, execute: () => 'found', ...more });
const desk = (name = 'desk') => toolset(name, [tool()]);
const runtime = (more: object = {}) =>
  createRuntime(any({ toolsets: desk(), observe: { logger: quietLogger() }, ...more }));
const run = () =>
  runtime().startRun() as unknown as {
    call(...given: unknown[]): Promise<unknown>;
    callAll(calls: unknown): Promise<unknown>;
    end(): Promise<void>;
  };

@Toolset()
class Crm {
  @Tool()
  find(): string {
    return 'found';
  }
}
class Plain {}
const reflected = reflect(Crm, { find: {} });
const ended = async (): Promise<unknown> => {
  const one = run();
  await one.end();
  return one.call({ name: 'find' });
};
const afterDispose = async (
  use: (one: ReturnType<typeof runtime>, before: ReturnType<typeof run>) => unknown,
): Promise<unknown> => {
  const one = runtime();
  const before = one.startRun() as never;
  await one.dispose();
  return use(one, before);
};

type Mistake = readonly [what: string, make: () => unknown];
const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  createRuntime: [
    ['without options', () => createRuntime(any(undefined))],
    ['with a class', () => createRuntime(any(Crm))],
    ['without toolsets', () => createRuntime(any({ provide: [] }))],
    ['with a misspelt option', () => runtime({ provides: [] })],
    ['with a class as a toolset', () => runtime({ toolsets: Plain })],
    ['with an instance that no module describes', () => runtime({ toolsets: new Plain() })],
    ['with a tool as a toolset', () => runtime({ toolsets: tool() })],
    ['with a whole module', () => runtime({ toolsets: { toolsets: reflected } })],
    ['with null as a toolset', () => runtime({ toolsets: [null] })],
    ['with a text as a toolset', () => runtime({ toolsets: 'desk' })],
    ['with a number as a toolset', () => runtime({ toolsets: 5 })],
    ['with one toolset twice', () => runtime({ toolsets: [desk(), desk()] })],
    ['with two toolsets that have one name', () => runtime({ toolsets: [desk('a'), desk('b')] })],
    ['with one combined toolset twice', () => runtime({ toolsets: combine(desk(), desk()) })],
    ['with an object of providers', () => runtime({ provide: { x: 1 } })],
    ['with one provider without a list', () => runtime({ provide: Plain })],
    ['with one interceptor without a list', () => runtime({ interceptors: { intercept: () => undefined } })],
    ['with one error mapping without a list', () => runtime({ errors: { map: () => undefined } })],
    ['with retries as a text', () => runtime({ limits: { retries: 'two' } })],
    ['with negative retries', () => runtime({ limits: { retries: -1 } })],
    ['with a timeout as a text', () => runtime({ limits: { timeoutMs: '30s' } })],
    ['with a misspelt limit of arguments', () => runtime({ limits: { arguments: { maxDeepness: 3 } } })],
    ['with a misspelt concurrency', () => runtime({ limits: { concurrency: { batches: 3 } } })],
    ['with a text as a listener of events', () => runtime({ observe: { onEvent: 'x' } })],
    ['with a function as a logger', () => runtime({ observe: { logger: () => undefined } })],
    ['with an object as an executor', () => runtime({ durability: { executor: {} } })],
    ['with an empty ledger', () => runtime({ durability: { ledger: {} } })],
    ['with a number as concurrency', () => runtime({ limits: { concurrency: 5 } })],
    ['with an object to prepare tools', () => runtime({ prepare: {} })],
    ['with a cache whose size is an object', () => new MemoryStore(any({ maxEntries: 10 }))],
    ['with a store of values whose size is a text', () => new MemoryReferenceStore(any('1 MB'))],
    ['with tsyringe itself as a container', () => fromTsyringe(any({}))],
    ['with a number as a container of awilix', () => fromAwilix(any(5))],
    [
      'with a container of inversify without createChild',
      () => fromInversify(any({ get: () => 1, isBound: () => true }), any({})),
    ],
    ['with a map in place of a function that resolves', () => fromResolve(any(new Map()))],
    ['with a list as the options of a container', () => createContainer(any([Plain]))],
    ['with a container and providers', () => runtime({ container: { createScope: () => undefined }, provide: [] })],
  ],
  'defineTool and toolset': [
    ['without a name', () => tool('')],
    ['with spaces in the name', () => tool('find order')],
    ['with a long name', () => tool('a'.repeat(65))],
    ['without execute', () => tool('find', { execute: undefined })],
    ['without parameters', () => tool('find', { parameters: undefined })],
    ['with parameters that are a list', () => tool('find', { parameters: { type: 'array' } })],
    ['with a misspelt option', () => tool('find', { descriptions: 'x' })],
    ['with a function as a tool', () => toolset('x', [any(function open() {})])],
    ['with a tool instead of a list', () => toolset('x', any(tool()))],
    ['with undefined in the list', () => toolset('x', [any(undefined)])],
    ['with a definition without code', () => toolset('x', [any({ name: 'find', parameters: {} })])],
    ['filter of an unknown tool', () => runtime({ toolsets: compose(desk()).filter(any(['fnd'])) })],
    ['rename of an unknown tool', () => runtime({ toolsets: compose(desk()).rename(any({ look: 'fnd' })) })],
    ['prefix with a space', () => runtime({ toolsets: compose(desk()).prefix('my desk') })],
    ['approval of an unknown tool', () => runtime({ toolsets: compose(desk()).requireApproval(any(['fnd'])) })],
    ['external unknown tool', () => runtime({ toolsets: compose(desk()).external(any(['fnd'])) })],
    ['deferLoading of an unknown tool', () => runtime({ toolsets: compose(desk()).deferLoading(any(['fnd'])) })],
    ['deferLoading with an unknown option', () => compose(desk()).deferLoading(any({ stabel: true }))],
    ['rename to a name with a space', () => runtime({ toolsets: compose(desk()).rename(any({ 'my find': 'find' })) })],
    ['defineTool of nothing', () => defineTool(any(undefined))],
    ['aliases that are a text', () => tool('find', { aliases: 'look' })],
    ['metadata that are a text', () => tool('find', { metadata: 'crm' })],
    ['settings that are a number', () => tool('find', { settings: 5 })],
    ['a toolset without a name', () => toolset(any(undefined), [tool()])],
    ['a list of tools in place of the name', () => toolset(any([tool()]), any(undefined))],
    ['filter with options that are a number', () => compose(desk()).filter(['find'], any(5))],
    ['prefix of nothing', () => compose(desk()).prefix(any(undefined))],
    ['rename of a list', () => compose(desk()).rename(any(['find']))],
    ['rename of nothing', () => compose(desk()).rename(any(undefined))],
    ['withMetadata with a text', () => compose(desk()).withMetadata(any('crm'))],
    ['withInstructions with a number', () => compose(desk()).withInstructions(any(5))],
    ['withInstructions with a list', () => compose(desk()).withInstructions(any(['Search first.']))],
    ['withInstructions with a number for a tool', () => compose(desk()).withInstructions(any({ find: 5 }))],
    ['withResultSchemas with a number', () => compose(desk()).withResultSchemas(any(5))],
    ['withResultSchemas with a text for a tool', () => compose(desk()).withResultSchemas(any({ find: 'string' }))],
    [
      'requireApproval of a selector that matches a text',
      () =>
        runtime({ toolsets: compose(desk()).requireApproval(any(({ name }: { name: string }) => /find/.exec(name))) })
          .startRun()
          .call({ name: 'find' }),
    ],
    ['fromInstance of a class', () => fromInstance(any(Crm), any(reflected))],
    ['fromInstance without a module', () => fromInstance(new Crm(), any({}))],
    ['dynamic of a toolset that is not in a list', () => dynamic(() => desk(), any({ of: desk() }))],
    ['dynamic with a number as its name', () => dynamic(() => desk(), any({ name: 5 }))],
    ['standardTool of a name', () => standardTool(any('find'))],
    ['redact without options', () => redact(any(undefined))],
    ['redact with a function', () => redact(any((text: string) => text))],
    ['policy without a function', () => policy(any({}))],
    ['retryTransient with a number', () => retryTransient(any(5))],
    ['denyWith without the call', () => denyWith(any('Not today.'))],
    ['a tool twice in one toolset', () => runtime({ toolsets: toolset('x', [tool(), tool()]) })],
    [
      'a background tool without a ledger',
      () => runtime({ toolsets: toolset('x', [tool('f', { settings: { background: {} } })]) }),
    ],
    [
      'an isolated tool without a module',
      () => runtime({ toolsets: toolset('x', [tool('f', { settings: { isolated: true } })]) }),
    ],
    [
      'dynamic with a name',
      () =>
        dynamic(
          any('desk'),
          any(() => desk()),
        ),
    ],
    ['dynamic with a toolset', () => dynamic(any(desk()))],
    ['prepare with a text', () => compose(desk()).prepare(any('x'))],
    ['mapErrors with a function', () => compose(desk()).mapErrors(any(() => 'x'))],
    ['compose of nothing', () => compose(any(undefined))],
    ['compose of a class', () => compose(any(Plain))],
    ['combine of a list', () => combine(any([desk(), desk()]))],
    ['a name that begins with a digit', () => tool('2find')],
    ['a description that is not a text', () => tool('find', { description: 5 })],
    ['a misspelt setting', () => tool('find', { settings: { retrys: 3 } })],
    [
      'instance of a class that is not described',
      () => runtime({ toolsets: fromInstance(new Plain(), any(reflected)) }),
    ],
  ],
  'startRun and calls': [
    ['startRun with null', () => runtime().startRun(any(null))],
    ['startRun with a text', () => runtime().startRun(any('u1'))],
    ['startRun with a misspelt option', () => runtime().startRun(any({ user: 'u1' }))],
    ['startRun with a controller as a signal', () => runtime().startRun({ signal: any(new AbortController()) })],
    ['startRun with an object as a listener', () => runtime().startRun({ onEvent: any({}) })],
    ['startRun with a number as the user', () => runtime().startRun({ userId: any(5) })],
    ['startRun with negative calls', () => runtime().startRun({ maxCalls: -1 })],
    ['call with nothing', () => run().call(undefined)],
    ['call with null', () => run().call(null)],
    ['call with a list', () => run().call([{ name: 'find' }])],
    ['call with a function', () => run().call(() => undefined)],
    [
      'call of OpenAI as it is',
      () => run().call({ id: '1', type: 'function', function: { name: 'find', arguments: '{}' } }),
    ],
    ['call of Gemini as it is', () => run().call({ functionCall: { name: 'find', args: {} } })],
    ['call of Anthropic as it is', () => run().call({ type: 'tool_use', id: '1', name: 'find', input: {} })],
    ['call of LangChain as it is', () => run().call({ id: '1', name: 'find', args: {} })],
    ['call with parameters', () => run().call({ name: 'find', parameters: {} })],
    ['callAll with one call', () => run().callAll({ name: 'find' })],
    ['callAll with a call of Anthropic', () => run().callAll([{ name: 'find', input: {} }])],
    ['call with a number as its id', () => run().call({ id: 5, name: 'find' })],
    ['call of the AI SDK with its id', () => run().call({ toolCallId: 'a', name: 'find', arguments: {} })],
    ['call with a function as arguments', () => run().call({ name: 'find', arguments: () => ({}) })],
    ['call with a promise as arguments', () => run().call('find', Promise.resolve({}))],
    ['call with options that are a number', () => run().call({ name: 'find' }, 5)],
    ['call with a number as its turn', () => run().call({ name: 'find', turn: 5 })],
    ['call with a number as its program', () => run().call({ name: 'find', program: 5 })],
    [
      'an interceptor without an outcome',
      () =>
        runtime({ interceptors: [{ intercept: async () => undefined }] })
          .startRun()
          .call({ name: 'find' }),
    ],
    [
      'a policy without a verdict',
      () =>
        runtime({ interceptors: [policy(any(() => undefined))] })
          .startRun()
          .call({ name: 'find' }),
    ],
    ['a preview that is a number', () => shownPreview(5, 'pay')],
    ['call of a name with options', () => run().call('find', {}, { signal: new AbortController().signal })],
    ['callAll with a number as an id', () => run().callAll([{ id: 5, name: 'find', arguments: {} }])],
    ['call after the end of the run', ended],
    ['startRun after dispose', () => afterDispose((one) => one.startRun())],
    ['call after dispose', () => afterDispose((_one, before) => before.call({ name: 'find' }))],
    ['callAll after dispose', () => afterDispose((_one, before) => before.callAll([{ name: 'find' }]))],
    [
      'definitions after dispose',
      () => afterDispose((_one, before) => (before as never as { definitions(): unknown }).definitions()),
    ],
    ['callAll with nothing', () => run().callAll(undefined)],
    ['callAll with a call without a name', () => run().callAll([{ id: '1' }])],
    ['resume of an unknown request', () => runtime().startRun().resume({ nope: true })],
    ['resumeRun of a text', () => runtime().resumeRun(any('{}'), {})],
    ['resumeRun of an empty object', () => runtime().resumeRun(any({}), {})],
    ['enqueue without a ledger', () => runtime().startRun().enqueue({ name: 'find' })],
    ['pending without a ledger', () => runtime().pending.list()],
    ['getters of an unknown option of resumeRun', () => runtime().resumeRun(any({}), {}, any({ dep: 1 }))],
    ['an unknown tool of the runtime', () => runtime().tool(any('fnd'))],
    ['a number as a tool of the runtime', () => runtime().tool(any(5))],
    ['statistics of a number', () => runtime().statistics(any(5))],
    ['statistics of an unknown tool', () => runtime().statistics(any('fnd'))],
    ['recover without a ledger', () => runtime().recover()],
  ],
};

describe.each(Object.entries(MISTAKES))('%s', (_area, mistakes) => {
  it.each(mistakes)('%s', async (_what, make) => {
    expect(await textOfMistake(make)).toMatchSnapshot();
  });
});
