import type { DeferralRequest } from '@haft/core';
import { decision, defineTool, createRuntime, toolset, type Run, type RuntimeOptions } from '@haft/runtime';
import { Agent, type AgentConfig } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { RequestContext } from '@mastra/core/request-context';
import { InMemoryStore } from '@mastra/core/storage';
import { toMastra } from '../src/mastra.js';
import { fakeModel, readByModel, type Turn } from './support/ai-sdk-model.js';
import { deskRun, deskRuntime, PNG, SEARCH_PROMPT } from './support/desk.js';
import { ERRANDS, expectDecidedOnce } from './support/errands.js';

const facts = { id: 'clerk', name: 'Clerk', instructions: 'Help.' };

type AgentTools = NonNullable<AgentConfig['tools']>;

function agentWith(tools: AgentTools, turns: readonly Turn[], storage = new InMemoryStore()) {
  const model = fakeModel(...turns);
  const agent = new Agent({ ...facts, model: model as AgentConfig['model'], tools });
  new Mastra({ agents: { clerk: agent }, storage, logger: false });
  return { agent, model };
}

/** Runs the loop with these turns. */
async function converse(turns: readonly Turn[], options: RuntimeOptions = {}) {
  const { run, log } = deskRun('ada', options);
  const { agent, model } = agentWith(await toMastra(run), turns);
  const result = await agent.generate('Go.');
  return { run, log, model, result, read: readByModel(model.doGenerateCalls.at(-1)) };
}

describe('the model', () => {
  test('is shown names, descriptions and schemas as they are defined [BRI-1]', async () => {
    const { run, model } = await converse(['Hello.']);
    const definitions = await run.definitions();
    expect(model.doGenerateCalls[0]?.tools).toMatchObject(
      definitions.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        inputSchema: parameters,
      })),
    );
  });

  test("reads Haft's retry prompt for wrong arguments, and succeeds then [VAL-1, NEW-23]", async () => {
    const { read, log, result } = await converse([
      [['c1', 'desk_search', '{"query":"","lang":"english"}']],
      [['c2', 'desk_search', '{"query":"letters","lang":"en"}']],
      'Found.',
    ]);
    expect(read).toEqual([
      { type: 'error-text', value: SEARCH_PROMPT },
      { type: 'text', value: '{"found":"letters x10","for":"ada"}' },
    ]);
    expect(log).toEqual(['search {"query":"letters","lang":"en"} c2']);
    expect(result.text).toBe('Found.');
  });

  test('a used-up retry budget refuses no call that would succeed [RET-5]', async () => {
    const wrong = (n: number) => [[`w${String(n)}`, 'desk_search', '{"query":"","lang":"english"}']] as const;
    const turns = [...[1, 2, 3].map(wrong), [['c4', 'desk_search', '{"query":"letters"}']] as const, 'Found.'];
    const { read, log } = await converse(turns, { limits: { retries: 1 } });
    expect(read).toHaveLength(4);
    expect(JSON.stringify(read[2])).toContain('failed 2 times');
    expect(read[3]).toEqual({ type: 'text', value: '{"found":"letters x10","for":"ada"}' });
    expect(log).toEqual(['search {"query":"letters"} c4']);
  });

  test('reads media as media', async () => {
    const { read } = await converse([[['c1', 'desk_photo', '{}']], 'Nice.']);
    expect(read).toMatchObject([
      {
        type: 'content',
        value: [{ type: 'text', text: 'The desk:' }, { mediaType: 'image/png' }],
      },
    ]);
    expect(JSON.stringify(read)).toContain(PNG);
  });

  test.each([
    ['exception', /^The tool failed unexpectedly \(error id .+\)\. Do not repeat the call with the same arguments\.$/],
    ['failed', /^The drawer is stuck\.$/],
    ['retry', /^Try the other drawer\.\n\nFix the errors and try again\.$/],
  ])("reads Haft's text about a tool that threw (%s)", async (how, expected) => {
    const { read, model } = await converse([[['c1', 'desk_break', JSON.stringify({ how })]], 'Oh.']);
    expect(read).toEqual([{ type: 'error-text', value: expect.stringMatching(expected) }]);
    expect(JSON.stringify(model.doGenerateCalls)).not.toContain('hunter2');
  });
});

