import { describe, expect, it, beforeAll, beforeEach } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serveMcp } from '@haft/mcp';
import { buildProject } from '@haft/reflector';
import type { ReflectedToolsets } from 'haft/reflected';
import {
  createRuntime,
  decision,
  HaftError,
  type Decision,
  type DeferredHandler,
  type PendingRun,
  type Run,
  type Runtime,
  type ToolOutcome,
} from 'haft';
import { Contact, Till } from './fixtures/entrances/src/till.toolset.js';
import { BROKEN_RULES, RIGHT, TOO_DEEP, WRONG, type Values } from './support/wrong-values.js';

/*
 * A value from outside takes the same steps, with any sender: limits, check, coercion with a
 * record, revival, rules. Here, all entrances get the same values, and only the reader of the
 * problems differs.
 */

type Issue = Extract<ToolOutcome, { readonly status: 'retry' }>['issues'][number];
/** The result of values at one entrance. */
interface Verdict {
  readonly outcome?: ToolOutcome;
  /** The text of an error, for those who sent the values. */
  readonly problem?: string;
  readonly isAccepted: boolean;
  readonly issues: readonly Issue[];
  readonly repaired: readonly (readonly (string | number)[])[];
}

let toolsets: ReflectedToolsets;
const open = (onDeferred?: DeferredHandler): Runtime =>
  createRuntime({
    toolsets,
    limits: { retries: 1000 },
    observe: { logger: { debug() {}, info() {}, warn() {}, error() {} } },
    ...(onDeferred === undefined ? {} : { people: { onDeferred } }),
  });

beforeAll(async () => {
  const folder = `${import.meta.dirname}/fixtures/entrances`;
  const out = `${folder}/src/toolsets.gen.ts`;
  const { diagnostics } = await buildProject({ tsconfig: `${folder}/tsconfig.json`, out, cache: false });
  expect(diagnostics).toEqual([]);
  ({ toolsets } = (await import(out)) as { readonly toolsets: ReflectedToolsets });
}, 60_000);

beforeEach(() => {
  Till.done.length = 0;
});

const verdictOf = (outcome: ToolOutcome): Verdict => ({
  outcome,
  isAccepted: outcome.status === 'success',
  issues: 'issues' in outcome ? (outcome.issues ?? []) : [],
  repaired: outcome.repairs.map(({ path }) => path),
});

/**
 * Returns the verdict for a person or system that decides. They read the problems, and the request
 * stays open.
 */
async function decided(run: Run, resume: () => Promise<readonly ToolOutcome[]>): Promise<Verdict> {
  const before = run.pending().requests;
  try {
    return verdictOf((await resume())[0] as ToolOutcome);
  } catch (error) {
    if (!(error instanceof HaftError)) throw error;
    expect(error.code).toBe('HAFT_INVALID_DECISION');
    expect(run.pending().requests).toEqual(before);
    return rejectedBy(error);
  }
}

function rejectedBy(error: HaftError): Verdict {
  const { issues = [] } = error as { readonly issues?: readonly Issue[] };
  return { isAccepted: false, issues, repaired: [], problem: error.message };
}

/** Makes a call that waits, and resumes it here. */
async function here(tool: string, args: Values, made: (values: Values) => Decision, values: Values): Promise<Verdict> {
  const run = open().startRun();
  const outcome = await run.call({ name: tool, arguments: args });
  const { id } = (outcome as Extract<ToolOutcome, { readonly status: 'deferred' }>).request;
  return decided(run, () => run.resume({ [id]: made(values) }));
}

/** The same in another process. */
async function elsewhere(tool: string, args: Values, made: (values: Values) => Decision, values: Values) {
  const run = open().startRun();
  await run.call({ name: tool, arguments: args });
  const pending = JSON.parse(JSON.stringify(run.pending())) as PendingRun;
  const given = { [pending.requests[0]?.id ?? '']: made(values) };
  return decided(run, async () => (await open().resumeRun(pending, given)).outcomes);
}

/** The same by a function that decides at once. */
async function inline(tool: string, args: Values, made: (values: Values) => Decision, values: Values) {
  const run = open((requests) => Object.fromEntries(requests.map(({ id }) => [id, made(values)]))).startRun();
  try {
    return verdictOf(await run.call({ name: tool, arguments: args }));
  } catch (error) {
    expect(run.pending().requests).toHaveLength(1);
    expect((error as HaftError).code).toBe('HAFT_INVALID_DECISION');
    return rejectedBy(error as HaftError);
  }
}

const supply = (values: Values): Decision => decision.supply(values as never);
const change = (values: Values): Decision => decision.approve({ arguments: values as never });
const asked = { ...RIGHT, note: 'ask' };
const title = { title: 'deed' };

type Entrance = (values: Values) => Promise<Verdict>;

