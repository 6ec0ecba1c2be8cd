import {
  HaftError,
  ToolFailed,
  toolName,
  validToolNames,
  type Logger,
  refuseUnknownOptions,
  requireKind,
  type Kind,
  type OptionNames,
} from '@haft/core';
import type { AnyTool, AnyToolset } from '@haft/runtime';
import type { Tool } from '@modelcontextprotocol/client';
import { Connection } from './connection.js';
import { definitionHazard } from './definition-hazard.js';
import type { McpToolsetOptions } from './mcp-toolset-options.js';
import { definitionHash, PinnedDefinitions, type DefinitionChange, type Pins } from './pinned-definitions.js';
import { toolOfForeign, type ForeignSource } from './tool-of-foreign.js';

/** A rejected tool, with the reason as a clause. */
export interface RefusedTool {
  /** The name on the server. */
  readonly tool: string;
  /** The problem of its definition, for a developer. */
  readonly reason: string;
}

/**
 * Creates a toolset from the tools of an MCP server. It connects when a run first needs its tools.
 * The calls have all steps: validation, limits, approval and retry prompts. You can compose it like
 * every other toolset.
 *
 * @example
 * const server = { command: 'npx', args: ['my-mcp-server', '.'] };
 * const files = mcpToolset({ name: 'files', server, prefix: 'fs' });
 * const guarded = compose(files).requireApproval((tool) => tool.hints?.readOnly !== true);
 * const runtime = createRuntime({ toolsets: [toolsets, guarded] });
 * // ...
 * await files.close();
 */
export function mcpToolset(options: McpToolsetOptions): McpToolset {
  refuseUnknownOptions('mcpToolset', options, OPTIONS);
  const { name, server } = options;
  requireKind('mcpToolset name', name, 'a string');
  if (typeof server !== 'function') requireKind(`mcpToolset server of '${name}'`, server, SERVER);
  return new McpToolset(options);
}

/** A toolset of {@link mcpToolset}. */
export class McpToolset implements AnyToolset, AsyncDisposable {
  /** For `runtime.describe`. */
  readonly kind = 'mcp';
  /** The name from the options. */
  readonly name: string;
  private readonly logger: Logger;
  private readonly connection: Connection;
  private readonly pinned: PinnedDefinitions;
  private readonly source: ForeignSource;
  private taken: { readonly from: readonly Tool[]; readonly tools: readonly AnyTool[] } | undefined = undefined;
  private refusals: readonly RefusedTool[] = [];

  constructor(private readonly options: McpToolsetOptions) {
    this.name = options.name;
    this.logger = options.logger ?? WARNINGS_TO_CONSOLE;
    this.connection = new Connection(options, this.logger);
    this.pinned = new PinnedDefinitions(options.pins);
    this.source = {
      name: options.name,
      connection: this.connection,
      errors: options.errors ?? 'retry',
      refuseChanged: (tool) => this.refuseChanged(tool),
    };
  }

  /**
   * Returns the current tools of the server, without the rejected ones.
   *
   * @throws {HaftError} `HAFT_TOOLSET_FAILED` if the server cannot be reached
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` if `allow` names a tool that the server does not have
   * @throws {HaftError} `HAFT_DUPLICATE_TOOL` if two tools get the same name
   */
  async tools(): Promise<readonly AnyTool[]> {
    const listed = await this.connection.tools();
    if (this.taken?.from !== listed) this.taken = { from: listed, tools: this.take(listed) };
    return this.taken.tools;
  }

  /** Returns the accepted definitions. Store them and pass them as `pins` next time. */
  pins(): Pins {
    return this.pinned.current();
  }

  /**
   * Returns the definitions in the last list that are not accepted. Their tools are unavailable
   * until `accept`.
   */
  changes(): readonly DefinitionChange[] {
    return this.pinned.changes();
  }

  /**
   * Accepts definitions by their hash, so that you accept exactly what you reviewed. Takes effect
   * in the next step of a run.
   *
   * @example toolset.accept(Object.fromEntries(toolset.changes().map(({ tool, hash }) => [tool, hash])))
   */
  accept(pins: Pins): void {
    this.pinned.accept(pins);
    this.taken = undefined;
  }

