import { HaftError, kindOf, READ_FORMATS } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { ReflectedToolsets } from '@haft/core/reflected';
import type { AnyToolset } from '../port/any-toolset.js';
import { CombinedToolset } from './combined-toolset.js';
import { LazyToolset } from './lazy-toolset.js';
import { moduleToolsets } from '../reflected/reflected-toolset.js';

/** An input of `compose`: a generated module or a toolset. */
export type ComposeInput = ReflectedToolsets | AnyToolset;

/** Returns a generated module or a toolset as a toolset. */
export function sourceToolset(input: ComposeInput): AnyToolset {
  requireToolset(input);
  return isReflected(input) ? new LazyToolset(() => moduleToolset(input)) : input;
}

/** Rejects values that are not toolsets. In JavaScript they may be anything. */
function requireToolset(input: unknown): void {
  if (isReflected(input) || (isObject(input) && typeof input['tools'] === 'function')) return;
  throw new HaftError('HAFT_INVALID_OPTION', `A toolset was expected, and not ${kindOf(input)}.`, {
    hint: "Give the `toolsets` of a generated module, or a toolset: toolset('desk', [tool]). combine() takes several.",
  });
}

/** Returns whether a value is the `toolsets` of a generated module. */
export function isReflected(value: unknown): value is ReflectedToolsets {
  return isObject(value) && value['kind'] === 'reflected';
}

function moduleToolset(reflected: ReflectedToolsets): AnyToolset {
  const module = reflected.read(...READ_FORMATS);
  const { functions } = module;
  const each = [...moduleToolsets(module)];
  if (functions !== undefined) each.push({ name: 'functions', fixed: true, functions, tools: () => [] });
  const [only] = each;
  return only !== undefined && each.length === 1 ? only : new CombinedToolset(each);
}
