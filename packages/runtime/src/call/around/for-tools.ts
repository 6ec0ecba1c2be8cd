import type { Interceptor, ToolDefinition, ValueKeepingInterceptor } from '@haft/core';
import { isPolicy } from './policy.js';
import { isRedaction } from './redact.js';
import { interceptorName, NAMED } from './interceptor-name.js';
import { mayRepeat, REPEATS, type Repeating } from './repeats.js';

/** Tools by name, by a pattern of names, or by their definition. */
export type InterceptedTools = string | RegExp | readonly string[] | ((definition: ToolDefinition) => boolean);

/**
 * Limits an interceptor to some tools.
 *
 * @param tools - the tools whose calls it intercepts
 * @param interceptor - an interceptor, or the result of `policy` or `redact`
 * @example createRuntime({ interceptors: [forTools(/^crm_/, audit)] })
 */
export function forTools(tools: InterceptedTools, interceptor: ValueKeepingInterceptor): ValueKeepingInterceptor;
/** Limits an interceptor that may replace values to some tools. */
export function forTools(tools: InterceptedTools, interceptor: Interceptor): Interceptor;
export function forTools(tools: InterceptedTools, interceptor: Interceptor): Interceptor {
  const matches = matcherOf(tools);
  if (isRedaction(interceptor) || isPolicy(interceptor)) return interceptor.only(matches);
  const narrowed: Interceptor & Repeating & { readonly [NAMED]: string } = {
    [NAMED]: interceptorName(interceptor),
    [REPEATS]: (definition) => matches(definition) && mayRepeat(interceptor, definition),
    around: interceptor.around ?? 'execution',
    intercept: (call, next) => (matches(call.definition) ? interceptor.intercept(call, next) : next()),
  };
  return narrowed;
}

function matcherOf(tools: InterceptedTools): (definition: ToolDefinition) => boolean {
  if (typeof tools === 'function') return tools;
  if (tools instanceof RegExp) {
    // A pattern with the flag `g` or `y` remembers its last position.
    const pattern = new RegExp(tools.source, tools.flags.replace(/[gy]/g, ''));
    return ({ name }) => pattern.test(name);
  }
  const names = new Set(typeof tools === 'string' ? [tools] : tools);
  return ({ name }) => names.has(name);
}