const ENTRANCES: Readonly<Record<string, Entrance>> = {
  'arguments of a model': async (values) =>
    verdictOf(await open().startRun().call({ name: 'till_spend', arguments: values })),
  'arguments of a model, as text': async (values) =>
    verdictOf(
      await open()
        .startRun()
        .call({ name: 'till_spend', arguments: JSON.stringify(values) }),
    ),
  'arguments of a model, for a tool that needs no optional step': async (values) =>
    verdictOf(await open().startRun().call({ name: 'till_put', arguments: values })),
  'arguments of a model, in a batch': async (values) => {
    const calls = [
      { name: 'till_put', arguments: { ...RIGHT, note: 'first' } },
      { name: 'till_put', arguments: values },
    ];
    const [first, second] = await open().startRun().callAll(calls);
    expect(first?.status).toBe('success');
    expect(Till.done.shift()?.[4]).toBe('first');
    return verdictOf(second as ToolOutcome);
  },
  'input of a person': (values) => here('till_sign', title, supply, values),
  'input of a person, in another process': (values) => elsewhere('till_sign', title, supply, values),
  'input by an inline handler': (values) => inline('till_sign', title, supply, values),
  'changed arguments of an approver': (values) => here('till_spend', asked, change, values),
  'changed arguments, in another process': (values) => elsewhere('till_spend', asked, change, values),
  'changed arguments by an inline handler': (values) => inline('till_spend', asked, change, values),
  'arguments of a pending run that somebody changed': async (values) => {
    const run = open().startRun();
    await run.call({ name: 'till_spend', arguments: asked });
    const pending = JSON.parse(JSON.stringify(run.pending())) as PendingRun;
    Object.assign(pending.calls[0]?.open ?? {}, { arguments: values });
    const { run: resumed, outcomes } = await open().resumeRun(pending, { [pending.requests[0]?.id ?? '']: true });
    const [outcome] = outcomes as readonly [ToolOutcome];
    if (outcome.status !== 'deferred') return verdictOf(outcome);
    // The approval was of other arguments, so that these need another one.
    const [again] = await resumed.resume({ [outcome.request.id]: true });
    return { ...verdictOf(again as ToolOutcome), repaired: verdictOf(outcome).repaired };
  },
};
/** No methods of this process: no rules, and nothing to revive. */
const RESULTS: Readonly<Record<string, Entrance>> = {
  'an external result': (values) => here('till_fetch', {}, (value) => decision.result(value as never), values),
  'an external result, in another process': (values) =>
    elsewhere('till_fetch', {}, (value) => decision.result(value as never), values),
  'an external result by an inline handler': (values) =>
    inline('till_fetch', {}, (value) => decision.result(value as never), values),
};

const places = (issues: readonly Issue[]): readonly string[] => issues.map(({ path }) => path.join('.')).sort();

describe.each([...Object.entries(ENTRANCES), ...Object.entries(RESULTS)])(
  '%s [NEW-23, HITL-4, HITL-7]',
  (name, enter) => {
    const isResult = name in RESULTS;

    it.each(isResult ? WRONG : [...WRONG, ...BROKEN_RULES])(
      'refuses %s, and names its places',
      async (_case, values, wrong) => {
        const { isAccepted, issues } = await enter(values);
        expect({ isAccepted, places: places(issues), done: Till.done }).toEqual({
          isAccepted: false,
          places: [...wrong].sort(),
          done: [],
        });
      },
    );

    it('rejects values that are too deep', async () => {
      expect([(await enter(TOO_DEEP)).isAccepted, Till.done]).toEqual([false, []]);
    });

    it('records its changes', async () => {
      expect(await enter({ ...RIGHT, count: '3' })).toMatchObject({
        isAccepted: true,
        issues: [],
        repaired: [['count']],
      });
      if (!isResult) expect(Till.done[0]?.[1]).toBe(3);
    });

    if (isResult) return;
    it('revives, and leaves absent values to their defaults', async () => {
      const { isAccepted } = await enter(RIGHT);
      expect(isAccepted).toBe(true);
      const [pin, count, on, contact, note] = Till.done[0] ?? [];
      expect([pin, count, on, note]).toEqual(['1234', 2, new Date('2026-01-31T09:00:00Z'), 'none']);
      expect(contact).toBeInstanceOf(Contact);
    });

    it.each([
      ['that fits', RIGHT],
      ['beside a value that is converted', { ...RIGHT, count: '3' }],
    ])('answers, if code of the application throws while it reads a value %s [ERR-8]', async (_case, values) => {
      const { outcome } = await enter({ ...values, contact: { ...RIGHT.contact, nick: 'boom' } });
      expect([outcome, Till.done]).toMatchObject([
        { status: 'failed', reason: 'exception', text: expect.not.stringContaining('transform') as unknown },
        [],
      ]);
    });

    it("passes on control errors of the application's code while it reads a value [ERR-2]", async () => {
      const { outcome, problem } = await enter({ ...RIGHT, contact: { ...RIGHT.contact, nick: 'again' } });
      expect([outcome?.text ?? problem, Till.done]).toEqual([expect.stringContaining('Choose another nick.'), []]);
    });

    it('names the problems of other values, if code of the application throws for an invented value [ERR-1]', async () => {
      const { issues } = await enter({ ...RIGHT, contact: { mail: 'ada@host.org', nick: 'boom' } });
      expect(places(issues)).toEqual(['contact.name']);
    });
  },
);

