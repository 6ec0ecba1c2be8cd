import type { Class } from '@haft/core';
import type { ReflectedToolsets, ServiceDescriptor, ToolsetDescriptor } from '@haft/core/reflected';
import { walk, type AnyToolset, type ComposeInput } from '@haft/runtime';

/** The classes with `@Toolset` in the toolsets of a user. */
export interface ReflectedClasses {
  /** Nest creates their instances. */
  readonly needed: ReadonlySet<Class>;
  /** The host created their instances, as with `fromInstance`. */
  readonly ready: ReadonlySet<Class>;
}

/** Returns the classes with `@Toolset` in the toolsets of a user. */
export function reflectedClasses(inputs: readonly ComposeInput[]): ReflectedClasses {
  const classes = { needed: new Set<Class>(), ready: new Set<Class>() };
  for (const input of inputs) {
    if (isReflected(input)) for (const { class: one } of input.read().toolsets) classes.needed.add(one);
    else walk(input, addTo(classes));
  }
  return classes;
}

function addTo(classes: { readonly needed: Set<Class>; readonly ready: Set<Class> }): (toolset: AnyToolset) => void {
  return ({ services = [], instance }) => {
    for (const service of services) if (isToolsetDescriptor(service)) classes.needed.add(service.class);
    if (instance !== undefined) classes.ready.add(instance.constructor as Class);
  };
}

function isToolsetDescriptor(service: ServiceDescriptor): service is ToolsetDescriptor {
  return 'tools' in service;
}

function isReflected(input: ComposeInput): input is ReflectedToolsets {
  return 'kind' in input;
}
