import { describe, expect, it } from '@jest/globals';
import { callChannel, createRuntime, defineTool, toolset, type RuntimeOptions } from '../../src/index.js';
import { formatAnnotated } from '@haft/arguments';
import { quietLogger } from '../support/quiet-logger.js';

/* Values under the names of `redact` stay hidden from every reader, if a tool declares them. */

const SECRET = 'hunter2';
const login = defineTool({
  name: 'login',
  description: 'Logs in.',
  parameters: {
    type: 'object',
    properties: {
      user: { type: 'string', minLength: 2 },
      Password: { type: 'string', minLength: 12 },
      pin: { type: 'integer' },
      secret: { type: 'object', additionalProperties: { type: 'string', minLength: 3 } },
      Authorization: {
        type: 'object',
        properties: { scheme: { enum: ['Basic', 'Bearer'] }, more: { type: 'array', items: { type: 'object' } } },
        additionalProperties: false,
      },
      token: { type: 'object', propertyNames: { maxLength: 3 }, additionalProperties: { type: 'boolean' } },
      servers: { type: 'array', items: { $ref: '#/$defs/server' } },
    },
    additionalProperties: false,
    $defs: {
      server: {
        type: 'object',
        properties: { apiKey: { enum: ['a', 'b'] }, next: { $ref: '#/$defs/server' } },
        additionalProperties: false,
      },
    },
  },
  execute: () => 'in',
});

async function readersOf(args: string, options: RuntimeOptions = {}): Promise<string> {
  const read: unknown[] = [];
  const listen = (trace: unknown): void => {
    const { arguments: sent, outcome } = trace as { readonly arguments?: unknown; readonly outcome?: unknown };
    read.push(sent, outcome);
  };
  callChannel.asyncEnd.subscribe(listen);
  const logger = quietLogger();
  const runtime = createRuntime({
    toolsets: toolset('desk', [login]),
    ...options,
    observe: { logger, onEvent: (event) => read.push(event), ...options.observe },
  });
  const run = runtime.startRun({ retries: 1 });
  for (let time = 0; time < 3; time++) read.push(await run.call({ name: 'login', arguments: args }));
  callChannel.asyncEnd.unsubscribe(listen);
  return JSON.stringify([read, logger.lines]);
}

describe.each([
  ['list', {}],
  ['annotated', { errors: { formatter: formatAnnotated } }],
])('the usual names (%s)', (_name, options) => {
  it.each([
    ['a value that breaks its rule', `{"Password":"${SECRET}"}`],
    ['a value beside one that breaks its rule', `{"Password":"${SECRET}${SECRET}","user":""}`],
    ['a value inside of another that contains itself', `{"servers":[{"next":{"apiKey":"${SECRET}"}}]}`],
    ['a value under a name that was probably meant', `{"pasword":"${SECRET}"}`],
    ['a value in broken JSON', `{Password: ${SECRET}}`],
    ['a value in mended JSON', `{'Password': '${SECRET}${SECRET}'}`],
    ['a text in place of all', `"${SECRET}"`],
    ['a name inside of a value', `{"secret":{"${SECRET}":"a","b":7}}`],
    ['a name that nobody declared, inside of a value', `{"Authorization":{"${SECRET}":1}}`],
    ['a name inside of a list in a value', `{"Authorization":{"more":[{},{"${SECRET}":1},"x"]}}`],
    ['a name that breaks a rule for names', `{"token":{"${SECRET}":true}}`],
    ['a name whose value was mended', `{"token":{"${SECRET}":"true"}}`],
    ['a name that was mended with its value', `{"token":{"h7":true},"secret":{"${SECRET}":"a"},}`],
    ['a name that stands twice', `{"secret":{"${SECRET}":"abcd","${SECRET}":"abcd"}}`],
    ['a value under a name that reaches a prototype', `{"secret":{"constructor":"${SECRET}"}}`],
    ['a name above one that reaches a prototype', `{"secret":{"${SECRET}":{"__proto__":1}}}`],
    ['a name at the top that reaches a prototype', `{"constructor":"${SECRET}"}`],
  ])('%s is hidden from every reader', async (_case, args) => {
    expect(await readersOf(args, options)).not.toContain(SECRET);
  });
});

it('other names can be given, and then the usual ones are shown', async () => {
  const redact = ['PIN'];
  expect(await readersOf(`{"pin":"${SECRET}"}`, { observe: { redact } })).not.toContain(SECRET);
  expect(await readersOf(`{"Password":"${SECRET}"}`, { observe: { redact: [] } })).toContain(SECRET);
});

it('the model still reads the problem', async () => {
  const run = createRuntime({ toolsets: toolset('desk', [login]) }).startRun();
  const { text } = await run.call({ name: 'login', arguments: { Password: SECRET } });
  expect(text).toContain('- Password: expected a string of at least 12 characters, received (hidden)');
});

it('names that the schema declares are told, those inside of a value that it does not declare are not', async () => {
  const run = createRuntime({ toolsets: toolset('desk', [login]) }).startRun();
  const args = { Authorization: { scheme: 'Digest', owner: 'ada' }, secret: { ada: '', eve: '' } };
  const { text } = await run.call({ name: 'login', arguments: args });
  expect(text.split('\n').slice(1, -2)).toEqual([
    '- secret["(hidden)"]: expected a string of at least 3 characters, received (hidden)',
    '- Authorization.scheme: expected one of "Basic", "Bearer", received (hidden)',
    expect.stringMatching(/^- Authorization\["\(hidden\)"\]: expected .*, received \(hidden\)/),
  ]);
});

it('a schema that references make endless is not searched for ever: then nothing is shown', async () => {
  const twice = (name: string) => ({ type: 'object', properties: { a: { $ref: name }, b: { $ref: name } } }) as const;
  const levels = Array.from({ length: 40 }, (_, level) => [`l${level}`, twice(`#/$defs/l${level + 1}`)] as const);
  const wide = defineTool({
    name: 'wide',
    description: 'Takes nearly anything.',
    parameters: {
      type: 'object',
      properties: { n: { type: 'integer' }, one: { $ref: '#/$defs/l0' } },
      $defs: { ...Object.fromEntries(levels), l40: { type: 'object', properties: { password: { type: 'string' } } } },
    },
    execute: () => 'done',
  });
  const run = createRuntime({ toolsets: toolset('desk', [wide]) }).startRun();
  const { text } = await run.call({ name: 'wide', arguments: { n: 'x' } });
  expect(text).toContain('- n: expected an integer, received (hidden)');
});
