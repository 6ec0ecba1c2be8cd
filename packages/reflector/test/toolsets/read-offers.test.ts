import { describe, expect, it } from '@jest/globals';
import { EFFECTS_FORMAT } from '@haft/core/reflected';
import { writeChecks, writeModule } from '../../src/emit/write-module.js';
import { readFiles } from '../support/read-fixture.js';

const NAMES = `Background, Complete, External, Final, Hints, Inject, Isolated, Prompt, Ref, Requires, Resource, Sensitive, Timeout, Tool, Toolset, UserInput, type PromptMessage, type RunContext`;

/** A class in line 3, its members from line 4. */
const read = (members: string, declarations = '') =>
  readFiles({
    'src/main.ts': `import { ${NAMES} } from '@haft/core'; ${declarations}
/** Orders. */ @Toolset({ prefix: 'shop' })
export class Orders {
${members}
}`,
  });

const found = (members: string, declarations = ''): readonly string[] =>
  read(members, declarations).diagnostics.map(
    ({ code, severity, line, message }) => `${severity} ${code} ${line} ${message}`,
  );

const MODULE = { out: '/project/src/toolsets.gen.ts' };

const LIBRARY = `
  /** An order. @param id - Its number. @param part - The part. */
  @Requires('orders:read') @Timeout(50)
  @Resource('orders://{id}{?part}', { title: 'Order', mimeType: 'text/x', icons: [{ src: 'data:,' }], annotations: { priority: 1 }, list: 'all' })
  order(id: number, run: RunContext, part: 'head' | 'lines' = 'head'): Promise<{ id: number }> { return Promise.resolve({ id: id + part.length + run.runId.length }); }
  all(run: RunContext): (string | { uri: string; name: string })[] { return [run.runId]; }
  /** The open orders. */
  @Resource('orders://open') open(@Inject('db') db: string): string { return db; }
  /** Asks. @param id - The order. */
  @Prompt({ name: 'sum' }) summarise(id: string): PromptMessage[] { return [{ role: 'user', text: id }]; }
  @Complete('order', 'id') @Complete('summarise', 'id') ids(text: string, given: { part?: string }, run: RunContext): Promise<string[]> { return Promise.resolve([text + given.part + run.runId]); }`;

describe('the model of resources and prompts', () => {
  const { model, diagnostics } = read(LIBRARY);
  const offers = model.toolsets[0]?.offers ?? [];

  it('has the parameters, the permissions and the settings as a tool has [NEW-38]', () => {
    expect(diagnostics).toEqual([]);
    expect(model.toolsets[0]?.tools).toEqual([]);
    const [order, open, sum] = offers;
    expect(offers.map(({ kind, name, method }) => [kind, name, method])).toEqual([
      ['resource', 'shop_order', 'order'],
      ['resource', 'shop_open', 'open'],
      ['prompt', 'shop_sum', 'summarise'],
    ]);
    expect(order?.settings).toEqual({ timeoutMs: 50, requires: ['orders:read'] });
    expect(order?.arguments.schema).toMatchObject({
      properties: { id: { type: 'number', description: 'Its number.' }, part: { enum: ['head', 'lines'] } },
      required: ['id'],
    });
    expect(order?.result?.schema).toMatchObject({ type: 'object', required: ['id'] });
    expect(open?.parameters).toEqual([{ kind: 'host', name: 'db' }]);
    expect(sum?.result).toBeUndefined();
  });

  it('has the completions of each of them', () => {
    const ids = { id: { method: 'ids', parameters: ['text', 'given', 'run'] } };
    expect(offers.map(({ completions }) => completions)).toEqual([ids, undefined, ids]);
  });

  it('becomes descriptors of a module whose format older runtimes refuse', () => {
    const text = writeModule(model, MODULE);
    expect(text).toContain(`reflected(${EFFECTS_FORMAT}, () => ({`);
    expect(text).toContain('export interface Tools {\n}');
    expect(text).toContain("export type Permission = 'orders:read';");
    for (const line of [
      'tools: tools_Orders,',
      'resources: resources_Orders,',
      'prompts: prompts_Orders,',
      "title: 'Order',",
      "uri: 'orders://{id}{?part}',",
      "mimeType: 'text/x',",
      `icons: '[{"src":"data:,"}]',`,
      `annotations: '{"priority":1}',`,
      'list: (t, run) => t.all(run),',
      "id: { method: 'ids', usesRun: true, invoke: (t, text, given, run) => t.ids(text, given, run) },",
      'invoke: (t, a, run) => t.order(a.id, run, a.part),',
      'invoke: (t, a, run, host) => t.open(host[0]),',
      'invoke: (t, a) => t.summarise(a.id),',
    ])
      expect(text).toContain(line);
  });
});

