import { HaftError, kindOf } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { Instructions } from './instructions-toolset.js';
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

/** @throws {HaftError} `HAFT_INVALID_OPTION` if a condition is not a function */
export function requireFunction<T>(owner: string, given: T): T {
  if (given === undefined || typeof given === 'function') return given;
  throw new HaftError('HAFT_INVALID_OPTION', `${owner} was given a condition that is not a function.`, {
    hint: `Options come last: .${owner}(['pay'], undefined, { optional: true }).`,
  });
}
