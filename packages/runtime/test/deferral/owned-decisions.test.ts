import { createRuntime, decision, defineTool, toolset, type PendingRun } from '../../src/index.js';

/** A server whose pending runs are kept by clients, without a secret. */
function openServer() {
  const paid: (string | undefined)[] = [];
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    settings: { approvals: [true] },
    execute: (_args: object, run) => {
      paid.push(run.userId);
      return 'paid';
    },
  });
  return { runtime: createRuntime({ toolsets: toolset('bank', [pay]) }), paid };
}

async function ask(runtime: ReturnType<typeof openServer>['runtime'], userId: string): Promise<PendingRun> {
  const run = runtime.startRun({ id: 'chat-1', userId, tenantId: 'acme' });
  await run.call({ name: 'pay', arguments: {} });
  return run.pending();
}

test('a decision marks the request of its own user only, even if a client changed the id of the request', async () => {
  const { runtime, paid } = openServer();
  const [ann, eve] = [await ask(runtime, 'ann'), await ask(runtime, 'eve')];
  const [own, other] = [eve.requests[0]?.id ?? '', ann.requests[0]?.id ?? ''];
  const forged = JSON.parse(JSON.stringify(eve).replaceAll(own, other)) as PendingRun;
  await runtime.resumeRun(forged, { [other]: decision.deny() });
  const { outcomes } = await runtime.resumeRun(ann, { [other]: decision.approve() });
  expect(outcomes).toMatchObject([{ status: 'success' }]);
  expect(paid).toEqual(['ann']);
  await expect(runtime.resumeRun(ann, { [other]: decision.approve() })).rejects.toMatchObject({
    code: 'HAFT_DECISION_USED',
  });
});
