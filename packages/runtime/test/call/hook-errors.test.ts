import {
  createParamDecorator,
  HaftError,
  mapError,
  MapErrors,
  Prepare,
  RequiresApproval,
  Tool,
  Toolset,
  Use,
  Validate,
  type RunContext,
  type ToolOutcome,
} from '@haft/core';
import { createRuntime, policy, retryTransient } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/** The error of the hook. */
let thrown: unknown;

function fail(): never {
  throw thrown;
}

const Failing = createParamDecorator((run: RunContext) =>
  run.toolName === 'waiting_parameter' ? Promise.reject(thrown as Error) : fail(),
);

/** One tool for each place where code of an application runs in a call. */
@Toolset()
class Hooked {
  @Tool() @Validate(fail) validator(): void {}
  @Tool() @Use(policy(fail)) policy(): void {}
  @Tool() @Use({ around: 'call', intercept: fail }) around_call(): void {}
  @Tool() @Use({ intercept: fail }) around_execution(): void {}
  @Tool() @RequiresApproval(fail) predicate(): void {}
  @Tool() parameter(@Failing() _value: unknown): void {}
  @Tool() waiting_parameter(@Failing() _value: unknown): void {}
  @Tool() rules(): void {}
  @Tool() @Use(retryTransient({ on: fail })) retries(): never {
    throw new Error('down');
  }
  @Tool() @MapErrors(mapError(RangeError, fail)) mapping(): never {
    throw new RangeError('mapped');
  }
  @Tool() body(): void {
    fail();
  }
  @Tool() async waiting_body(): Promise<void> {
    await Promise.resolve();
    fail();
  }
  @Tool() result(): object {
    return { toJSON: fail };
  }
}

const host = { host: [{ index: 0, name: 'value' }] };
const hooked = reflect(Hooked, {
  validator: {},
  policy: {},
  around_call: {},
  around_execution: {},
  predicate: {},
  parameter: host,
  waiting_parameter: host,
  rules: { visitRules: fail as never },
  retries: { hints: { idempotent: true } },
  mapping: {},
  body: {},
  waiting_body: {},
  result: {},
});

@Toolset()
class Prepared {
  @Tool() @Prepare(fail) prepared(): void {}
}
const prepared = reflect(Prepared, { prepared: {} });

async function call(name: string): Promise<ToolOutcome> {
  const toolsets = name === 'prepared' ? [prepared, new Prepared()] : [hooked, new Hooked()];
  const run = createRuntime({ toolsets, observe: { logger: quietLogger() } }).startRun();
  return run.call({ name, arguments: {} });
}

const AROUND = [
  'validator',
  'policy',
  'around_call',
  'around_execution',
  'predicate',
  'parameter',
  'waiting_parameter',
  'rules',
  'retries',
  'mapping',
] as const;

test.each([...AROUND, 'prepared'])(
  'a mistake of the developer in code around the tool rejects the call: %s [ERR-12]',
  async (name) => {
    thrown = new HaftError('HAFT_INVALID_OPTION', 'A mistake.', { hint: 'Correct it.' });
    await expect(call(name)).rejects.toBe(thrown);
  },
);

test.each(AROUND)('any other exception in code around the tool is masked: %s [ERR-8, ERR-12]', async (name) => {
  thrown = new TypeError('secret');
  const outcome = await call(name);
  expect(outcome).toMatchObject({ status: 'failed', reason: 'exception' });
  expect(outcome.text).not.toContain('secret');
});

test.each(['body', 'waiting_body'])(
  'errors of the tool itself are masked, whatever they are: %s [ERR-8, ERR-12]',
  async (name) => {
    for (thrown of [new HaftError('HAFT_INVALID_OPTION', 'secret', { hint: '' }), new TypeError('secret')]) {
      expect(await call(name)).toMatchObject({ status: 'failed', reason: 'exception' });
    }
  },
);

test('a result that throws while it is written belongs to the tool [ERR-12]', async () => {
  for (thrown of [new HaftError('HAFT_INVALID_OPTION', 'secret', { hint: '' }), new TypeError('secret')]) {
    expect(await call('result')).toMatchObject({ status: 'failed', reason: 'result' });
  }
});