it('a method that is a tool and a resource has one check, under two fingerprints', () => {
  const { model, diagnostics } = read(
    `  /** A. @param id - Id. */ @Tool() @Resource('a://{id}') a(id: number): string { return String(id); }`,
  );
  expect(diagnostics).toEqual([]);
  const checks = writeChecks(model, MODULE);
  expect(checks.match(/^function read_\w+/gm)).toEqual(['function read_shop_a']);
  expect(checks.match(/read: read_shop_a/g)).toHaveLength(2);
  const keys = [...checks.matchAll(/^ {2}'([0-9a-f]{16})': /gm)].map(([, key]) => key);
  expect(new Set(keys).size).toBe(2);
});

it('one object with the variables as properties may be the only parameter', () => {
  const { model, diagnostics } = read(
    `  /** A. */ @Resource('a://{id}{?part}') a(query: Query): string { return query.part ?? query.id; }`,
    '/** Q. */ export class Query { /** I. */ id!: string; /** P. */ part?: string }',
  );
  expect(diagnostics).toEqual([]);
  expect(model.toolsets[0]?.offers?.[0]).toMatchObject({ single: true });
});

describe('HAFT1120: a variable and a parameter', () => {
  it.each([
    ["'a://{idd}'", 'id: string', ["The variable 'idd' of the URI is not a parameter of 'shop_a'.", REQUIRED('id')]],
    ["'a://b'", 'id: string', [REQUIRED('id')]],
    ["'a://{run}'", 'run: RunContext', ["The variable 'run' of the URI is not a parameter of 'shop_a'."]],
    ["'a://{id}'", "id: string, other = 'x'", []],
    ["'a://{id}'", 'id: string, @UserInput() pin: string', []],
    ["'a://b{?q}'", 'q?: string', []],
  ])('%s of (%s)', (uri, parameters, messages) => {
    const members = `  /** A. @param id @param other @param q @param pin */
  @Resource(${uri})
  a(${parameters}): string { return ''; }`;
    const ofVariables = found(members).filter((one) => one.includes('HAFT1120'));
    expect(ofVariables).toEqual(
      messages.map((one) => `error HAFT1120 ${one.startsWith('The variable') ? 5 : 6} ${one}`),
    );
  });
});

function REQUIRED(name: string): string {
  return `The parameter '${name}' of 'shop_a' is required, but it is not a variable of the URI.`;
}

it.each([
  ['{ x: number; y: string } | string', 'an object'],
  ['string[]', 'a list'],
  ['Map<string, number>', 'an object'],
  ['Tree', 'an object'],
  ['Ref<string>', 'a Ref'],
])('HAFT1121: refuses a parameter of type %s', (type, what) => {
  const declarations = 'interface Tree { of?: Tree }';
  const message = (carrier: string): string =>
    `error HAFT1121 5 The parameter 'v' of 'shop_a' is ${what}, which ${carrier} cannot carry.`;
  const parameters = `id: string, v: ${type}`;
  const only = (members: string): readonly string[] =>
    found(members, declarations).filter((one) => one.includes('HAFT112'));
  expect(
    only(`  /** A. @param id @param v */ @Resource('a://{id}/{v}')\n  a(${parameters}): string { return ''; }`),
  ).toEqual([message('a URI')]);
  expect(only(`  /** A. @param id @param v */ @Prompt()\n  a(${parameters}): string { return ''; }`)).toEqual([
    message('the text of an argument'),
  ]);
});

it.each(['string', 'number', 'bigint', 'boolean', 'Date', "'a' | 2", 'string | null', 'unknown'])(
  'a text can carry a parameter of type %s',
  (type) => {
    expect(found(`  /** A. @param v */ @Resource('a://{v}') a(v: ${type}): string { return String(v); }`)).toEqual([]);
  },
);

