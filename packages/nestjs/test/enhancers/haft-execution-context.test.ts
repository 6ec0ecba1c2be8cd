import { describe, expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import { CallThroughNest } from '../../src/enhancers/haft-call.js';
import { setCall } from '../../src/enhancers/route-request.js';
import { HaftExecutionContext } from '../../src/index.js';

/* An enhancer reads call, run and arguments from its context. */

const definition = { name: 'desk_find' } as never;
const run = { deps: { user: 'ada' } } as never;
const call = new CallThroughNest(
  definition,
  run,
  () => ({ id: 7 }),
  () => undefined,
);
const question = CallThroughNest.withoutCall(definition, run, () => {
  throw new Error('The question ends here.');
});

function contextOf(type: string, ...args: readonly unknown[]): ArgumentsHost {
  return { getType: () => type, getArgByIndex: (index: number) => args[index] } as unknown as ArgumentsHost;
}

function requestOf(one: CallThroughNest): object {
  const request = {};
  setCall(request, one);
  return request;
}

it.each<[string, (one: CallThroughNest) => ArgumentsHost]>([
  ['a toolset', (one) => contextOf('haft', run, one)],
  ['a controller', (one) => contextOf('http', requestOf(one))],
])('an enhancer around a tool of %s reads call, run and arguments', (_title, contextFor) => {
  const ofCall = HaftExecutionContext.create(contextFor(call));
  expect(ofCall.getCall()).toBe(call);
  expect(ofCall.getRun()).toBe(run);
  expect(ofCall.getArguments()).toEqual({ id: 7 });
  expect(HaftExecutionContext.is(contextFor(call))).toBe(true);
  const ofList = HaftExecutionContext.create(contextFor(question));
  expect(ofList.getCall()).toBeUndefined();
  expect(ofList.getRun()).toBe(run);
  expect(ofList.getArguments()).toBeUndefined();
  expect(HaftExecutionContext.is(contextFor(question))).toBe(true);
});

describe('a context of another kind', () => {
  it.each<[string, ArgumentsHost]>([
    ['http', contextOf('http', {})],
    ['http', contextOf('http')],
    ['http', { getType: () => 'http' } as unknown as ArgumentsHost],
    ['rpc', contextOf('rpc', requestOf(call))],
    ['graphql', contextOf('graphql', requestOf(call), call)],
  ])('is not of a tool call, and the error says where the user is: %s', (type, context) => {
    expect(HaftExecutionContext.is(context)).toBe(false);
    expect(() => HaftExecutionContext.create(context)).toThrow(
      expect.objectContaining({
        code: 'HAFT_INVALID_OPTION',
        message: `The context is of type '${type}', not of a tool call.`,
        hint: 'Read the user of a tool call from its run, and others from their request: `HaftExecutionContext.is(context) ? HaftExecutionContext.create(context).getRun().deps.user : context.switchToHttp().getRequest().user`.',
      }),
    );
  });
});

it('the arguments of a call are read once, and are the same for its filters', () => {
  let reads = 0;
  const given = new CallThroughNest(
    definition,
    run,
    () => ({ read: (reads += 1) }),
    () => undefined,
  );
  const request = {};
  const thrown = new Error('thrown');
  const failing = given.withRequest(request).throwing(thrown);
  expect([given.arguments, given.arguments, failing.arguments]).toEqual(Array(3).fill({ read: 1 }));
  expect(failing).toMatchObject({ request, definition, run, isCall: true });
  expect(() => failing.parameter('id', 3)).toThrow(thrown);
});
