import { HaftError, ModelRetry, ToolFailed, type ErrorMapping } from '@haft/core';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';

/**
 * Maps an exception by `mapErrors` of the tool and of its toolset, then by `errors.map` of the
 * runtime. Returns undefined if none matches: the exception then stays hidden. Mistakes of the
 * developer are not mapped.
 *
 * @throws {HaftError} the error that a mapping throws
 */
export function mapError(call: Call, error: unknown): ModelRetry | ToolFailed | undefined {
  if (error instanceof HaftError) return undefined;
  const { settings } = call.state.planned.tool;
  for (const mappings of [settings.mapErrors, call.run.runtime.errors.map, settings.mapErrorsLast]) {
    for (const mapping of mappings ?? []) {
      const mapped = apply(call, mapping, error);
      if (mapped !== undefined) return mapped;
    }
  }
  return undefined;
}

function apply(call: Call, { matches, write }: ErrorMapping, error: unknown): ModelRetry | ToolFailed | undefined {
  try {
    if (!matches(error)) return undefined;
    const written: unknown = write(error as never, contextOf(call) as never);
    if (written === undefined || isForModels(written)) return written;
    if (typeof written === 'string') return new ToolFailed(written);
    throw new TypeError('It gave no text, ModelRetry or ToolFailed.');
  } catch (thrown) {
    if (isForModels(thrown)) return thrown;
    if (thrown instanceof HaftError) throw thrown;
    call.run.runtime.observe.logger.error(`A mapping of mapErrors failed for tool '${call.name}'.`, { error: thrown });
    return undefined;
  }
}

function isForModels(value: unknown): value is ModelRetry | ToolFailed {
  return value instanceof ModelRetry || value instanceof ToolFailed;
}
