import { setImmediate, setTimeout } from 'node:timers/promises';
import type { DefinitionKind, ToolDefinition } from '@haft/core';
import type { Run, RunOptions, Runtime } from '@haft/runtime';
import { definitionOfOffer, type OfferName } from '@haft/runtime/internal';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { StateSeal, type WaitingCall } from '../elicitation/state-seal.js';
import type { McpOptions } from '../mcp-options.js';
import type { McpRequest } from '../mcp-request.js';
import { pageSizeOf } from './page.js';
import { Subscriptions } from './subscriptions.js';
import { TaskRequests } from './tasks/task-requests.js';
import { taskSettings, type TaskSettings } from './tasks/task-settings.js';
import { nameOfWire } from './wire-name.js';

/** The run of a request: one that the host keeps, or a new one with these options. */
export interface RunHost {
  readonly kept: Run | undefined;
  readonly options: RunOptions;
  /** Whether the permissions are scopes of the token. */
  readonly hasScopes?: true;
}

/** The state that all connections of one endpoint share. */
export class McpService {
  readonly pageSize: number;
  readonly kinds: ReadonlySet<DefinitionKind>;
  readonly subscriptions = new Subscriptions();
  readonly seal: StateSeal<WaitingCall>;
  /** Undefined without tasks. */
  readonly tasks: TaskSettings | undefined;
  /** Answers the requests about tasks. */
  readonly taskRequests: TaskRequests | undefined;
  /** Tells all clients that tools changed. */
  toolsChanged: () => void = () => undefined;
  /** The work in progress. */
  private readonly working = new Set<Promise<unknown>>();

  /** @throws HaftError `HAFT_INVALID_OPTION` */
  constructor(
    readonly runtime: Runtime,
    readonly options: McpOptions,
  ) {
    this.pageSize = pageSizeOf(options);
    this.kinds = runtime.kinds();
    this.seal = new StateSeal(options.stateSecret, 'haft mcp requestState');
    this.tasks = taskSettings(runtime, options);
    this.taskRequests = this.tasks && new TaskRequests(this, this.tasks);
  }

  async hostOf(request: McpRequest): Promise<RunHost> {
    const kept = await this.options.run?.(request);
    if (kept !== undefined) return { kept, options: {} };
    const options = (await this.options.context?.(request)) ?? {};
    // The scopes of a token are the permissions of its run, unless the host gives some.
    if (options.permissions !== undefined || request.auth === undefined) return { kept, options };
    const { scopes } = request.auth;
    const more = LISTS.has(request.method) ? await this.stepUpScopes(request) : [];
    return { kept, options: { ...options, permissions: [...scopes, ...more] }, hasScopes: true };
  }

  /**
   * Returns the tool, resource or prompt of a request as the list shows it, so also if the token
   * lacks some of its scopes. Undefined if there is none, or if no client can get more scopes.
   */
  async listed(
    request: McpRequest,
    target: { readonly tool: string } | OfferName,
  ): Promise<ToolDefinition | undefined> {
    if (this.options.stepUp === undefined || this.options.stepUp === false) return undefined;
    const host = await this.hostOf({ ...request, method: 'tools/list' });
    if (host.hasScopes !== true) return undefined;
    return this.inRun(host, async (run) => {
      if (!('tool' in target)) return definitionOfOffer(run, target);
      const definitions = await run.definitions();
      const own = nameOfWire(target.tool, definitions);
      return definitions.find((one) => one.name === own);
    });
  }

  /** Returns the permissions that a client may ask its user for. */
  private async stepUpScopes(request: McpRequest): Promise<readonly string[]> {
    const { stepUp = false } = this.options;
    if (stepUp === false) return [];
    const all = this.runtime.permissions();
    if (stepUp === true) return all;
    const answers = await Promise.all(all.map(async (one) => stepUp(one, request)));
    return all.filter((_one, index) => answers[index] === true);
  }

  /** Runs `work` in the run of a request. A new run ends after it. */
  async inRun<T>({ kept, options }: RunHost, work: (run: Run) => Promise<T>): Promise<T> {
    if (kept !== undefined) return work(kept);
    const run = this.runtime.startRun(options);
    try {
      return await work(run);
    } finally {
      await run.end();
    }
  }

  /** Does the work of a request in its run. */
  inRunOf<T>(request: McpRequest, work: (run: Run) => Promise<T>): Promise<T> {
    return this.guarded(async () => this.inRun(await this.hostOf(request), work));
  }

  /** Returns the place of a page in a list. */
  page(cursor: string | undefined): { readonly cursor: string | undefined; readonly pageSize: number } {
    return { cursor, pageSize: this.pageSize };
  }

  /**
   * Returns the instructions of the toolsets for the model. If the host rejects a client, its first
   * call reports that.
   */
  async instructions(request: McpRequest): Promise<string> {
    try {
      return await this.inRun(await this.hostOf(request), (run) => run.instructions());
    } catch (error) {
      this.report(error);
      return '';
    }
  }

  /** Reports a mistake to the developer. Never throws. */
  report(error: unknown): void {
    this.tell(error, this.options.onError ?? toConsole);
  }

  /** Reports trouble with clients and connections to `onError`, if it is set. Never throws. */
  mention(error: unknown): void {
    this.tell(error, this.options.onError);
  }

  /**
   * Does the work of a request. Reports its error to the developer. The client only learns that
   * there was one.
   */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    const done = work();
    this.working.add(done);
    try {
      return await done;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      this.report(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    } finally {
      this.working.delete(done);
    }
  }

  /** Waits at most `ms` until no work is in progress and its results are on the way. */
  async drained(ms: number): Promise<void> {
    if (ms <= 0 || this.working.size === 0) return;
    const stop = new AbortController();
    const late = setTimeout(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.working), late]);
    stop.abort();
    await setImmediate();
  }

  private tell(error: unknown, listener: McpOptions['onError']): void {
    try {
      listener?.(error);
    } catch {
      // A failing listener must not break a connection.
    }
  }
}

/** The methods that show more than the token allows, if its client can get more scopes. */
const LISTS: ReadonlySet<string> = new Set([
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
]);

/** Not the standard output, which may be the connection. */
function toConsole(error: unknown): void {
  console.error('A request over MCP could not be answered.', error);
}
