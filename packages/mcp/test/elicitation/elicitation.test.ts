import { describe, expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import type { Client, ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { DeferralRequest } from '@haft/core';
import { createRuntime, decision, defineTool, toolset, type PendingRun } from '@haft/runtime';
import type { McpOptions } from '../../src/index.js';
import { notesLog } from '../fixtures/notes-tools.mjs';
import { withInput } from '../fixtures/with-input.mjs';
import { notesWithProgram } from '../support/note-program.js';
import { connect, ERAS, serveNotes, type Era } from '../support/connect.js';

const text = (one: string) => ({ content: [{ type: 'text', text: one }] });
const remove = { name: 'note_delete', arguments: { id: 1 } };
const sign = { name: 'note_sign', arguments: { id: 1 } };

/** Returns a client whose user gives these answers, and the questions to that user. */
async function connectUser(url: URL, era: Era, ...answers: ElicitResult[]) {
  const asked: ElicitRequest['params'][] = [];
  const client = await connect(url, era, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params);
    return answers[Math.min(asked.length, answers.length) - 1] ?? { action: 'cancel' };
  });
  return { client, asked };
}

const DENIED = 'The tool call was denied.';
const NO_ANSWER = "The answer of the client has no 'approve' that is true or false, so the call was not approved.";

