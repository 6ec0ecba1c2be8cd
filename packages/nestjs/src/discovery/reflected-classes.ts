import type { Class } from '@haft/core';
import type { ReflectedToolsets, ServiceDescriptor, ToolsetDescriptor } from '@haft/core/reflected';
import { walk, type AnyToolset, type ToolsetInput } from '@haft/runtime';

/** What the given toolsets are made of. */
export interface ReflectedClasses {
  /** Classes whose instances Nest gives. */
  readonly needed: ReadonlySet<Class>;
  /** Classes whose instances were given. */
  readonly given: ReadonlySet<Class>;
}

/** The classes with `@Toolset` behind what a user gave as toolsets. */
export function reflectedClasses(inputs: readonly ToolsetInput[]): ReflectedClasses {
  const needed = new Set<Class>();
  const given = new Set<Class>();
  for (const input of inputs) {
    if (isReflected(input)) for (const { class: one } of input.read().toolsets) needed.add(one);
    else if (isToolset(input)) walk(input, addTo(needed));
    else given.add(input.constructor as Class);
  }
  for (const one of given) needed.delete(one);
  return { needed, given };
}

function addTo(classes: Set<Class>): (toolset: AnyToolset) => void {
  return ({ services = [] }) => {
    for (const service of services) if (isToolsetDescriptor(service)) classes.add(service.class);
  };
}

function isToolsetDescriptor(service: ServiceDescriptor): service is ToolsetDescriptor {
  return 'tools' in service;
}

function isReflected(input: ToolsetInput): input is ReflectedToolsets {
  return (input as { readonly kind?: unknown }).kind === 'reflected';
}

function isToolset(input: ToolsetInput): input is AnyToolset {
  return 'tools' in input && typeof input.tools === 'function';
}
