import { HaftError, READ_FORMATS, type Class } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { OnDemand } from '@haft/arguments/internal';
import { type AnyToolset, walk } from '@haft/compose';
import { FunctionRegistry, isReflected, moduleToolsets } from '@haft/compose/internal';

/**
 * Reads the `toolsets` option: generated modules, toolsets, and instances of classes that a
 * generated module describes.
 *
 * @throws {HaftError} `HAFT_NOT_REFLECTED` if no given module describes an instance or class
 */
export function toolsetsOf(input: unknown): {
  readonly toolsets: readonly AnyToolset[];
  readonly instances: readonly object[];
  /** Files that calls load, as far as they are known before a run. */
  readonly onDemand: readonly OnDemand[];
} {
  const inputs: readonly unknown[] = Array.isArray(input) ? input : [input];
  const modules = inputs.filter(isReflected).map((one) => one.read(...READ_FORMATS));
  const known = new Set<unknown>(modules.flatMap((module) => module.toolsets.map((descriptor) => descriptor.class)));
  const described = [
    ...modules.flatMap((module) => module.functions ?? []),
    ...inputs.filter(isToolset).flatMap((one) => inAll(one, ({ functions = [] }) => functions)),
  ];
  const functions = new FunctionRegistry(described);
  const instances = inputs.filter((one) => isInstanceOf(known, one));
  const byClass = new Map<unknown, object>(instances.map((one) => [one.constructor, one]));
  const toolsets = inputs.flatMap((one) => {
    if (isReflected(one)) return moduleToolsets(one.read(...READ_FORMATS), byClass);
    if (isInstanceOf(known, one)) return [];
    if (isToolset(one)) return [functions.toolset(one)];
    throw notReflected(one);
  });
  const onDemand = toolsets.flatMap((one) => inAll(one, (part) => part.onDemand ?? []));
  return { toolsets, instances: [...byClass.values()], onDemand: [...described, ...onDemand] };
}

/** Returns what is found in a toolset and the toolsets inside of it. */
function inAll<Found>(toolset: AnyToolset, find: (one: AnyToolset) => Found | readonly Found[]): readonly Found[] {
  const all: AnyToolset[] = [];
  walk(toolset, (one) => all.push(one));
  return all.flatMap(find);
}

function isInstanceOf(known: ReadonlySet<unknown>, value: unknown): value is object {
  return typeof value === 'object' && value !== null && known.has(value.constructor);
}

function isToolset(value: unknown): value is AnyToolset {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['tools'] === 'function';
}

function notReflected(value: unknown): HaftError {
  const tool = isObject(value) && isObject(value['definition']) ? value['definition']['name'] : undefined;
  if (typeof tool === 'string') {
    return new HaftError('HAFT_NOT_REFLECTED', `createRuntime() got the tool '${tool}' as a toolset.`, {
      hint: "Put tools in a toolset: toolset('desk', [tool]).",
    });
  }
  if (isObject(value) && isReflected(value['toolsets'])) {
    return new HaftError('HAFT_NOT_REFLECTED', 'createRuntime() got a whole module as a toolset.', {
      hint: "Import its value: import { toolsets } from './toolsets.gen.js', not import * as toolsets.",
    });
  }
  if (value === undefined || value === null) {
    return new HaftError('HAFT_NOT_REFLECTED', `createRuntime() got ${String(value)} as a toolset.`, {
      hint: 'Check the name in the import of the toolset, and imports in a circle.',
    });
  }
  const name = typeof value === 'function' ? (value as Class).name : nameOfValue(value);
  const message = `createRuntime() got ${name} as a toolset, but no generated module describes it.`;
  return new HaftError('HAFT_NOT_REFLECTED', message, {
    hint: 'Annotate the class with @Toolset(), export it, run `npx haft build`, and give the `toolsets` of the generated module too.',
  });
}

function nameOfValue(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? `an instance of ${(value.constructor as Class | undefined)?.name ?? 'no class'}`
    : String(value);
}
