import { Sensitive, Tool, Toolset } from '@haft/core';
import { callChannel, createRuntime, type CallTrace } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

void Sensitive;

@Toolset()
class Vault {
  @Tool()
  async open(pin: string, card: object, note: string, cards: readonly object[]): Promise<string> {
    return `${pin.length} ${JSON.stringify([card, cards]).length} ${note}`;
  }

  @Tool()
  async say(text: string): Promise<string> {
    return text;
  }
}
const card = { type: 'object', properties: { number: { type: 'string' }, owner: { type: 'string' } } } as const;
const vault = reflect(Vault, {
  open: {
    parameters: {
      pin: { type: 'string' },
      card,
      'note?': { type: 'string' },
      'cards?': { type: 'array', items: card },
    },
    sensitive: [['pin'], ['card', 'number'], ['cards', '*', 'number']],
  },
  say: { parameters: { text: { type: 'string' } } },
});

/** Returns `sent` of the trace of one call. */
async function sent(name: string, args: unknown): Promise<unknown> {
  const seen: unknown[] = [];
  const subscriber = { start: (trace: CallTrace): void => void seen.push(trace.sent) };
  callChannel.subscribe(subscriber as never);
  const runtime = createRuntime({ toolsets: vault, observe: { logger: quietLogger() } });
  await runtime.startRun().call({ name, arguments: args });
  callChannel.unsubscribe(subscriber as never);
  expect(seen).toHaveLength(1);
  return seen[0];
}

describe('trace.sent [TSP-24]', () => {
  test('has the arguments of a refused call as they were sent', async () => {
    expect(await sent('say', { text: 5, more: [1] })).toEqual({ text: 5, more: [1] });
    expect(await sent('say', '{"text": 5}')).toEqual({ text: 5 });
  });

  test('keeps a list that no sensitive path leads to', async () => {
    expect(await sent('open', { note: ['a', 5], pin: ['1234'] })).toEqual({ note: ['a', 5] });
  });

  test('is the text if the arguments are not JSON', async () => {
    expect(await sent('say', '{"text": "a')).toBe('{"text": "a');
  });

  test('has the arguments of a call of an unknown tool', async () => {
    expect(await sent('sai', { text: 'a' })).toEqual({ text: 'a' });
  });

  test.each([
    ['at its place', { pin: '1234', card: { number: '4111', owner: 'Ada' } }, { card: { owner: 'Ada' } }],
    ['under a misspelt name', { pinn: '1234', card: { owner: 'Ada' } }, { card: { owner: 'Ada' } }],
    ['under a misspelt name inside', { card: { Number: '4111', owner: 'Ada' } }, { card: { owner: 'Ada' } }],
    ['at another place', { card: { owner: { Number: '4111' } }, note: 'hi' }, { card: { owner: {} }, note: 'hi' }],
    ['in another type', { pin: 1234, card: '4111', note: 'hi' }, { note: 'hi' }],
    ['in items of a list', { cards: [{ number: '4111', owner: 'Ada' }, '4111', 1234] }, { cards: [{ owner: 'Ada' }] }],
    ['in a list', { pin: ['1234'], card: [{ number: '4111', owner: 'Ada' }], note: 'hi' }, { note: 'hi' }],
    ['inside a text with JSON', { card: '{"number":"4111"}', note: 'hi' }, { note: 'hi' }],
    ['in broken JSON', '{"pin": "1234", "card', undefined],
    ['in a list instead of an object', ['1234'], undefined],
  ])('has no sensitive value %s', async (_where, args, expected) => {
    const shown = await sent('open', args);
    expect(shown).toEqual(expected);
    expect(JSON.stringify(shown) ?? '').not.toMatch(/1234|4111/);
  });

  test.each([
    ['as a key', { text: 'a', password: 'hunter2' }, { text: 'a' }],
    ['in broken JSON', '{"password": "hunter2', undefined],
  ])('has no value of a secret name %s', async (_where, args, expected) => {
    expect(await sent('say', args)).toEqual(expected);
    expect(await sent('unknown', args)).toEqual(expected);
  });

  test('is undefined for arguments that are too deep to be cleared', async () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 100_000; depth++) deep = { text: deep };
    expect(await sent('say', deep)).toBeUndefined();
  });
});