it('HAFT1122: refuses other templates, and a list of a URI without variables', () => {
  expect(found(`  /** A. */ @Resource(\n'a://{#b}') a(b: string): string { return b; }`)).toContain(
    "error HAFT1122 5 'a://{#b}' is not a URI template that Haft supports.",
  );
  expect(
    found(`  /** A. */ @Resource('a://b', { list: 'all' }) a(): string { return ''; } all(): string[] { return []; }`),
  ).toEqual(["error HAFT1122 4 'a://b' has no variables, so the option 'list' has no effect."]);
});

describe('HAFT1123: two resources', () => {
  it.each([
    ['a://{x}', 'a://{y}', true],
    ['a://b', 'a://b', true],
    ['a://{x}/lines', 'a://c/{y}', true],
    ['a://b', 'a://{y}', false],
    ['a://{x}', 'a://{x}/{y}', false],
  ])('%s and %s match one URI: %s', (one, other, isReported) => {
    const parametersOf = (uri: string): string =>
      [...uri.matchAll(/\{(\w)\}/g)].map(([, name]) => `${name}: string`).join();
    const members = `  /** A. @param x @param y */ @Resource('${one}') a(${parametersOf(one)}): string { return ''; }
  /** B. @param x @param y */ @Resource('${other}') b(${parametersOf(other)}): string { return ''; }`;
    const message = `error HAFT1123 5 '${other}' of Orders.b and '${one}' of Orders.a match one URI.`;
    expect(found(members).filter((text) => text.startsWith('error'))).toEqual(isReported ? [message] : []);
  });
});

it('HAFT1124: @Complete names a parameter, and its method suggests strings', () => {
  const target = `  /** A. @param id */ @Resource('a://{id}') a(id: string, other = ''): string { return id + other; }\n`;
  const complete = (args: string, method: string): readonly string[] =>
    found(`${target}  @Complete(${args}) ${method}`).filter((one) => one.includes('HAFT1124'));
  const why = (text: string): readonly string[] => [`error HAFT1124 5 @Complete has no effect: ${text}.`];
  const ids = 'ids(text: string): string[] { return [text]; }';
  expect(complete("'a', 'id'", ids)).toEqual([]);
  expect(complete("'b', 'id'", ids)).toEqual(why("'b' is not a resource or a prompt of the class"));
  expect(complete("'a', 'idd'", ids)).toEqual(why("'idd' is not a parameter of 'a' that clients set"));
  expect(complete("'a', 'other'", ids)).toEqual(why("'other' is not a parameter of 'a' that clients set"));
  expect(complete("'a', 'id'", `private ${ids}`)).toEqual(why("'ids' is not a public instance method"));
  expect(complete("'a', 'id'", 'ids(): number[] { return []; }')).toEqual(
    why("'ids' does not return a list of strings"),
  );
  expect(complete("'a', 'id'", 'ids(text: number): string[] { return [String(text)]; }')).toEqual(
    why("'ids' has other parameters"),
  );
  expect(complete("'a', 'id'", `${ids} @Complete('a', 'id') more(): string[] { return []; }`)).toEqual(
    why("'id' has another method that completes it"),
  );
});

it('HAFT1125: a prompt returns a text, messages or a ToolResult', () => {
  const returning = (types: readonly string[]): readonly string[] =>
    found(
      types.map((type, index) => `  /** A. */ @Prompt() p${index}(): ${type} { throw new Error(); }`).join('\n'),
      "import type { ToolResult } from '@haft/core';",
    );
  const messages = ['Prompt', 'PromptMessage[] | Promise<string>', '{ role: string; text: string }[]'];
  expect(returning(['string', 'Promise<"a" | "b">', ...messages])).toEqual([]);
  expect(returning(['ToolResult<undefined>', 'AsyncGenerator<number, string>', 'any', 'never'])).toEqual([]);
  const wrong = [
    'number',
    'void',
    'string[]',
    '{ role: "system"; text: string; }[]',
    '{ role: "user"; txt: string; }[]',
  ];
  expect(returning([...wrong, 'Promise<string | undefined>'])).toEqual(
    [...wrong, 'undefined'].map(
      (type, index) =>
        `error HAFT1125 ${4 + index} The prompt 'shop_p${index}' returns '${type}', which is not a text and not a list of messages.`,
    ),
  );
});

