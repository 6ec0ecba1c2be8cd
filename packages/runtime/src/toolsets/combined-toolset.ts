import { HaftError, type RunContext } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import { afterAll, mapEach } from '../after.js';
import { isThenable } from '../container/is-thenable.js';
import type { AnyTool } from './any-tool.js';
import type { AnyToolset } from './any-toolset.js';
import type { ReflectedFunctions } from './reflected-functions.js';
import type { ChangedTools } from './delegating-toolset.js';

/** The tools of several toolsets in order. They are asked at the same time. Two tools of one name are an error. */
export class CombinedToolset implements AnyToolset {
  /** @param owned - the parts that were made for one run, and end with it */
  constructor(
    readonly parts: readonly AnyToolset[],
    private readonly owned: readonly AnyToolset[] = [],
  ) {}

  get name(): string {
    return this.parts.map((part) => part.name).join(' + ');
  }

  get fixed(): true | undefined {
    return this.parts.every((part) => part.fixed === true) ? true : undefined;
  }

  get services(): readonly ServiceDescriptor[] {
    return [...new Set(this.parts.flatMap((part) => part.services ?? []))];
  }

  tools(run: RunContext): ChangedTools {
    const lists = mapEach(this.parts, (part) => toolsOf(part, run));
    return afterAll(lists, (settled) => this.merged(settled)) as ChangedTools;
  }

  bound(functions: ReflectedFunctions): AnyToolset {
    const parts = this.parts.map((part) => functions.toolset(part));
    return parts.every((part, index) => part === this.parts[index]) ? this : new CombinedToolset(parts, this.owned);
  }

  async forRun(run: RunContext): Promise<AnyToolset> {
    const parts = await Promise.all(this.parts.map(async (part) => (await part.forRun?.(run)) ?? part));
    const owned = parts.filter((part, index) => part !== this.parts[index]);
    return owned.length === 0 ? this : new CombinedToolset(parts, owned);
  }

  /** Ends the parts of a run, also when one fails; what failed is thrown afterwards. */
  async dispose(): Promise<void> {
    const ends = await Promise.allSettled(this.owned.map(async (part) => part.dispose?.()));
    const failures = ends.filter((end) => end.status === 'rejected').map((end) => end.reason as unknown);
    if (failures.length > 0)
      throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'Toolsets failed to end.');
  }

  private merged(lists: readonly (readonly AnyTool[])[]): readonly AnyTool[] {
    const owners = new Map<string, AnyToolset>();
    for (const [index, tools] of lists.entries()) {
      const part = this.parts[index] as AnyToolset;
      for (const { definition } of tools) {
        const other = owners.get(definition.name);
        if (other !== undefined) throw clash(definition.name, other.name, part.name);
        owners.set(definition.name, part);
      }
    }
    return lists.flat();
  }
}

/** Two toolsets define a tool of one name. */
function clash(tool: string, first: string, second: string): HaftError {
  const message = `Toolset '${second}' defines '${tool}', which toolset '${first}' defines too.`;
  const prefix = second.replace(/\W+/g, '_').toLowerCase();
  return new HaftError('HAFT_DUPLICATE_TOOL', message, { hint: `Use .prefix('${prefix}') or .rename({...}).` });
}

function toolsOf(part: AnyToolset, run: RunContext): ChangedTools {
  try {
    const tools = part.tools(run);
    return isThenable(tools) ? tools.then(undefined, (error: unknown) => Promise.reject(failed(part, error))) : tools;
  } catch (error) {
    throw failed(part, error);
  }
}

function failed(part: AnyToolset, cause: unknown): HaftError {
  if (cause instanceof HaftError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HaftError('HAFT_TOOLSET_FAILED', `Toolset '${part.name}' could not give its tools: ${reason}`, {
    hint: 'See the cause.',
    cause,
  });
}
