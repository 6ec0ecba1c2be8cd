import { HaftError, kindOf, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { Instructions } from './add-instructions.js';
import type { SelectedTools, ToolSelector } from './selector.js';
import { refuseImpossibleRule, type RuleOptions } from './tool-rule.js';

/** @throws {HaftError} `HAFT_INVALID_OPTION` if a value is neither a text nor a function */
export function requireInstructions(texts: Instructions | Readonly<Record<string, Instructions>>): void {
  const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'function';
  if (isText(texts)) return;
  const byName = isObject(texts) ? Object.entries(texts).find(([, text]) => !isText(text)) : (['', texts] as const);
  if (byName === undefined) return;
  const [tool, given] = byName;
  const place = isObject(texts)
    ? `The text of '${tool}' in .withInstructions()`
    : 'The argument of .withInstructions()';
  throw new HaftError('HAFT_INVALID_OPTION', `${place} is ${kindOf(given)}.`, {
    hint: "Give a text, a function that returns one, or one for each tool: .withInstructions({ find: 'Search first.' }).",
  });
}

/** @throws {HaftError} as {@link refuseImpossibleRule} */
export function ruleOf(selector: ToolSelector, options: RuleOptions = {}, owner: string): SelectedTools {
  refuseImpossibleRule(owner, [], options);
  return { selector, ...options };
}

/** Options of `deferLoading`. */
export interface DeferOptions extends RuleOptions {
  /**
   * Whether the tools of a request stay the same during a run: a search shows the parameters of the
   * tools that it finds, and the model calls them with `call_tool`. The cache of the provider then
   * keeps the whole request. Default: false.
   */
  readonly stable?: boolean;
}

const DEFER_OPTIONS: OptionNames<DeferOptions> = { optional: true, stable: true };

/** @throws {HaftError} `HAFT_INVALID_OPTION` */
export function deferralOf(
  given: ToolSelector | DeferOptions,
  more: DeferOptions,
): SelectedTools & { readonly stable: boolean } {
  // A choice of tools by metadata is an object too.
  const [selector, options] = isObject(given) && !('metadata' in given) ? (['all', given] as const) : [given, more];
  refuseUnknownOptions('deferLoading', options, DEFER_OPTIONS);
  const { stable = false, optional } = options;
  return { selector: selector as ToolSelector, stable, ...(optional === undefined ? {} : { optional }) };
}

/** @throws {HaftError} `HAFT_INVALID_OPTION` if a condition is not a function */
export function requireFunction<T>(owner: string, given: T): T {
  if (given === undefined || typeof given === 'function') return given;
  throw new HaftError('HAFT_INVALID_OPTION', `${owner} was given a condition that is not a function.`, {
    hint: `Options come last: .${owner}(['pay'], undefined, { optional: true }).`,
  });
}