describe.each(ERAS)('a call that waits, protocol $era', (era) => {
  it('asks the user for an approval, with the arguments, and runs after a yes', async () => {
    const { url, log } = await serveNotes();
    const { client, asked } = await connectUser(url, era, { action: 'accept', content: { approve: true } });
    expect(await client.callTool(remove)).toMatchObject(text('deleted 1, approved: true'));
    expect(log.written).toEqual(['deleted 1']);
    expect(asked).toMatchObject([
      {
        message: 'Allow the tool \'note_delete\' to run?\nArguments: {"id":1}',
        requestedSchema: { type: 'object', properties: { approve: { type: 'boolean' } }, required: ['approve'] },
      },
    ]);
  });

  it.each([
    ['a no', { action: 'accept', content: { approve: false } }, DENIED],
    ['a form without the field', { action: 'accept', content: {} }, NO_ANSWER],
    ['a text that says yes', { action: 'accept', content: { approve: 'true' } }, NO_ANSWER],
    ['a declined form', { action: 'decline' }, DENIED],
  ] as const)('does not run after %s, and tells why', async (_title, answer, reason) => {
    const { url, log } = await serveNotes();
    const { client } = await connectUser(url, era, answer as ElicitResult);
    expect(await client.callTool(remove)).toMatchObject({ isError: true, ...text(reason) });
    expect(log.written).toEqual([]);
  });

  it('does not run when the user goes away, and does not call that a no', async () => {
    const { url, log } = await serveNotes();
    const { client } = await connectUser(url, era, { action: 'cancel' });
    expect(await client.callTool(remove)).toMatchObject({
      isError: true,
      ...text('The user did not answer. There is no result.'),
    });
    expect(log.written).toEqual([]);
  });

  it('asks for input with a form, and gives it to the tool', async () => {
    const { url } = await serveNotes();
    const { client, asked } = await connectUser(url, era, { action: 'accept', content: { name: 'Ada', times: 2 } });
    expect(await client.callTool(sign)).toMatchObject(text('note 1 signed by Ada, 2 times'));
    expect(asked).toMatchObject([
      {
        message: 'The tool \'note_sign\' asks for your input.\nArguments: {"id":1}',
        requestedSchema: {
          properties: {
            name: { type: 'string', minLength: 2, description: 'Who signs.' },
            times: { type: 'integer', minimum: 1 },
          },
        },
      },
    ]);
  });

  it('leaves the defaults to the tool', async () => {
    const { url } = await serveNotes();
    const { client } = await connectUser(url, era, { action: 'accept', content: {} });
    expect(await client.callTool(sign)).toMatchObject(text('note 1 signed by nobody, 1 times'));
  });

  it('asks again, with the reason, for input that breaks the rules', async () => {
    const { url } = await serveNotes();
    const { client, asked } = await connectUser(
      url,
      era,
      { action: 'accept', content: { name: 'A' } },
      { action: 'accept', content: { name: 'Ada' } },
    );
    expect(await client.callTool(sign)).toMatchObject(text('note 1 signed by Ada, 1 times'));
    expect(asked).toHaveLength(2);
    expect(asked[1]?.message).toMatch(/name.*at least 2[^]*asks for your input/);
  });

  it('asks again for input that breaks a rule which no form can express, and ends with the rule', async () => {
    const pay = defineTool({
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      execute: () => 'never',
    });
    const fields = {
      pin: { type: 'string', pattern: '^\\d{4}$' },
      amount: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
    } as const;
    const toolsets = () => [toolset('bank', [withInput(pay, fields, (_args, given) => given.join(' '))])];
    const { url } = await serveNotes({}, { toolsets });
    const accept = (content: Record<string, string | number>): ElicitResult => ({ action: 'accept', content });
    const { client, asked } = await connectUser(
      url,
      era,
      accept({ pin: 'abc', amount: 0.3 }),
      accept({ pin: '1234', amount: 1.5 }),
    );
    expect(await client.callTool({ name: 'pay', arguments: {} })).toMatchObject(text('1234 1.5'));
    expect(asked[0]).toMatchObject({
      requestedSchema: {
        properties: {
          pin: { type: 'string', description: 'Must be a string that matches ^\\d{4}$.' },
          amount: { type: 'number', description: 'Must be a number greater than 0 that is a multiple of 0.5.' },
        },
      },
    });
    expect(asked[1]?.message).toMatch(/pin.*matches \^[^]*amount.*multiple of 0\.5[^]*asks for your input/);
  });

  it("asks with the host's text", async () => {
    const { url } = await serveNotes({ ask: ({ tool }) => ({ message: `Bitte: ${tool}`, key: 'frage' }) });
    const { client, asked } = await connectUser(url, era, { action: 'accept', content: { approve: true } });
    expect(await client.callTool(remove)).toMatchObject(text('deleted 1, approved: true'));
    expect(asked[0]?.message).toBe('Bitte: note_delete');
  });

  it('tells the client and the host about the request if the client cannot ask its user', async () => {
    const waiting: { request: DeferralRequest; pending: PendingRun }[] = [];
    const { url, log } = await serveNotes({ onWaiting: (request, pending) => waiting.push({ request, pending }) });
    const client = await connect(url, era);
    const result = await client.callTool(remove);
    expect(result.isError).toBe(true);
    const [said, request] = (result.content[0] as { text: string }).text.split('\nRequest: ');
    expect(said).toBe(
      'The tool call waits for an approval. Do not call it again: it continues when it is decided. This client cannot ask its user. There is no result yet.',
    );
    expect(JSON.parse(request as string)).toMatchObject({
      kind: 'approval',
      tool: 'note_delete',
      arguments: { id: 1 },
    });
    expect(waiting).toMatchObject([{ request: { tool: 'note_delete' }, pending: { calls: [{ open: {} }] } }]);
    expect(log.written).toEqual([]);
  });

  it('does not ask the user about a decision of another person', async () => {
    const waiting: DeferralRequest[] = [];
    const { url, log } = await serveNotes({
      ask: ({ kind }) => (kind === 'approval' ? false : {}),
      onWaiting: (request) => waiting.push(request),
    });
    const { client, asked } = await connectUser(url, era, { action: 'accept', content: { approve: true } });
    const result = await client.callTool(remove);
    expect(result.isError).toBe(true);
    expect((result.content[0] as { text: string }).text).toMatch(
      /^The tool call waits for an approval. Do not call it again: it continues when it is decided. There is no result yet.\nRequest: \{"kind":"approval"/,
    );
    expect({ asked, written: log.written }).toEqual({ asked: [], written: [] });
    expect(waiting).toMatchObject([{ tool: 'note_delete' }]);
    expect((await client.callTool(sign)).isError).toBeUndefined();
  });

  it('asks no person about a call of another system', async () => {
    const { url } = await serveNotes();
    const { client, asked } = await connectUser(url, era, { action: 'accept', content: { approve: true } });
    const result = await client.callTool({ name: 'note_print', arguments: { id: 1 } });
    expect(result).toMatchObject({ isError: true });
    expect((result.content[0] as { text: string }).text).toMatch(/^The tool call is executed elsewhere/);
    expect(asked).toEqual([]);
  });
});

/** The tools of the fixture with `note_program`, served over real HTTP. */
function servePrograms(options: McpOptions = {}) {
  return serveNotes(options, { toolsets: notesWithProgram });
}

describe.each(ERAS)('a call whose inner calls wait, protocol $era [NEW-29]', (era) => {
  const program = (...tools: string[]) => ({ name: 'note_program', arguments: { id: 1, tools } });
  const yes: ElicitResult = { action: 'accept', content: { approve: true } };
  const no: ElicitResult = { action: 'accept', content: { approve: false } };

  it('asks about each inner call, with the call that made it, and ends', async () => {
    const { url, log } = await servePrograms();
    const ada: ElicitResult = { action: 'accept', content: { name: 'Ada' } };
    const { client, asked } = await connectUser(url, era, yes, ada, no);
    const result = await client.callTool(program('note_delete', 'note_sign', 'note_delete'));
    expect(result).toMatchObject(
      text('deleted 1, approved: true; note 1 signed by Ada, 1 times; The tool call was denied.'),
    );
    expect(asked.map(({ message }) => message)).toEqual([
      `Allow the tool 'note_delete' to run?\nCalled by: 'note_program' at {"step":0}\nArguments: {"id":1}`,
      `The tool 'note_sign' asks for your input.\nCalled by: 'note_program' at {"step":1}\nArguments: {"id":1}`,
      `Allow the tool 'note_delete' to run?\nCalled by: 'note_program' at {"step":2}\nArguments: {"id":1}`,
    ]);
    expect(log.written).toEqual(['deleted 1']);
  });

  it('continues in the run of the host', async () => {
    const log = notesLog();
    const runtime = createRuntime({ toolsets: notesWithProgram(log) });
    const run = runtime.startRun();
    const { url } = await servePrograms({ run: () => run as never });
    const { client } = await connectUser(url, era, yes);
    expect(await client.callTool(program('note_delete', 'note_delete'))).toMatchObject(
      text('deleted 1, approved: true; deleted 1, approved: true'),
    );
    expect(run.pending().requests).toEqual([]);
    expect(log.written).toEqual(['deleted 1', 'deleted 1']);
  });

  it('leaves the others open for another person, and tells the host of each', async () => {
    const waiting: { request: DeferralRequest; pending: PendingRun }[] = [];
    const { url, log } = await servePrograms({ onWaiting: (request, pending) => waiting.push({ request, pending }) });
    const { client, asked } = await connectUser(url, era, yes);
    const result = await client.callTool(program('note_print', 'note_delete', 'note_print'));
    expect(result.isError).toBe(true);
    const [said, ...requests] = (result.content[0] as { text: string }).text.split('\nRequest: ');
    expect(said).toBe(
      'The tool call waits for 2 decisions. Do not call it again: it continues when all is decided. There is no result yet.',
    );
    expect(requests.map((one) => JSON.parse(one) as unknown)).toMatchObject([
      { kind: 'external', tool: 'note_print', parent: { tool: 'note_program', place: { step: 0 } } },
      { kind: 'external', tool: 'note_print', parent: { tool: 'note_program', place: { step: 2 } } },
    ]);
    expect(asked).toHaveLength(1);
    expect(log.written).toEqual(['deleted 1']);
    expect(waiting.map(({ request }) => request.kind)).toEqual(['external', 'external']);
    const pending = waiting[1]?.pending as PendingRun;
    const decisions = Object.fromEntries(pending.requests.map(({ id }, at) => [id, decision.result(`printed ${at}`)]));
    const { outcomes } = await createRuntime({ toolsets: notesWithProgram(log) }).resumeRun(pending, decisions);
    expect(outcomes).toMatchObject([{ text: 'printed 0; deleted 1, approved: true; printed 1' }]);
    expect(log.written).toEqual(['deleted 1']);
  });

  it('tells a client that cannot ask its user about all requests', async () => {
    const { url, log } = await servePrograms();
    const client = await connect(url, era);
    const result = await client.callTool(program(...Array<string>(12).fill('note_delete')));
    const lines = (result.content[0] as { text: string }).text.split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe(
      'The tool call waits for 12 decisions. Do not call it again: it continues when all is decided. This client cannot ask its user. There is no result yet.',
    );
    expect(lines.at(-1)).toBe('and 2 more');
    expect(log.written).toEqual([]);
  });

  it('says that the tool had begun if the user goes away', async () => {
    const { url, log } = await servePrograms();
    const { client } = await connectUser(url, era, yes, { action: 'cancel' });
    expect(await client.callTool(program('note_delete', 'note_delete'))).toMatchObject({
      isError: true,
      ...text(
        'The user did not answer. There is no result. The tool had begun its work. Ask the user before you call it again.',
      ),
    });
    expect(log.written).toEqual(['deleted 1']);
  });
});

describe('requestState, protocol 2026-07-28', () => {
  const era = ERAS[1];
  const withState = { allowInputRequired: true } as const;
  const yes = { approval: { action: 'accept', content: { approve: true } } };

  /** The first round by hand. */
  async function firstRound(client: Client, request: { name: string; arguments: object } = remove) {
    const round = (await client.request({ method: 'tools/call', params: request as never }, withState)) as unknown as {
      resultType: string;
      requestState: string;
      inputRequests: object;
    };
    expect(round).toMatchObject({ resultType: 'input_required', inputRequests: { approval: {} } });
    return round.requestState;
  }

  const answer = (client: Client, params: object) =>
    client.request({ method: 'tools/call', params: params as never }, withState) as Promise<unknown>;

  async function open(options = {}) {
    const served = await serveNotes(options);
    const client = await connect(served.url, era, { capabilities: { elicitation: {} } });
    return { ...served, client };
  }

  it('is good for one answer', async () => {
    const { client, log } = await open();
    const requestState = await firstRound(client);
    expect(await answer(client, { ...remove, requestState, inputResponses: yes })).toMatchObject(
      text('deleted 1, approved: true'),
    );
    expect(await answer(client, { ...remove, requestState, inputResponses: yes })).toMatchObject({ isError: true });
    expect(log.written).toEqual(['deleted 1']);
  });

  it('gets the same result if its answer is sent again, from a ledger', async () => {
    const { url, log } = await serveNotes({}, { durability: { ledger: new MemoryCallLedger() } });
    const client = await connect(url, era, { capabilities: { elicitation: {} } });
    const last = { ...remove, requestState: await firstRound(client), inputResponses: yes };
    const first = await answer(client, last);
    expect(first).toMatchObject(text('deleted 1, approved: true'));
    expect(await answer(client, last)).toEqual(first);
    expect(log.written).toEqual(['deleted 1']);
  });

  it('is good for one inner call', async () => {
    const { url, log } = await servePrograms();
    const client = await connect(url, era, { capabilities: { elicitation: {} } });
    const program = { name: 'note_program', arguments: { id: 1, tools: ['note_delete', 'note_delete'] } };
    const first = await firstRound(client, program);
    const second = (await answer(client, { ...program, requestState: first, inputResponses: yes })) as {
      requestState: string;
    };
    expect(second).toMatchObject({ resultType: 'input_required', inputRequests: { approval: {} } });
    const again = { ...program, requestState: first, inputResponses: yes };
    expect(await answer(client, again)).toMatchObject({ isError: true });
    expect(log.written).toEqual(['deleted 1']);
    const last = { ...program, requestState: second.requestState, inputResponses: yes };
    expect(await answer(client, last)).toMatchObject(text('deleted 1, approved: true; deleted 1, approved: true'));
    expect(await answer(client, last)).toMatchObject({ isError: true });
    expect(log.written).toEqual(['deleted 1', 'deleted 1']);
  });

  it('does not reveal its contents', async () => {
    const { client } = await open();
    const requestState = await firstRound(client);
    expect(Buffer.from(requestState.slice(3), 'base64url').toString('latin1')).not.toMatch(/note_delete|runId/);
  });

  it('is refused when it was changed, made up, or made by another process', async () => {
    const { client, log } = await open();
    const requestState = await firstRound(client);
    const other = await open();
    const foreign = await firstRound(other.client);
    const middle = Math.floor(requestState.length / 2);
    const flipped = requestState[middle] === 'A' ? 'B' : 'A';
    const changed = requestState.slice(0, middle) + flipped + requestState.slice(middle + 1);
    for (const state of [`${requestState}AAAA`, changed, 'h1.', '', foreign, requestState.slice(0, 30)]) {
      await expect(answer(client, { ...remove, requestState: state, inputResponses: yes })).rejects.toMatchObject({
        code: -32602,
      });
    }
    expect(log.written).toEqual([]);
  });

  it('is refused for other arguments, another tool, and another user', async () => {
    const { client, log, url } = await open({
      context: ({ headers }: { headers: Headers }) => ({ userId: headers.get('x-user') ?? 'nobody' }),
    });
    const requestState = await firstRound(client);
    const refused = expect.objectContaining({ code: -32602 }) as unknown;
    const send = (by: Client, params: object) =>
      answer(by, { ...params, requestState, inputResponses: yes }).catch((error: unknown) => error);
    expect(await send(client, { ...remove, arguments: { id: 2 } })).toEqual(refused);
    expect(await send(client, { ...remove, name: 'note_sign' })).toEqual(refused);
    const headers = { 'x-user': 'eve' };
    expect(await send(await connect(url, era, { headers, capabilities: { elicitation: {} } }), remove)).toEqual(
      refused,
    );
    expect(log.written).toEqual([]);
  });

  it('is accepted by every process that has the secret', async () => {
    const stateSecret = 'x'.repeat(32);
    const one = await open({ stateSecret });
    const other = await open({ stateSecret });
    const requestState = await firstRound(one.client);
    await answer(other.client, { ...remove, requestState, inputResponses: yes });
    expect(other.log.written).toEqual(['deleted 1']);
  });

  it('is needed for an approval', async () => {
    const { client, log } = await open();
    expect(await answer(client, { ...remove, inputResponses: yes })).toMatchObject({ resultType: 'input_required' });
    expect(log.written).toEqual([]);
  });

  it('refuses a secret that is too short', async () => {
    await expect(serveNotes({ stateSecret: 'short' })).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });
});
