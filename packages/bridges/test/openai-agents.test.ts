import type { Run, RuntimeOptions } from '@haft/runtime';
import { Agent, Runner, RunState, type RunContext } from '@openai/agents';
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents/testing';
import { toOpenAIAgents } from '../src/openai-agents.js';
import { deskRun, deskRuntime, PNG, SEARCH_PROMPT } from './support/desk.js';
import { ERRANDS, expectDecidedOnce } from './support/errands.js';

type Call = readonly [id: string, name: string, args: string];
const runner = new Runner({ tracingDisabled: true });

/** The SDK's own fake model: makes these calls, one message after the other, and then is done. */
function modelThatCalls(...turns: readonly (readonly Call[])[]): ScriptedModel {
  const calls = turns.map((turn) => turn.map(([callId, name, args]) => functionCall(name, args, { callId })));
  return new ScriptedModel([...calls, [assistantMessage('Done.')]]);
}

/** Returns the results of its calls that the model read in its last request. */
function readBy(model: ScriptedModel): readonly unknown[] {
  const input = model.lastCall?.request.input ?? [];
  return typeof input === 'string'
    ? []
    : input.flatMap((item) => (item.type === 'function_call_result' ? [item.output] : []));
}

const text = (value: unknown) => ({ type: 'text', text: value });

/** Runs the loop with these turns. */
async function converse(turns: readonly (readonly Call[])[], options: RuntimeOptions = {}) {
  const { run, log } = deskRun('ada', options);
  const model = modelThatCalls(...turns);
  const agent = new Agent({ name: 'clerk', model, tools: await toOpenAIAgents(run) });
  const result = await runner.run(agent, 'Go.');
  return { run, log, model, agent, result, read: readBy(model) };
}

describe('the model', () => {
  test('is shown names, descriptions and schemas as they are defined [BRI-1]', async () => {
    const { run, model } = await converse([]);
    const definitions = await run.definitions();
    expect(model.firstCall?.request.tools).toMatchObject(
      definitions.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        parameters,
        strict: false,
      })),
    );
  });

  test("reads Haft's retry prompt for wrong arguments, and succeeds then [VAL-1, NEW-23]", async () => {
    const { read, log, result } = await converse([
      [['c1', 'desk_search', '{"query":"","lang":"english"}']],
      [['c2', 'desk_search', '{"query":"letters","lang":"en"}']],
    ]);
    expect(read).toEqual([text(SEARCH_PROMPT), text('{"found":"letters x10","for":"ada"}')]);
    expect(log).toEqual(['search {"query":"letters","lang":"en"} c2']);
    expect(result.finalOutput).toBe('Done.');
  });

  test('a used-up retry budget refuses no call that would succeed [RET-5]', async () => {
    const wrong = (n: number) => [[`w${String(n)}`, 'desk_search', '{"query":"","lang":"english"}']] as const;
    const turns = [...[1, 2, 3].map(wrong), [['c4', 'desk_search', '{"query":"letters"}']] as const];
    const { read, log } = await converse(turns, { limits: { retries: 1 } });
    expect(read).toHaveLength(4);
    expect(JSON.stringify(read[2])).toContain('failed 2 times');
    expect(read[3]).toEqual(text('{"found":"letters x10","for":"ada"}'));
    expect(log).toEqual(['search {"query":"letters"} c4']);
  });

  test('may send null for missing arguments', async () => {
    const { read } = await converse([[['c1', 'desk_search', '{"query":"letters","limit":null,"lang":null}']]]);
    expect(read).toEqual([text('{"found":"letters x10","for":"ada"}')]);
  });

  test('is held to the schema by strict mode, when the run speaks the dialect', async () => {
    const log: string[] = [];
    const run = deskRuntime().startRun({ deps: { user: 'ada', log }, target: 'openai' });
    const model = modelThatCalls([['c1', 'desk_search', '{"query":"letters","limit":null,"lang":null}']]);
    await runner.run(new Agent({ name: 'clerk', model, tools: await toOpenAIAgents(run) }), 'Go.');
    expect(model.firstCall?.request.tools[0]).toMatchObject({
      strict: true,
      parameters: { required: ['query', 'limit', 'lang'], additionalProperties: false },
    });
    expect(log).toEqual(['search {"query":"letters"} c1']);
  });

  test("reads the SDK's own text when it sends no JSON", async () => {
    const { read } = await converse([[['c1', 'desk_search', '{"query":']]]);
    expect(read).toEqual([text('An error occurred while parsing tool arguments. Please try again with valid JSON.')]);
  });

  test('reads media as media', async () => {
    const { read } = await converse([[['c1', 'desk_photo', '{}']]]);
    expect(read).toEqual([
      [
        { type: 'input_text', text: 'The desk:' },
        { type: 'input_image', image: `data:image/png;base64,${PNG}` },
      ],
    ]);
  });

  test.each([
    ['exception', /^The tool failed unexpectedly \(error id .+\)\. Do not repeat the call with the same arguments\.$/],
    ['failed', /^The drawer is stuck\.$/],
    ['retry', /^Try the other drawer\.\n\nFix the errors and try again\.$/],
  ])("reads Haft's text about a tool that threw (%s)", async (how, expected) => {
    const { read, model } = await converse([[['c1', 'desk_break', JSON.stringify({ how })]]]);
    expect(read).toEqual([text(expect.stringMatching(expected))]);
    expect(JSON.stringify(model.calls)).not.toContain('hunter2');
  });
});