describe('a question about a call', () => {
  it.each(['boom', 'again'])('is answered, if code of the application throws: %s [HITL-9]', async (nick) => {
    const run = open().startRun({ userId: 'ada' });
    const call = { id: 'c1', name: 'till_spend', arguments: { ...asked, contact: { ...RIGHT.contact, nick } } };
    expect(await run.waitsFor(call)).toBeUndefined();
    await run.recordRequest(call);
    expect(await run.claimAnswer(call, { answerId: 'a1' })).toBe(false);
    const outcome = { status: 'success', callId: 'c1', tool: 'till_spend', text: '', repairs: [], value: '' } as const;
    expect(await run.supersededCalls([{ call: { ...call, name: 'till_put' }, outcome }])).toEqual([]);
  });
});

describe('input that was supplied before the pause [HITL-9]', () => {
  it.each([...WRONG, ...BROKEN_RULES])(
    'is not used with %s, which was added to the pending run',
    async (_case, values) => {
      const run = open().startRun();
      await run.call({ name: 'till_seal', arguments: {} });
      const [input] = run.pending().requests;
      await run.resume({ [input?.id ?? '']: supply(RIGHT) });
      const pending = JSON.parse(JSON.stringify(run.pending())) as PendingRun;
      Object.assign(pending.calls[0]?.open ?? {}, { input: values });
      const { outcomes } = await open().resumeRun(pending, { [pending.requests[0]?.id ?? '']: true });
      expect([outcomes, Till.done]).toMatchObject([[{ status: 'deferred', request: { kind: 'input' } }], []]);
    },
  );
});

describe('fields of a request for input [HITL-7]', () => {
  it('are a complete JSON Schema', async () => {
    const outcome = await open().startRun().call({ name: 'till_sign', arguments: title });
    expect(outcome).toMatchObject({ status: 'deferred' });
    const { fields } = (outcome as Extract<ToolOutcome, { readonly status: 'deferred' }>).request;
    expect(fields).toEqual({
      type: 'object',
      properties: {
        pin: { type: 'string', pattern: '^\\d{4}$', description: 'Four digits.' },
        count: { type: 'integer', minimum: 1, maximum: 9, description: 'How many.' },
        on: { type: 'string', format: 'date-time', description: 'When.' },
        contact: {
          type: 'object',
          properties: {
            name: { type: 'string', minLength: 2, maxLength: 20 },
            mail: expect.objectContaining({ type: 'string' }) as unknown,
            nick: { type: 'string' },
          },
          required: ['name', 'mail'],
          additionalProperties: false,
          description: 'Who.',
        },
        note: { type: 'string', default: 'none', description: 'What else.' },
      },
      required: ['pin', 'count', 'on', 'contact'],
      additionalProperties: false,
    });
  });
});

describe('an MCP client whose user fills in the form [HITL-7]', () => {
  interface Form {
    readonly message: string;
    readonly requestedSchema: { readonly properties: object; readonly required?: readonly string[] };
  }

  async function fill(
    ...answers: readonly Values[]
  ): Promise<{ readonly text: string; readonly forms: readonly Form[] }> {
    const mcp = serveMcp(open(), {});
    const { url, close } = await mcp.listen({ port: 0 });
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
    const forms: Form[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      forms.push(params as unknown as Form);
      const content = answers[forms.length - 1];
      return content === undefined ? { action: 'cancel' } : { action: 'accept', content: content as never };
    });
    await client.connect(new StreamableHTTPClientTransport(url));
    const { content } = await client.callTool({ name: 'till_sign', arguments: title });
    await client.close();
    await mcp.close();
    await close();
    return { text: (content as readonly { readonly text: string }[])[0]?.text ?? '', forms };
  }
  const entered = (values: Values): Values => ({ ...values, contact: JSON.stringify(values['contact']) });

  it('sees required fields, defaults and limits', async () => {
    const { forms } = await fill(entered(RIGHT));
    expect(forms[0]?.requestedSchema).toMatchObject({
      properties: {
        pin: { type: 'string', description: 'Four digits.\nMust be a string that matches ^\\d{4}$.' },
        count: { type: 'integer', minimum: 1, maximum: 9 },
        on: { type: 'string', format: 'date-time' },
        note: { type: 'string', default: 'none' },
      },
      required: ['pin', 'count', 'on', 'contact'],
    });
    expect(Till.done).toMatchObject([['1234', 2, new Date('2026-01-31T09:00:00Z'), { mail: 'ada@host.org' }, 'none']]);
  });

  it.each(
    [...WRONG, ...BROKEN_RULES].filter(([, values]) => !('extra' in values) && !Object.hasOwn(values, '__proto__')),
  )('is asked again, with the places, after %s', async (_case, values, wrong) => {
    const { text, forms } = await fill(entered(values));
    expect([text, forms.length]).toEqual(['The user did not answer. There is no result.', 2]);
    for (const place of wrong) expect(forms[1]?.message).toContain(`- ${place}: `);
    expect(Till.done).toEqual([]);
  });
});
