import { jest } from '@jest/globals';
import { ModelRetry, Timeout, Tool, Toolset, Use, type Interceptor, type ToolOutcome } from '@haft/core';
import type { VisitRules } from '@haft/core/reflected';
import * as cv from 'class-validator';
import { createRuntime, type Run, type RunEvent } from '../../../src/index.js';
import { quietLogger } from '../../support/quiet-logger.js';
import { reflect } from '../../support/reflect.js';
import { turn, withFakeClock } from '../../support/turns.js';

void Use;

/** The behaviour of the rule of a parcel for its code. */
let rule: (code: string) => unknown;

class Parcel {
  @cv.ValidateBy({
    name: 'isParcelCode',
    validator: {
      validate: (code) => rule(code as string) as boolean,
      defaultMessage: () => '$property is no code: $value',
    },
  })
  code!: string;
}

@Toolset()
class Post {
  sent: string[] = [];

  @Tool()
  @Timeout(30)
  async send({ code }: Parcel): Promise<string> {
    this.sent.push(code);
    return `sent ${code}`;
  }
}

const post = reflect(Post, {
  send: {
    parameters: { code: { type: 'string' } },
    read: (value) => {
      const { code } = value as { readonly code?: unknown };
      return typeof code === 'string' ? Object.assign(new Parcel(), { code }) : undefined;
    },
    invoke: (toolset: Post, parcel: Parcel) => toolset.send(parcel),
    visitRules: (parcel: Parcel, visit: VisitRules) => {
      visit(parcel, Parcel, ['code'], []);
    },
  },
});

const passing: Interceptor = { intercept: (_call, next) => next() };
const later = <T>(value: T): Promise<T> => turn().then(() => value);

describe.each([
  { way: 'the short way', interceptors: [] },
  { way: 'the long way', interceptors: [passing] },
])('rules that no schema says, by $way [VAL-3]', ({ interceptors }) => {
  let run: Run;
  let toolset: Post;
  let logger: ReturnType<typeof quietLogger>;
  let events: RunEvent[];

  beforeEach(() => {
    rule = (code) => code.startsWith('P');
    toolset = new Post();
    logger = quietLogger();
    events = [];
    const onEvent = (event: RunEvent) => events.push(event);
    run = createRuntime({ toolsets: [post, toolset], observe: { logger, onEvent }, interceptors }).startRun() as Run;
  });

  const send = (code: unknown): Promise<ToolOutcome> => run.call({ id: 'c1', name: 'send', arguments: { code } });

  it('hold: the tool is executed with the DTO', async () => {
    expect(await send('P1')).toMatchObject({ status: 'success', text: 'sent P1' });
  });

  it('are broken: the model reads the message of the rule, and the tool is not executed', async () => {
    expect(await send('Q1')).toMatchObject({
      status: 'retry',
      text: "Tool call validation failed for tool 'send':\n- code: code is no code: Q1\n\nFix the errors and try again.",
      issues: [{ path: ['code'], rule: 'isParcelCode' }],
    });
    expect(toolset.sent).toEqual([]);
  });

  it('are not asked about arguments that the schema refuses', async () => {
    rule = jest.fn(() => true);
    expect(await send(5)).toMatchObject({ status: 'retry', issues: [{ rule: 'type' }] });
    expect(rule).not.toHaveBeenCalled();
  });

  it('count for the retry budget', async () => {
    const outcomes = [await send('Q1'), await send('Q1'), await send('Q1'), await send('P1')];
    expect(outcomes.map(({ status }) => status)).toEqual(['retry', 'retry', 'failed', 'success']);
  });

  it('may wait', async () => {
    rule = (code) => later(code.startsWith('P'));
    await withFakeClock(async () => {
      expect(await send('P1')).toMatchObject({ status: 'success' });
      expect(await send('Q1')).toMatchObject({ status: 'retry', issues: [{ rule: 'isParcelCode' }] });
    });
    expect(toolset.sent).toEqual(['P1']);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new TypeError('secret');
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('secret'))],
  ])('a rule that %s is masked like a tool, and the developer is told why', async (_what, fails) => {
    rule = fails;
    const outcome = await send('P1');
    expect(outcome).toMatchObject({ status: 'failed', reason: 'exception', repairs: [] });
    expect(outcome.text).not.toContain('secret');
    expect(toolset.sent).toEqual([]);
    const { errorId } = outcome as { readonly errorId?: string };
    expect(events).toMatchObject([{ type: 'exception', callId: 'c1', errorId, error: { message: 'secret' } }]);
    expect(logger.lines).toEqual([`Tool 'send' failed unexpectedly (error id ${errorId}).`]);
  });

  it('a rule may ask the model itself', async () => {
    rule = () => {
      throw new ModelRetry('Not on Sundays.');
    };
    expect(await send('P1')).toMatchObject({
      status: 'retry',
      text: 'Not on Sundays.\n\nFix the errors and try again.',
    });
  });

  it('a rule that never answers is held to the deadline', async () => {
    rule = () => new Promise(() => undefined);
    expect(await send('P1')).toMatchObject({ status: 'failed', reason: 'timeout' });
  });

  it.each<[string, () => unknown]>([
    ['at once', () => true],
    ['later', () => later(true)],
  ])('a rule that cancels the run and answers %s: the tool is not executed', async (_when, answer) => {
    rule = () => {
      run.cancel();
      return answer();
    };
    expect(await send('P1')).toMatchObject({ status: 'interrupted' });
    await later(undefined);
    expect(toolset.sent).toEqual([]);
  });
});
