import { HaftError, ToolFailed, toolName, validToolNames, type Logger } from '@haft/core';
import type { AnyTool, AnyToolset } from '@haft/runtime';
import type { Tool } from '@modelcontextprotocol/client';
import { Connection } from './connection.js';
import { definitionHazard } from './definition-hazard.js';
import type { McpToolsetOptions } from './mcp-toolset-options.js';
import { definitionHash, PinnedDefinitions, type DefinitionChange, type Pins } from './pinned-definitions.js';
import { toolOfForeign, type ForeignSource } from './tool-of-foreign.js';

/** A tool that is not taken, and why, as a clause. */
export interface RefusedTool {
  /** The server's own name. */
  readonly tool: string;
  readonly reason: string;
}

/**
 * The tools of an MCP server as a toolset: their calls go through all steps of every call, with validation, limits, approval and retry
 * prompts, and it composes like every other toolset. Connects when a run first asks for its tools.
 *
 * @example
 * const files = mcpToolset({ name: 'files', server: { command: 'npx', args: ['my-mcp-server', '.'] }, prefix: 'fs' });
 * const runtime = createRuntime({ toolsets: [toolsets, compose(files).requireApproval((tool) => tool.hints?.readOnly !== true)] });
 * // ...
 * await files.close();
 */
export function mcpToolset(options: McpToolsetOptions): McpToolset {
  return new McpToolset(options);
}

/** A toolset of {@link mcpToolset}. */
export class McpToolset implements AnyToolset, AsyncDisposable {
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
   * The tools that the server has now, less those that are refused.
   *
   * @throws HaftError `HAFT_TOOLSET_FAILED` when it cannot be reached; `HAFT_UNKNOWN_TOOL` when `allow` names a tool that it does not have;
   *   `HAFT_DUPLICATE_TOOL` when two of its names become one
   */
  async tools(): Promise<readonly AnyTool[]> {
    const listed = await this.connection.tools();
    if (this.taken?.from !== listed) this.taken = { from: listed, tools: this.take(listed) };
    return this.taken.tools;
  }

  /** What is accepted by now, to be kept and given as `pins` the next time. */
  pins(): Pins {
    return this.pinned.current();
  }

  /** Definitions that are not the accepted ones, as of the last list: their tools are not there until `accept`. */
  changes(): readonly DefinitionChange[] {
    return this.pinned.changes();
  }

  /**
   * Accepts definitions, by their hash, so that exactly what was looked at is accepted. Counts from the next step of a run.
   *
   * @example toolset.accept(Object.fromEntries(toolset.changes().map(({ tool, hash }) => [tool, hash])))
   */
  accept(pins: Pins): void {
    this.pinned.accept(pins);
    this.taken = undefined;
  }

  /** Tools that cannot or may not be used, as of the last list. */
  refused(): readonly RefusedTool[] {
    return this.refusals;
  }

  /** Ends the connection, and the process of a stdio server. */
  async close(): Promise<void> {
    await this.connection.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private take(listed: readonly Tool[]): readonly AnyTool[] {
    const refusals: RefusedTool[] = [];
    const refuse = ({ name }: Tool, reason: string): void => void refusals.push({ tool: name, reason });
    const accepted = this.allowed(listed).filter((tool) => {
      const hazard = definitionHazard(tool) ?? (this.pinned.accepts(tool) ? undefined : NOT_ACCEPTED);
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
    const missing = allow.filter((name) => !listed.some((tool) => tool.name === name));
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
        this.logger.warn(`The tool '${tool}' of the MCP server '${this.name}' is refused: ${reason}.`);
      }
    }
  }

  /** The run may have been shown the tool before its server changed it. */
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
