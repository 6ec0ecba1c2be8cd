import { refuseUnknownOptions, requireKinds, requireOneOf, type OptionNames } from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { DeferredHandler } from '../call/deferral/deferred-handler.js';
import type { RunEventListener } from '../events/run-event.js';

/**
 * Options of `runtime.startRun`.
 *
 * @typeParam Deps - type of `run.deps` in tools
 */
export interface RunOptions<Deps = unknown> {
  /**
   * Id of the run. The same id of the same user and tenant is the same run. Runs of two users never
   * share anything. Default: random.
   */
  readonly id?: string;
  /**
   * The answer of the model that the calls belong to, such as the id of the response. With it, a
   * replay of the answer makes no call twice, and a call of another answer is another call, even
   * with the same id. A call may name its own `turn`. Default: not known.
   */
  readonly turn?: string;
  /** Your dependencies for this run. Tools read them as `run.deps`. */
  readonly deps?: Deps;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Id of the user. Tools read `run.userId`. Caches of scope `user` keep users apart by it. */
  readonly userId?: string;
  /**
   * Id of the tenant. Tools read `run.tenantId`. Caches keep tenants apart by it, unless their
   * scope is `global`. The ledger lists calls by tenant and user.
   */
  readonly tenantId?: string;
  /** Your data about the run. Tools read it as `run.metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * The permissions of the user in this run, for tools with `@Requires`. They are never stored: who
   * continues the run gives them again. Default: `can` of the runtime says who has which. With
   * both, both must say yes.
   */
  readonly permissions?: readonly string[];
  /**
   * Corrections that the model may try for each tool. `@Retries` of a tool or toolset takes
   * precedence. Default: the runtime's value, then 2.
   */
  readonly retries?: number;
  /** Most calls in this run, without rejected ones. Default: the runtime's value, then no limit. */
  readonly maxCalls?: number;
  /**
   * Most calls at the same time in this run. With 1 the run is sequential. Further calls wait until
   * their deadline. Default: only the limit of the runtime.
   */
  readonly concurrency?: number;
  /** Groups of class-validator rules that apply in this run. */
  readonly validationGroups?: readonly string[];
  /**
   * Search for the tools that `deferLoading` hides. `'run'`: the tool `search_tools`, which works
   * with every model. `'provider'`: the search of the provider. `run.definitions()` then contains
   * the hidden tools too, marked `deferred`, and neither `search_tools` nor `call_tool`. Default:
   * `'run'`.
   */
  readonly toolSearch?: 'run' | 'provider';
  /**
   * Programs of the model that call tools. `'provider'`: `run.definitions()` marks the tools that
   * programs of OpenAI (Responses) or Anthropic may call. The other providers ignore the mark.
   * Default: only your own tools run programs.
   */
  readonly programs?: 'provider';
  /**
   * Dialect of the definitions that the model sees. Haft reads arguments in that dialect (`null`
   * for absent, lists of keys and values for maps) and reports problems in it. Send the definitions
   * in the same dialect. Default: definitions without changes.
   */
  readonly target?: Target;
  /** Decides about deferred calls immediately. Default: the handler of the runtime. */
  readonly onDeferred?: DeferredHandler;
  /** Receives the events of this run, after the listener of the runtime. */
  readonly onEvent?: RunEventListener;
}

/**
 * Validates the names of options, and the values that name something.
 *
 * @param owner - the function that got them, for the message
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function refuseOtherRunOptions(owner: string, options: RunOptions): void {
  refuseUnknownOptions(owner, options, RUN_OPTIONS);
  requireKinds(owner, options, RUN_OPTIONS);
  const { target, toolSearch, programs } = options;
  if (target !== undefined) requireOneOf(`${owner} target`, target, Object.keys(TARGETS) as Target[]);
  if (toolSearch !== undefined) requireOneOf(`${owner} toolSearch`, toolSearch, ['run', 'provider']);
  if (programs !== undefined) requireOneOf(`${owner} programs`, programs, ['provider']);
}

/** A list of its own: the dialects are loaded on demand. */
const TARGETS: Readonly<Record<Target, true>> = {
  openai: true,
  anthropic: true,
  gemini: true,
  'gemini-json-schema': true,
  bedrock: true,
  mcp: true,
};

const RUN_OPTIONS: OptionNames<RunOptions> = {
  id: 'a string',
  turn: 'a string',
  deps: true,
  signal: { methods: ['addEventListener'], name: 'an AbortSignal: controller.signal' },
  userId: 'a string',
  tenantId: 'a string',
  metadata: 'an object',
  permissions: 'a list',
  retries: true,
  maxCalls: true,
  concurrency: true,
  validationGroups: 'a list',
  toolSearch: true,
  programs: true,
  target: true,
  onDeferred: 'a function',
  onEvent: 'a function',
};
