import { ModelRetry, ToolFailed, ToolResult, type RunContext } from '@haft/core';
import { createRuntime, defineTool, toolset, type RuntimeOptions } from '@haft/runtime';
import { errands } from './errands.js';

/** The `run.deps` for tools of the desk. */
export interface DeskDeps {
  readonly user: string;
  /** The log of the tools, for tests. */
  readonly log: string[];
}

/** One black point. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** Tools that are made at run time are not told the type of `deps`. */
const depsOf = (run: RunContext): DeskDeps => run.deps as DeskDeps;

const nothing = { type: 'object', properties: {}, additionalProperties: false } as const;

const search = defineTool({
  name: 'desk_search',
  description: 'Searches the desk.',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      lang: { type: 'string', enum: ['en', 'de'] },
    },
    required: ['query'],
    additionalProperties: false,
  },
  examples: [{ query: 'letters', limit: 5 }],
  execute: (args: { readonly query: string; readonly limit?: number }, run: RunContext) => {
    depsOf(run).log.push(`search ${JSON.stringify(args)} ${run.callId}`);
    return { found: `${args.query} x${args.limit ?? 10}`, for: depsOf(run).user };
  },
});

const pay = defineTool({
  name: 'desk_pay',
  description: 'Pays a bill.',
  parameters: {
    type: 'object',
    properties: { amount: { type: 'number', minimum: 1 } },
    required: ['amount'],
    additionalProperties: false,
  },
  settings: { approvals: [(args: { readonly amount: number }) => args.amount > 100] },
  execute: ({ amount }: { readonly amount: number }, run: RunContext) => {
    depsOf(run).log.push(`paid ${amount}${run.approval === undefined ? '' : ' approved'}`);
    return `paid ${amount}`;
  },
});

const photo = defineTool({
  name: 'desk_photo',
  description: 'Takes a photo of the desk.',
  parameters: nothing,
  execute: () =>
    new ToolResult({
      value: { width: 1 },
      content: [
        { type: 'text', text: 'The desk:' },
        { type: 'image', data: PNG, mediaType: 'image/png' },
      ],
      metadata: { camera: 'for the host only' },
    }),
});

const pages = defineTool({
  name: 'desk_pages',
  description: 'Reads page by page.',
  parameters: nothing,
  execute: async function* () {
    yield { page: 1 };
    yield { page: 2 };
    return 'read 2 pages';
  },
});

const slow = defineTool({
  name: 'desk_slow',
  description: 'Takes as long as it may.',
  parameters: nothing,
  execute: async (_args: object, run: RunContext) => {
    depsOf(run).log.push('slow begins');
    await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    depsOf(run).log.push('slow was told to stop');
    return 'late';
  },
});

const broken = defineTool({
  name: 'desk_break',
  description: 'Breaks.',
  parameters: {
    type: 'object',
    properties: { how: { enum: ['exception', 'failed', 'retry'] } },
    required: ['how'],
    additionalProperties: false,
  },
  execute: ({ how }: { readonly how: string }) => {
    if (how === 'failed') throw new ToolFailed('The drawer is stuck.');
    if (how === 'retry') throw new ModelRetry('Try the other drawer.');
    throw new Error('postgres://root:hunter2@db');
  },
});

const ship = defineTool({
  name: 'desk_ship',
  description: 'Ships a parcel; the warehouse does it.',
  parameters: nothing,
  settings: { external: true },
  execute: () => 'never',
});

export const desk = toolset('desk', [search, pay, photo, pages, slow, broken, ship, errands]);

/** A runtime with the tools of the desk. */
export function deskRuntime(options: RuntimeOptions = {}, toolsets = desk) {
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  return createRuntime({ toolsets, ...options, observe: { logger, ...options.observe } }).withDeps<DeskDeps>();
}

/** Returns a run of the desk, and the log of its tools. */
export function deskRun(user = 'ada', options: RuntimeOptions = {}, toolsets = desk) {
  const log: string[] = [];
  return { run: deskRuntime(options, toolsets).startRun({ deps: { user, log } }), log };
}

/** The text for the model about `{"query":"","lang":"english"}`. */
export const SEARCH_PROMPT = `Tool call validation failed for tool 'desk_search':
- query: expected a string of at least 1 character, received ""
- lang: expected one of "en", "de", received "english"; did you mean "en"?

Fix the errors and try again.`;

function quiet(): void {
  // These tests do not check events and logs.
}
