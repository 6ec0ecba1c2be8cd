import {
  MapErrors,
  mapError,
  ModelRetry,
  Tool,
  ToolFailed,
  Toolset,
  Validate,
  HaftError,
  type FailedOutcome,
  type ToolOutcome,
} from '@haft/core';
import { compose, createRuntime, defineTool, toolset, type RunEvent, type RuntimeOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

class NotFound extends Error {
  constructor(readonly id: string) {
    super(`SELECT * FROM orders WHERE id = '${id}'`);
  }
}
class Busy extends Error {}
class Closed extends Busy {}

/** As compilers write a class for old engines. */
const OldError = (() => {
  function OldError(this: object): void {
    Object.assign(this, { message: 'old' });
  }
  OldError.prototype = Object.create(Error.prototype) as object;
  return OldError as unknown as new () => Error;
})();

let thrown: unknown;

@Toolset()
@MapErrors(mapError(Busy, 'The shop is busy.'), mapError(NotFound, 'never: the method comes first'))
class Orders {
  @Tool()
  @MapErrors(mapError(NotFound, (error) => new ModelRetry(`There is no order ${error.id}. Call order_list.`)))
  async get(): Promise<never> {
    throw thrown;
  }

  @Tool()
  list(): never {
    throw thrown;
  }

  @Tool()
  @Validate(() => {
    throw thrown;
  })
  check(): string {
    return 'never';
  }
}
const orders = reflect(Orders, { get: {}, list: {}, check: {} });

async function outcomeOf(name: string, error: unknown, options: RuntimeOptions = {}) {
  const events: RunEvent[] = [];
  const logger = quietLogger();
  const onEvent = (event: RunEvent): void => void events.push(event);
  const runtime = createRuntime({
    toolsets: [orders, new Orders()],
    ...options,
    observe: { logger, onEvent, ...options.observe },
  });
  thrown = error;
  const outcome = (await runtime.startRun().call({ id: 'c1', name, arguments: {} })) as ToolOutcome;
  return { outcome, events, runtime };
}

describe('mapErrors', () => {
  test('a tool maps its errors, before its class and the runtime do [ERR-11]', async () => {
    const { outcome, events } = await outcomeOf('get', new NotFound('o7'), {
      errors: { map: [mapError(Error, 'outer')] },
    });
    expect(outcome).toMatchObject({
      status: 'retry',
      text: 'There is no order o7. Call order_list.\n\nFix the errors and try again.',
    });
    expect(events).toEqual([
      expect.objectContaining({ type: 'mapped', callId: 'c1', tool: 'get', status: 'retry', error: thrown }),
      expect.objectContaining({ type: 'retry', text: expect.stringContaining('try again.') }),
    ]);
  });

  test('a class maps the errors of its tools, also those of subclasses [ERR-11]', async () => {
    for (const error of [new Busy(), new Closed()]) {
      const { outcome } = await outcomeOf('list', error);
      expect(outcome).toMatchObject({ status: 'failed', reason: 'tool', text: 'The shop is busy.' });
      expect((outcome as FailedOutcome).cause).toBe(error);
    }
  });

  test('the runtime maps the remaining errors, by class or by predicate, with the first mapping that returns a text [ERR-11]', async () => {
    const mapErrors = [
      mapError(TypeError, () => undefined),
      mapError(OldError, 'old'),
      mapError(
        (error): error is { readonly status: number } => (error as { status?: number }).status === 429,
        (error) => `${error.status}`,
      ),
      mapError(Error, (error, run) => new ToolFailed(`${run.toolName}: ${error.message}`)),
    ];
    const texts = [];
    for (const error of [new TypeError('t'), new OldError(), { status: 429 }, new RangeError('r')]) {
      texts.push((await outcomeOf('list', error, { errors: { map: mapErrors } })).outcome.text);
    }
    expect(texts).toEqual(['list: t', 'old', '429', 'list: r']);
  });

  test('maps errors of validators [ERR-11]', async () => {
    expect((await outcomeOf('check', new Busy())).outcome.text).toBe('The shop is busy.');
  });

  test('keeps errors masked that no mapping matches, and mistakes of the developer [ERR-8, ERR-11]', async () => {
    const mapErrors = [mapError(RangeError, 'range')];
    expect((await outcomeOf('list', new TypeError('secret'), { errors: { map: mapErrors } })).outcome).toMatchObject({
      reason: 'exception',
    });
    const mistake = new HaftError('HAFT_INVALID_OPTION', 'secret', { hint: '' });
    const all = [mapError(() => true, 'mapped')];
    expect((await outcomeOf('list', mistake, { errors: { map: all } })).outcome).toMatchObject({ reason: 'exception' });
  });

  test('a mapping may throw its result, and a failing one leaves the error masked [ERR-11]', async () => {
    const throwing = (error: unknown) => [
      mapError(RangeError, () => {
        throw error;
      }),
    ];
    const words = await outcomeOf('list', new RangeError(), {
      errors: { map: throwing(new ModelRetry('Other page.')) },
    });
    expect(words.outcome.status).toBe('retry');
    const failing = await outcomeOf('list', new RangeError('r'), {
      errors: { map: throwing(new TypeError('secret')) },
    });
    expect(failing.outcome).toMatchObject({ reason: 'exception' });
    expect((failing.outcome as FailedOutcome).cause).toEqual(new RangeError('r'));
  });

  test('an error that is mapped rejects no call with `errors.onUnexpected: throw` [ERR-11]', async () => {
    expect((await outcomeOf('list', new Busy(), { errors: { onUnexpected: 'throw' } })).outcome.status).toBe('failed');
  });

  test('a toolset of other tools maps their errors: inner first [ERR-11]', async () => {
    const parameters = { type: 'object', properties: {} } as const;
    const fail = defineTool({
      name: 'fail',
      description: 'Fails.',
      parameters,
      settings: { mapErrors: [mapError(NotFound, 'inner')] },
      execute: () => {
        throw thrown;
      },
    });
    const toolsets = compose(toolset('foreign', [fail]))
      .mapErrors(mapError(Busy, 'middle'), mapError(NotFound, 'never'))
      .prefix('x')
      .mapErrors(mapError(Error, 'outer'));
    const run = createRuntime({ toolsets, observe: { logger: quietLogger() } }).startRun();
    const texts = [];
    for (thrown of [new NotFound('1'), new Busy(), new Error()]) texts.push((await run.call('x_fail', {})).text);
    expect(texts).toEqual(['inner', 'middle', 'outer']);
  });

  test('the cause of a failure is in no copy and no JSON of the outcome [ERR-8]', async () => {
    const { outcome } = await outcomeOf('list', new TypeError('secret'));
    expect((outcome as FailedOutcome).cause).toEqual(new TypeError('secret'));
    expect(JSON.stringify(outcome) + JSON.stringify({ ...outcome })).not.toContain('secret');
    expect(Object.keys(outcome)).not.toContain('cause');
  });
});
