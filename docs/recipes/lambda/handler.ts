import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const runtime = createRuntime({ toolsets }); // once for each instance
await runtime.load(); // loads all code before the first request

interface Event {
  body: string;
  requestContext: { authorizer: { lambda: { userId: string } } };
}
interface Context {
  getRemainingTimeInMillis(): number;
}

/** Takes the calls of one answer of a model, and returns the texts for it. */
export async function handler(event: Event, context: Context) {
  const { calls } = JSON.parse(event.body) as { calls: { id: string; name: string; arguments: string }[] };
  const { userId } = event.requestContext.authorizer.lambda;
  const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - 500); // answer before the end
  await using run = runtime.startRun({ userId, signal });
  const outcomes = await run.callAll(calls);
  return { statusCode: 200, body: JSON.stringify(outcomes.map(({ callId, text }) => ({ id: callId, text }))) };
}
