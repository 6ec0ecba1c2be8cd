import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Interceptor } from '@haft/core';
import { createRuntime } from '@haft/runtime';
import { serveMcp, type McpEndpoint } from '../../src/index.js';
import { notesLog, notesTools } from '../fixtures/notes-tools.mjs';

/** The behaviour of clients of 2026-07-28, honest ones and others. */
interface Model {
  readonly mcp: McpEndpoint;
  readonly written: string[];
  readonly questions: Question[];
  /** Notes that may have been deleted: an approval of this user for this note was given, once. */
  allowed: number;
}

interface Action {
  readonly user: string;
  readonly note: number;
  /** Which of the questions that were asked, if any, the client answers. */
  readonly question: number | undefined;
  readonly tampered: boolean;
  readonly response: unknown;
}

const YES = { action: 'accept', content: { approve: true } };

const action: fc.Arbitrary<Action> = fc.record({
  user: fc.constantFrom('ada', 'eve'),
  note: fc.integer({ min: 1, max: 2 }),
  question: fc.option(fc.nat(3), { nil: undefined }),
  tampered: fc.boolean(),
  response: fc.oneof(
    { weight: 4, arbitrary: fc.constant(YES) },
    fc.constantFrom(
      undefined,
      null,
      1,
      {},
      { action: 'accept' },
      { action: 'accept', content: { approve: 'true' } },
      { action: 'accept', content: { approve: 1 } },
      { action: 'accept', content: { approve: false } },
      { action: 'decline', content: { approve: true } },
      { action: 'cancel', content: { approve: true } },
      { action: 'approve', content: { approve: true } },
    ),
  ),
});

async function send(
  { mcp }: Model,
  { user, note, response }: Action,
  requestState: string | undefined,
): Promise<Reply> {
  const params = {
    name: 'note_delete',
    arguments: { id: note },
    ...(response === undefined ? {} : { inputResponses: { approval: response } }),
    ...(requestState === undefined ? {} : { requestState }),
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    },
  };
  const answer = await mcp.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'note_delete',
        'x-user': user,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }),
  );
  return (await answer.json()) as Reply;
}

interface Question {
  readonly user: string;
  readonly note: number;
  readonly state: string;
  readonly request: { isAnswered: boolean };
}

interface Reply {
  readonly result?: { readonly resultType?: string; readonly requestState?: string; readonly isError?: boolean };
}

/** Does it, and tells whether an honest reading of it allows the deletion. */
async function perform(model: Model, one: Action): Promise<void> {
  const asked = one.question === undefined ? undefined : model.questions[one.question];
  const state = asked === undefined ? undefined : one.tampered ? `${asked.state.slice(0, -4)}AAAA` : asked.state;
  const isSame = asked !== undefined && !one.tampered && asked.user === one.user && asked.note === one.note;
  const approves = isSame && !asked.request.isAnswered;
  if (approves && one.response === YES) model.allowed += 1;
  const { result } = await send(model, one, state);
  const isAnswer = approves && isDecision(one.response);
  if (isAnswer) asked.request.isAnswered = true;
  if (result?.requestState !== undefined && !isAnswer) {
    // A client that returns without an answer is asked about the same request once more, which
    // counts once.
    const request = isSame ? asked.request : { isAnswered: false };
    model.questions.push({ user: one.user, note: one.note, state: result.requestState, request });
  }
  expect(model.written).toHaveLength(model.allowed);
}

/** The number of sequences per run. Set `HAFT_FUZZ` for more. The law held for 10,000. */
const RUNS = Number(process.env['HAFT_FUZZ'] ?? 500);

/** Returns whether a response is readable and so gets an answer. A user who cancels may return. */
function isDecision(response: unknown): boolean {
  const { action: chosen, content } = Object(response) as { action?: unknown; content?: unknown };
  return chosen === 'decline' || (chosen === 'accept' && typeof content === 'object');
}

it(
  'nothing is deleted without an approval of the same call by the same user, and once for each, with the dependencies of this user, whatever clients send',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 10 }), async (actions) => {
        const log = notesLog();
        const others: unknown[] = [];
        const look: Interceptor = {
          intercept: ({ run }, next) => {
            if (run.deps !== `of ${run.userId}`) others.push([run.userId, run.deps]);
            return next();
          },
        };
        const mcp = serveMcp(createRuntime({ toolsets: notesTools(log), interceptors: [look] }), {
          context: ({ headers }) => ({ userId: headers.get('x-user') ?? '', deps: `of ${headers.get('x-user')}` }),
        });
        const model: Model = { mcp, written: log.written, questions: [], allowed: 0 };
        for (const one of actions) await perform(model, one);
        await mcp.close();
        expect(others).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  120_000 + RUNS * 100,
);