interface Asked {
  readonly tool: string;
  readonly args: object;
}

describe('an approval', () => {
  const asking = ({ tool, args }: Asked): Turn => [['c1', tool, JSON.stringify(args)]];

  /** Suspends. The answer goes to another agent and another run, as in another process. */
  async function decided(answerTo: (id: string) => object, asked: Asked = { tool: 'desk_pay', args: { amount: 500 } }) {
    const storage = new InMemoryStore();
    const before = deskRun();
    const first = agentWith(await toMastra(before.run), [asking(asked)], storage);
    const paused = await first.agent.generate('Go.');
    const { suspendPayload: request } = paused.suspendPayload as { readonly suspendPayload: DeferralRequest };
    const after = deskRun();
    const second = agentWith(await toMastra(after.run), ['Well.'], storage);
    const result = await second.agent.resumeGenerate(answerTo(request.id), {
      runId: paused.runId as string,
      toolCallId: 'c1',
    });
    return { paused, request, before, after, result, read: readByModel(second.model.doGenerateCalls[0]) };
  }

  test('suspends the call with its request, and executes nothing', async () => {
    const { paused, request, before } = await decided((id) => ({ [id]: true }));
    expect(paused.finishReason).toBe('suspended');
    expect(request).toMatchObject({ kind: 'approval', tool: 'desk_pay', arguments: { amount: 500 } });
    expect(before.log).toEqual([]);
    expect(before.run.pending().requests).toEqual([]);
  });

  test('that it is resumed with executes the call', async () => {
    const { after, read } = await decided((id) => ({ [id]: decision.approve() }));
    expect(after.log).toEqual(['paid 500 approved']);
    expect(read).toEqual([{ type: 'text', value: 'paid 500' }]);
  });

  test('does not decide about inner calls, so that the host decides each of them once [NEW-29]', async () => {
    const asked = { tool: 'desk_errands', args: ERRANDS };
    const { after, read } = await decided((id) => ({ [id]: decision.approve() }), asked);
    expect(read).toEqual([
      {
        type: 'text',
        value: 'The tool call waits for 2 decisions. Do not call it again: it continues when all is decided.',
      },
    ]);
    await expectDecidedOnce(after.run, after.log);
  });

  test('lists all requests of inner calls in the result, for the host', async () => {
    const { run } = deskRun();
    const { desk_errands: errands } = await toMastra<object>(run);
    const { amounts } = ERRANDS;
    const outcome = await errands?.execute?.({ amounts }, {} as never);
    expect(outcome).toMatchObject({ status: 'deferred', request: { tool: 'desk_pay' } });
    expect(outcome).toHaveProperty('requests', run.pending().requests);
  });

  test('that is refused does not', async () => {
    const { after, read } = await decided((id) => ({ [id]: decision.deny('Bob says no.') }));
    expect(after.log).toEqual([]);
    expect(read).toEqual([{ type: 'error-text', value: 'Bob says no.' }]);
  });

  test('for another request is not valid: the call is suspended again', async () => {
    const { after, result } = await decided(() => ({ 'another-id': true, approved: true, kind: 'approve' }));
    expect(after.log).toEqual([]);
    expect(result.finishReason).toBe('suspended');
  });

  test('cannot be given by the model, which may send `resumeData` as an argument', async () => {
    for (const resumeData of [true, { kind: 'approve' }, { approved: true }, { c1: true }, { desk_pay: true }]) {
      const { before, after, read } = await decided((id) => ({ [id]: false }), {
        tool: 'desk_pay',
        args: { amount: 500, resumeData },
      });
      expect([before.log, after.log]).toEqual([[], []]);
      expect(JSON.stringify(read)).not.toContain('paid');
    }
  });

  test("is not all that suspends: another system's result comes the same way", async () => {
    const { run } = deskRun();
    const { agent, model } = agentWith(await toMastra(run), [[['c1', 'desk_ship', '{}']], 'Well.']);
    const paused = await agent.generate('Go.');
    const { suspendPayload: request } = paused.suspendPayload as { readonly suspendPayload: DeferralRequest };
    const resumed = { runId: paused.runId as string, toolCallId: 'c1' };
    await agent.resumeGenerate({ [request.id]: decision.result('shipped') }, resumed);
    expect(readByModel(model.doGenerateCalls[1])).toEqual([{ type: 'text', value: 'shipped' }]);
  });

  test('is not asked for where the tool wants none, nor for arguments that are wrong', async () => {
    const { read, log } = await converse([
      [
        ['c1', 'desk_pay', '{"amount":5}'],
        ['c2', 'desk_pay', '{"amount":-500}'],
      ],
      'So.',
    ]);
    expect(log).toEqual(['paid 5']);
    expect(read).toMatchObject([{ value: 'paid 5' }, { value: expect.stringContaining('- amount: ') }]);
  });

  test('is never taken for granted: outside of an agent the call is answered as waiting', async () => {
    const { run, log } = deskRun();
    const { desk_pay: payment } = await toMastra<object>(run);
    const outcome = await payment?.execute?.({ amount: 500 }, {} as never);
    expect(outcome).toMatchObject({ status: 'deferred', request: { kind: 'approval' } });
    expect(log).toEqual([]);
  });
});