  /** Returns the tools in the last list that cannot or may not be used. */
  refused(): readonly RefusedTool[] {
    return this.refusals;
  }

  /** Ends the connection, and the process of a stdio server. */
  async close(): Promise<void> {
    await this.connection.close();
  }

  /** Does the same as `close()`, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private take(listed: readonly Tool[]): readonly AnyTool[] {
    const refusals: RefusedTool[] = [...this.connection.malformedTools()];
    const taken = new Set<string>();
    const refuse = ({ name }: Tool, reason: string): void => void refusals.push({ tool: name, reason });
    const accepted = this.allowed(listed).filter((tool) => {
      const again = taken.has(tool.name) ? 'its server lists another tool of this name before it' : undefined;
      const hazard = again ?? definitionHazard(tool) ?? (this.pinned.accepts(tool) ? undefined : NOT_ACCEPTED);
      taken.add(tool.name);
      if (hazard !== undefined) refuse(tool, hazard);
      return hazard === undefined;
    });
    const { prefix } = this.options;
    const names = validToolNames(accepted.map(({ name }) => toolName(prefix, name)));
    const tools = accepted.flatMap((tool) => {
      try {
        return [toolOfForeign(tool, names.get(toolName(prefix, tool.name)) ?? tool.name, this.source)];
      } catch (error) {
        refuse(tool, error instanceof Error ? error.message : String(error));
        return [];
      }
    });
    this.tellNew(refusals);
    return tools;
  }

  private allowed(listed: readonly Tool[]): readonly Tool[] {
    const { allow } = this.options;
    if (allow === undefined) return listed;
    if (typeof allow === 'function') return listed.filter((tool) => allow(tool));
    const malformed = this.connection.malformedTools();
    const known = new Set([...listed.map(({ name }) => name), ...malformed.map(({ tool }) => tool)]);
    const missing = allow.filter((name) => !known.has(name));
    if (missing.length > 0) throw this.unknown(missing, listed);
    return listed.filter(({ name }) => allow.includes(name));
  }

  private unknown(missing: readonly string[], listed: readonly Tool[]): HaftError {
    const names = listed.map(({ name }) => `'${name}'`).join(', ');
    const message = `Toolset '${this.name}' allows ${missing.map((name) => `'${name}'`).join(', ')}, which its server does not have. It has: ${names || 'no tools'}.`;
    return new HaftError('HAFT_UNKNOWN_TOOL', message, {
      hint: 'Name tools in `allow` as the server does, without a prefix.',
    });
  }

  private tellNew(refusals: readonly RefusedTool[]): void {
    const told = new Set(this.refusals.map(({ tool, reason }) => `${tool}\n${reason}`));
    this.refusals = refusals;
    for (const { tool, reason } of refusals) {
      if (!told.has(`${tool}\n${reason}`)) {
        this.logger.warn(`Haft rejects the tool '${tool}' of the MCP server '${this.name}': ${reason}.`);
      }
    }
  }

  /** Rejects a call if the server changed the tool after the run showed it. */
  private async refuseChanged(tool: Tool): Promise<void> {
    const now = (await this.connection.tools().catch(() => [tool])).find(({ name }) => name === tool.name);
    if (now === undefined) throw new ToolFailed('The server of this tool does not have it any more.');
    if (definitionHash(now) === definitionHash(tool)) return;
    throw new ToolFailed('The definition of this tool changed since it was shown. It cannot be called now.');
  }
}

const NOT_ACCEPTED = 'its definition is not the accepted one';

const WARNINGS_TO_CONSOLE: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message) => {
    console.warn(message);
  },
  error: (message) => {
    console.error(message);
  },
};

const SERVER: Kind = { methods: [], name: "{ command: 'npx', args: ['my-mcp-server'] } or { url: 'https://...' }" };
const OPTIONS: OptionNames<McpToolsetOptions> = {
  name: true,
  server: true,
  allow: true,
  prefix: true,
  pins: true,
  errors: true,
  protocol: true,
  connectTimeoutMs: true,
  onElicit: true,
  logger: true,
};
