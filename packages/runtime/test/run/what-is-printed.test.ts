import { inspect } from 'node:util';
import { RunContext, Tool, Toolset, Use, type Interceptor } from '@haft/core';
import { createRuntime, policy } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/** The code of an application that may print while a call runs. */
const printed: [string, object][] = [];

const printing = (around: 'call' | 'execution'): Interceptor => ({
  around,
  intercept: (call, next) => {
    printed.push([`interceptor around the ${around}`, call], ['its context', call.run]);
    return next();
  },
});
const asking = policy((call) => {
  printed.push(['policy', call]);
  return 'allow';
});

@Toolset()
class Vault {
  @Tool()
  @Use(asking, printing('call'), printing('execution'))
  open(_name: string, _pin: string, run: RunContext): string {
    printed.push(['context of a call', run]);
    return 'open';
  }
}
const parameters = { name: { type: 'string' }, pin: { type: 'string' }, run: {} } as const;
const vault = reflect(Vault, { open: { parameters, sensitive: [['pin']] } });

test('prints neither dependencies nor secrets nor sensitive arguments [OBS-5]', async () => {
  printed.length = 0;
  const deps = { connection: 'postgres://hidden-deps' };
  const pendingSecret = 'hidden-signature';
  const runtime = createRuntime({
    toolsets: [vault, new Vault()],
    people: { pendingSecret },
    observe: { logger: quietLogger() },
  });
  const run = runtime.startRun({ id: 'r1', deps, metadata: { token: 'hidden-metadata' } });
  printed.push(['runtime', runtime], ['run', run]);
  for (const tool of await run.tools()) printed.push(['tool', tool]);
  const outcome = await run.call({ id: 'c1', name: 'open', arguments: { name: 'gold', pin: 'hidden-pin' } });
  expect(outcome.status).toBe('success');
  expect(printed.map(([what]) => what)).toContain('policy');
  for (const [what, value] of printed) {
    const texts = [inspect(value, { depth: 20 }), inspect({ value }, { depth: 20 }), JSON.stringify({ value })];
    expect([what, ...texts].join('\n')).not.toContain('hidden-');
  }
});

test('prints the ids of runs and calls [OBS-5]', async () => {
  printed.length = 0;
  const runtime = createRuntime({ toolsets: [vault, new Vault()] });
  const run = runtime.startRun({ id: 'r1' });
  await run.call({ id: 'c1', name: 'open', arguments: { name: 'gold', pin: '1' } });
  expect(inspect(runtime)).toBe("Runtime { tools: [ 'open' ], callsInFlight: 0 }");
  expect(inspect(run)).toBe("Run { id: 'r1', calls: 1, inFlight: 0 }");
  expect(JSON.parse(JSON.stringify(run))).toEqual({ id: 'r1', calls: 1, inFlight: 0 });
  const texts = new Map(printed.map(([what, value]) => [what, inspect(value)]));
  expect(texts.get('context of a call')).toBe(
    "RunContext {\n  runId: 'r1',\n  callId: 'c1',\n  toolName: 'open',\n  retries: { attempt: 0, max: 2, isLast: false }\n}",
  );
  expect(texts.get('policy')).toBe("PolicyCall { callId: 'c1', tool: 'open', arguments: { name: 'gold' } }");
});
