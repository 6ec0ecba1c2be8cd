import type { Class, Interceptor } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import { missingText, missingTools, missingToolsError, type NamedTools } from './tool-rule.js';

/**
 * The key of the tools that an interceptor names. All installed copies of this package share it.
 */
export const INTERCEPTED: unique symbol = Symbol.for('haft.interceptedTools');

/** The tools that an interceptor names. */
export interface InterceptedRule {
  /** Each of them must have a tool. Empty if the tools may be absent. */
  readonly named: readonly NamedTools[];
  /** Returns the interceptor for a tool that a wrapper renames. */
  renamed(before: string, now: string): Interceptor;
}

type AnyInterceptor = Interceptor | Class<Interceptor>;

/** Returns the rule of an interceptor, or undefined if it names no tools. */
export function interceptedRule(interceptor: AnyInterceptor): InterceptedRule | undefined {
  return (interceptor as { readonly [INTERCEPTED]?: InterceptedRule })[INTERCEPTED];
}

/** Returns the names in the rules of interceptors that no tool has. */
function missingIntercepted(interceptors: readonly AnyInterceptor[], known: ReadonlySet<string>): readonly string[] {
  const named = interceptors.flatMap((one) => interceptedRule(one)?.named ?? []);
  return named.flatMap((tools) => missingTools(tools, known));
}

/**
 * Refuses interceptors of a runtime that name a tool which does not exist.
 *
 * @param names - returns the names of all tools
 * @throws {HaftError} `HAFT_UNKNOWN_TOOL`
 */
export function refuseUnknownIntercepted(interceptors: readonly AnyInterceptor[], names: () => Iterable<string>): void {
  if (!interceptors.some(interceptedRule)) return;
  const known = new Set(names());
  const missing = missingIntercepted(interceptors, known);
  if (missing.length > 0) throw missingToolsError(missing, { known, owner: 'The runtime', where: WHERE });
}

/**
 * Refuses interceptors of a class or a tool that name another tool than those they are for.
 *
 * @throws {HaftError} `HAFT_UNKNOWN_TOOL`
 */
export function refuseUnknownOwnIntercepted(owner: string, tools: readonly AnyTool[]): void {
  const carriers = new Map<AnyInterceptor, Set<string>>();
  for (const { definition, settings } of tools) {
    for (const one of settings.interceptors ?? []) {
      if (interceptedRule(one) === undefined) continue;
      const names = carriers.get(one) ?? new Set();
      carriers.set(one, names.add(definition.name));
    }
  }
  for (const [interceptor, known] of carriers) {
    const missing = missingIntercepted([interceptor], known);
    if (missing.length > 0) throw missingToolsError(missing, { known, owner, where: WHERE });
  }
}

/**
 * Returns the tools of a step, where interceptors of the runtime may name tools that only another
 * step has. While one is missing, all calls are denied, since the rule could be for each of them.
 *
 * @param names - returns the names of all tools that are known so far
 */
export function interceptedTools(
  tools: readonly AnyTool[],
  interceptors: readonly AnyInterceptor[],
  names: () => Iterable<string>,
): readonly AnyTool[] {
  if (!interceptors.some(interceptedRule)) return tools;
  const missing = missingIntercepted(interceptors, new Set(names()));
  if (missing.length === 0) return tools;
  const brokenRule = `${missingText(missing)}${WHERE}.`;
  return tools.map((tool) => ({ ...tool, brokenRule }));
}

const WHERE = ', which forTools() names';