describe('an approval', () => {
  const calls: readonly Call[] = [
    ['c1', 'desk_pay', '{"amount":500}'],
    ['c2', 'desk_pay', '{"amount":5}'],
    ['c3', 'desk_pay', '{"amount":-500}'],
  ];

  /** Asks the user. The answer goes to another run and another agent, as in another process. */
  async function decided(approved: boolean, made = calls) {
    const first = await converse([made]);
    const after = deskRun();
    const model = modelThatCalls();
    const agent = new Agent({ name: 'clerk', model, tools: await toOpenAIAgents(after.run) });
    const state = await RunState.fromString(agent, first.result.state.toString());
    for (const interruption of state.getInterruptions()) {
      if (approved) state.approve(interruption);
      else state.reject(interruption, { message: 'Bob says no.' });
    }
    await runner.run(agent, state);
    return { first, after, read: readBy(model) };
  }

  test('is asked for as the SDK does it, and nothing of that call is executed', async () => {
    const { result, log } = await converse([calls]);
    expect(result.interruptions.map(({ rawItem }) => rawItem)).toMatchObject([{ callId: 'c1', name: 'desk_pay' }]);
    expect(log).toEqual(['paid 5']);
  });

  test('that the user gives executes the call, which knows of it', async () => {
    const { after, read } = await decided(true);
    expect(after.log).toEqual(['paid 500 approved']);
    expect(read).toEqual(expect.arrayContaining([text('paid 500'), text('paid 5')]));
  });

  test('does not decide about inner calls, so that the host decides each of them once [NEW-29]', async () => {
    const { after, read } = await decided(true, [['c1', 'desk_errands', JSON.stringify(ERRANDS)]]);
    expect(read).toEqual([
      text('The tool call waits for 2 decisions. Do not call it again: it continues when all is decided.'),
    ]);
    await expectDecidedOnce(after.run, after.log);
  });

  test('that the user refuses does not', async () => {
    const { after, read } = await decided(false);
    expect(after.log).toEqual([]);
    expect(read).toContainEqual(text('Bob says no.'));
  });
});

describe('a call', () => {
  interface Session {
    readonly run: Run;
  }

  test("uses the run in the host's context, and separates conversations at the same time", async () => {
    const runtime = deskRuntime();
    const responder = modelResponder(({ request: { input } }) => {
      const said = typeof input === 'string' ? input : String((input[0] as { readonly content: unknown }).content);
      if (input.length > 1 && typeof input !== 'string') return [assistantMessage('Done.')];
      return [functionCall('desk_search', { query: said }, { callId: `c-${said}` })];
    });
    const model = new ScriptedModel(Array(6).fill(responder));
    const agent = new Agent<Session>({
      name: 'clerk',
      model,
      tools: await toOpenAIAgents<Session>({
        template: runtime.startRun({ deps: { user: 'nobody', log: [] } }),
        runOf: ({ context }: RunContext<Session>) => context.run,
      }),
    });
    const talk = async (user: string) => {
      const run = runtime.startRun({ deps: { user, log: [] } });
      const { newItems } = await runner.run(agent, user, { context: { run } });
      return newItems.flatMap((item) => (item.type === 'tool_call_output_item' ? [item.output] : []));
    };
    const read = await Promise.all(['ada', 'bob', 'eve'].map(talk));
    expect(read).toEqual(['ada', 'bob', 'eve'].map((user) => [`{"found":"${user} x10","for":"${user}"}`]));
  });

  test('is told when the agent is aborted', async () => {
    const { run, log } = deskRun();
    const abort = new AbortController();
    const agent = new Agent({
      name: 'clerk',
      model: modelThatCalls([['c1', 'desk_slow', '{}']]),
      tools: await toOpenAIAgents(run),
    });
    const talk = runner.run(agent, 'Go.', { signal: abort.signal });
    talk.catch(() => undefined);
    while (log.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    abort.abort();
    await talk.catch(() => undefined);
    expect(log).toEqual(['slow begins', 'slow was told to stop']);
  });

  test('that meets a mistake of the developer rejects the run of the SDK', async () => {
    const { run } = deskRun();
    const agent = new Agent({
      name: 'clerk',
      model: modelThatCalls([['c1', 'desk_search', '{"query":"x"}']]),
      tools: await toOpenAIAgents(run),
    });
    await run.end();
    await expect(runner.run(agent, 'Go.')).rejects.toMatchObject({ error: { code: 'HAFT_RUN_ENDED' } });
  });
});
