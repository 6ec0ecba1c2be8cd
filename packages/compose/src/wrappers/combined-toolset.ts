import { HaftError, type RunContext } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';
import { afterAll, isThenable, mapEach, type Named, nameInRun } from '@haft/core/internal';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import type { ChangedTools } from './delegating-toolset.js';
import { entryOf, type ToolEntry } from '../port/tool-entry.js';

/** The tools of several toolsets in order. Two tools with one name are an error. */
export class CombinedToolset implements AnyToolset {
  readonly kind = 'combine';

  /** @param owned - the parts that were created for one run, and end with it. Default: none. */
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
    // The toolsets of a module share one list. Without repetitions, the time grows with the classes
    // and not with their square.
    const lists = new Set(this.parts.map((part) => part.services ?? []));
    return [...new Set([...lists].flat())];
  }

  candidates(): Candidates {
    const lists = this.parts.map(candidatesOf);
    return { tools: lists.flatMap(({ tools }) => tools), isComplete: lists.every(({ isComplete }) => isComplete) };
  }

  entries(): readonly ToolEntry[] {
    const lists = this.parts.map(entriesOf);
    this.refuseClashes(lists);
    return lists.flat();
  }

  tools(run: RunContext): ChangedTools {
    const lists = mapEach(this.parts, (part) => toolsOf(part, run));
    return afterAll(lists, (settled) => {
      this.refuseClashes(settled.map((tools) => tools.map(({ definition }) => definition)));
      return settled.flat();
    }) as ChangedTools;
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

  /** Disposes the parts of a run, even if one fails. Then throws the errors. */
  async dispose(): Promise<void> {
    const ends = await Promise.allSettled(this.owned.map(async (part) => part.dispose?.()));
    const failures = ends.filter((end) => end.status === 'rejected').map((end) => end.reason as unknown);
    if (failures.length > 0)
      throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'Toolsets failed to end.');
  }

  /** @param lists - the tools of each part */
  private refuseClashes(lists: readonly (readonly Named[])[]): void {
    const owners = new Map<string, AnyToolset>();
    for (const [index, tools] of lists.entries()) {
      const part = this.parts[index] as AnyToolset;
      for (const one of tools) {
        const key = nameInRun(one);
        const other = owners.get(key);
        if (other !== undefined) throw clash(one.name, other.name, part.name);
        owners.set(key, part);
      }
    }
  }
}

/** Returns the tools of a fixed toolset. Creates each as late as possible. */
export function entriesOf(toolset: AnyToolset): readonly ToolEntry[] {
  if (toolset.entries !== undefined) return toolset.entries();
  return (toolsOf(toolset, NO_RUN) as readonly AnyTool[]).map(entryOf);
}

/** A fixed toolset does not read the run. */
const NO_RUN = undefined as never;

/** Returns the error for two toolsets that define one name. */
/** Returns the error for two tools of one name. */
export function clash(tool: string, first: string, second: string): HaftError {
  const message =
    second === first
      ? `Toolset '${first}' is given twice, or has '${tool}' twice.`
      : `Toolset '${second}' defines '${tool}', which toolset '${first}' defines too.`;
  const prefix = second.replace(/\W+/g, '_').toLowerCase();
  const advice = `Use .prefix('${prefix}') or .rename({...}).`;
  const hint = second === first ? `Remove one of them, or give one another prefix. ${advice}` : advice;
  return new HaftError('HAFT_DUPLICATE_TOOL', message, { hint });
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
  return new HaftError('HAFT_TOOLSET_FAILED', `Toolset '${part.name}' could not return its tools: ${reason}`, {
    hint: 'See the cause.',
    cause,
  });
}
