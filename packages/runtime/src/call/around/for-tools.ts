import {
  HaftError,
  requireInterceptor,
  type Interceptor,
  type ToolDefinition,
  type ValueKeepingInterceptor,
} from '@haft/core';
import { isPolicy } from './policy.js';
import { isRedaction } from './redact.js';
import { interceptorName, NAMED } from './interceptor-name.js';
import { mayRepeat, REPEATS, type Repeating } from './repeats.js';
import {
  INTERCEPTED,
  interceptedRule,
  type InterceptedRule,
  type NamedTools,
  refuseImpossibleRule,
} from '@haft/compose/internal';
import type { RuleOptions } from '@haft/compose';

/** Tools by name, by a pattern of names, or by their definition. */
export type InterceptedTools = string | RegExp | readonly string[] | ((definition: ToolDefinition) => boolean);

/**
 * Limits an interceptor to some tools.
 *
 * @param tools - the tools whose calls it intercepts
 * @param interceptor - an interceptor, or the result of `policy` or `redact`
 * @param options - whether the tools may be absent
 * @throws {HaftError} `HAFT_UNKNOWN_TOOL` if a text is not the name of a tool, such as `crm_*`. The
 *   creation of the runtime throws it if no tool has the name, or no name matches the pattern.
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the interceptor is something else
 * @example createRuntime({ interceptors: [forTools(/^crm_/, audit)] })
 */
export function forTools(
  tools: InterceptedTools,
  interceptor: ValueKeepingInterceptor,
  options?: RuleOptions,
): ValueKeepingInterceptor;
/** Limits an interceptor that may replace values to some tools. */
export function forTools(tools: InterceptedTools, interceptor: Interceptor, options?: RuleOptions): Interceptor;
export function forTools(tools: InterceptedTools, interceptor: Interceptor, options: RuleOptions = {}): Interceptor {
  requireInterceptor('forTools', typeof interceptor === 'function' ? undefined : interceptor);
  const inner = interceptedRule(interceptor);
  if (typeof tools === 'function') {
    refuseImpossibleRule('forTools', [], options);
    const own = narrowed(interceptor, tools);
    return inner === undefined
      ? own
      : withRule(own, inner.named, (...names) => forTools(tools, inner.renamed(...names)));
  }
  const named = namedTools(tools);
  refuseImpossibleRule('forTools', named instanceof RegExp ? [] : named, options);
  const own = narrowed(interceptor, ({ name }) => matchesName(named, name));
  const required = [...(options.optional === true ? [] : [named]), ...(inner?.named ?? [])];
  return withRule(own, required, (before, now) =>
    forTools(matchesName(named, before) ? now : [], inner?.renamed(before, now) ?? interceptor, { optional: true }),
  );
}

function withRule(own: Interceptor, named: readonly NamedTools[], renamed: InterceptedRule['renamed']): Interceptor {
  return Object.assign(own, { [INTERCEPTED]: { named, renamed } satisfies InterceptedRule });
}

function narrowed(interceptor: Interceptor, matches: (definition: ToolDefinition) => boolean): Interceptor {
  if (isRedaction(interceptor) || isPolicy(interceptor)) return interceptor.only(matches);
  const own: Interceptor & Repeating & { readonly [NAMED]: string } = {
    [NAMED]: interceptorName(interceptor),
    [REPEATS]: (definition) => matches(definition) && mayRepeat(interceptor, definition),
    around: interceptor.around ?? 'execution',
    intercept: (call, next) => (matches(call.definition) ? interceptor.intercept(call, next) : next()),
  };
  return own;
}

/** @throws {HaftError} `HAFT_INVALID_OPTION` if it names no tools */
function namedTools(tools: string | RegExp | readonly string[]): NamedTools {
  // A pattern with the flag `g` or `y` remembers its last position.
  if (tools instanceof RegExp) return new RegExp(tools.source, tools.flags.replace(/[gy]/g, ''));
  if (typeof tools === 'string') return [tools];
  if (Array.isArray(tools)) return [...(tools as readonly string[])];
  throw new HaftError('HAFT_INVALID_OPTION', 'forTools was given no choice of tools.', {
    hint: 'Write a name, a list of names, a pattern, or a function.',
  });
}

function matchesName(named: NamedTools, name: string): boolean {
  return named instanceof RegExp ? named.test(name) : named.includes(name);
}