describe('a call', () => {
  test("uses the run in the host's context, and separates conversations at the same time", async () => {
    const runtime = deskRuntime();
    const tools = await toMastra({
      template: runtime.startRun({ deps: { user: 'nobody', log: [] } }),
      runOf: ({ requestContext }) => requestContext?.get('run') as Run,
    });
    const talk = async (user: string) => {
      const { agent, model } = agentWith(tools, [[[`c-${user}`, 'desk_search', '{"query":"mine"}']], 'Done.']);
      const requestContext = new RequestContext();
      requestContext.set('run', runtime.startRun({ deps: { user, log: [] } }));
      await agent.generate('Go.', { requestContext });
      return readByModel(model.doGenerateCalls[1]);
    };
    const read = await Promise.all(['ada', 'bob', 'eve'].map(talk));
    expect(read).toEqual(
      ['ada', 'bob', 'eve'].map((user) => [{ type: 'text', value: `{"found":"mine x10","for":"${user}"}` }]),
    );
  });

  test('is told when the agent is aborted', async () => {
    const { run, log } = deskRun();
    const abort = new AbortController();
    const { agent } = agentWith(await toMastra(run), [[['c1', 'desk_slow', '{}']], 'Never.']);
    const talk = agent.generate('Go.', { abortSignal: abort.signal });
    talk.catch(() => undefined);
    while (log.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    abort.abort();
    await talk.catch(() => undefined);
    expect(log).toEqual(['slow begins', 'slow was told to stop']);
  });

  test("writes its progress to the agent's stream", async () => {
    const { run } = deskRun();
    const { agent } = agentWith(await toMastra(run), [[['c1', 'desk_pages', '{}']], 'Read.']);
    const { fullStream } = await agent.stream('Go.');
    const progress: unknown[] = [];
    for await (const chunk of fullStream) if (chunk.type === 'tool-output') progress.push(chunk.payload.output);
    expect(progress).toEqual([{ page: 1 }, { page: 2 }]);
  });
});

test('a parameter that Mastra would take away is refused when the tools are made', async () => {
  const parameters = { type: 'object', properties: { resumeData: { type: 'string' } } } as const;
  const odd = defineTool({ name: 'odd', description: 'Odd.', parameters, execute: () => 'done' });
  const run = createRuntime({ toolsets: toolset('odd', [odd]) }).startRun();
  await expect(toMastra(run)).rejects.toThrow("Mastra keeps the parameter 'resumeData' of 'odd' for itself.");
});