it('the method of the option list returns URIs', () => {
  const listing = (method: string): readonly string[] =>
    found(`  /** A. @param id */ @Resource('a://{id}', { list: 'all' }) a(id: string): string { return id; }
  ${method}`).filter((one) => one.startsWith('error'));
  expect(listing('all(): { uri: string; name?: string }[] { return []; }')).toEqual([]);
  expect(listing('all(): number[] { return []; }')).toEqual([
    "error HAFT1081 4 @Resource names 'all', which has other parameters or another result.",
  ]);
  expect(listing('private all(): string[] { return []; }')).toEqual([
    "error HAFT1080 4 @Resource names 'all', which is not a public instance method of Orders.",
  ]);
});

it('names of tools, resources and prompts are separate, and each is unique', () => {
  const a = `  /** A. */ @Tool() a(): string { return ''; }
  /** A. */ @Resource('a://b', { name: 'a' }) b(): string { return ''; }
  /** A. */ @Prompt({ name: 'a' }) c(): string { return ''; }`;
  expect(found(a)).toEqual([]);
  expect(found(`${a}\n  /** A. */ @Prompt({ name: 'a' }) d(): string { return ''; }`)).toEqual([
    "error HAFT1021 7 Two prompts have the name 'shop_a': Orders.c and Orders.d.",
  ]);
});

describe('a decorator that governs calls of models', () => {
  it('HAFT1083: is refused on a resource', () => {
    expect(found(`  /** A. */ @Final() @Resource('a://b') a(): string { return ''; }`)).toEqual([
      "error HAFT1083 4 @Final has no effect on 'a', which is a resource or a prompt.",
    ]);
  });

  it('HAFT1083: is refused on a toolset without tools', () => {
    const { diagnostics } = readFiles({
      'src/main.ts': `import { Isolated, Prompt, Timeout, Toolset } from '@haft/core';
/** T. */ @Isolated() @Timeout(1) @Toolset() export class T { /** A. */ @Prompt() a(): string { return ''; } }`,
    });
    expect(diagnostics.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 @Isolated has no effect on a toolset without tools.',
    ]);
  });

  it('HAFT1082: cannot be for a tool that is also a resource, if a read would act without it', () => {
    expect(found(`  /** A. */ @Background() @Tool() @Resource('a://b') a(): string { return ''; }`)).toEqual([
      'error HAFT1082 4 @Background does not fit the resource: it has an effect on calls of the tool only.',
    ]);
    expect(found(`  /** A. */ @Final() @Tool() @Resource('a://b') a(): string { return ''; }`)).toEqual([]);
  });
});

it('refuses options and tags that only tools have', () => {
  expect(found(`  /** A. @alias b */ @Prompt() a(): string { return ''; }`)).toEqual([
    "error HAFT1026 4 The prompt 'shop_a' has a tag @alias, but only tools have other names.",
  ]);
  expect(found(`  /** A. */ @Prompt({ aliases: ['b'] } as object) a(): string { return ''; }`)).toEqual([
    "error HAFT1085 4 @Prompt does not have the option 'aliases'.",
  ]);
});

it('says the kind in reports that tools have too', () => {
  expect(found(`  @Prompt() a(b: string): string { return b; }`)).toEqual([
    "warning HAFT1030 4 Missing description of prompt 'shop_a'.",
    "warning HAFT1030 4 Missing description of parameter 'b' of prompt 'shop_a'.",
  ]);
});

it('a resource of a base class is a resource of the toolset', () => {
  const { model, diagnostics } = read(`  own(): void {}`);
  expect(diagnostics.map(({ code }) => code)).toEqual(['HAFT1012']);
  expect(model.toolsets[0]?.offers).toBeUndefined();
  const inherited = readFiles({
    'src/main.ts': `import { Complete, Resource, Toolset } from '@haft/core';
abstract class Base<T> { /** A. @param id */ @Resource('a://{id}') a(id: string): T { throw new Error(id); }
  @Complete('a', 'id') ids(): string[] { return []; } }
/** T. */ @Toolset() export class T extends Base<string> {}`,
  });
  expect(inherited.diagnostics).toEqual([]);
  expect(inherited.model.toolsets[0]?.offers).toMatchObject([
    { name: 'a', result: { schema: { type: 'string' } }, completions: { id: { method: 'ids', parameters: [] } } },
  ]);
});
