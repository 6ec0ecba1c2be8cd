import { requireCall, requireCalls, requireObject } from '../../src/call/require-call.js';

const refusal = (message: string, hint: string): unknown =>
  expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message, hint: expect.stringContaining(hint) });

test.each<readonly [what: string, given: object]>([
  ['without arguments and without an id', { name: 'pay' }],
  ['with the id null, as some servers send it', { name: 'pay', id: null }],
  ['with JSON text', { name: 'pay', id: 'c1', arguments: '{}', turn: 't1', program: 'p1' }],
  ['with an object', { name: 'pay', id: 'c1', arguments: {} }],
  ['with a name that is not a text, which a model may send', { name: 5, arguments: null }],
])('a call is taken %s', (_what, given) => {
  expect(() => requireCall(given as never)).not.toThrow();
});

const ID = 'Give the id of the provider as a text: { id, name, arguments }. Without `id`, Haft creates one.';

test.each<readonly [given: object, message: string, hint: string]>([
  [
    { name: 'pay', input: {} },
    'A run was given a call with `input` instead of `arguments`.',
    'arguments: call.input }',
  ],
  [{ name: 'pay', args: {} }, 'A run was given a call with `args` instead of `arguments`.', 'arguments: call.args }'],
  [
    { name: 'pay', arguments: () => undefined },
    "The arguments of the call of 'pay' are the function 'arguments'.",
    'Give the JSON text of the model, or an object. Await a promise first.',
  ],
  [
    { name: 'pay', arguments: Promise.resolve() },
    "The arguments of the call of 'pay' are a promise.",
    'Await a promise',
  ],
  [{ name: 'pay', id: 5, arguments: {} }, "The id of the call of 'pay' is a number.", ID],
  [{ name: 'pay', toolCallId: 'c1' }, "The call of 'pay' has `toolCallId` instead of `id`.", ID],
  [{ name: 'pay', call_id: 'c1' }, "The call of 'pay' has `call_id` instead of `id`.", ID],
  [
    { name: 'pay', turn: 5 },
    'The turn of a call is a number.',
    'Give the id of the response of the model as a text, or leave `turn` out.',
  ],
  [
    { name: 'pay', program: null },
    'The program of a call is null.',
    'Give the id of the program that makes the call as a text, or leave `program` out.',
  ],
])('a call is refused for the developer: %j', (given, message, hint) => {
  expect(() => requireCall(given as never)).toThrow(refusal(message, hint));
});

test('a list of calls and an object are required by name', () => {
  requireCalls([], 'callAll');
  requireObject({}, 'run.resume', 'options');
  expect(() => requireCalls({ name: 'pay' }, 'callAll')).toThrow(
    refusal('run.callAll() was given an object.', 'Give a list of calls: run.callAll([call]).'),
  );
  expect(() => requireObject([], 'run.resume', 'options behind the decisions')).toThrow(
    refusal('run.resume() was given a list.', 'Give options behind the decisions.'),
  );
});
