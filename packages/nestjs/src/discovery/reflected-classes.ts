import type { Class } from '@haft/core';
import type { ReflectedToolsets, ServiceDescriptor, ToolsetDescriptor } from '@haft/core/reflected';
import { walk, type AnyToolset, type ComposeInput } from '@haft/runtime';

/** Returns the classes with `@Toolset` in the toolsets of a user. */
export function reflectedClasses(inputs: readonly ComposeInput[]): ReadonlySet<Class> {
  const classes = new Set<Class>();
  for (const input of inputs) {
    if (isReflected(input)) for (const { class: one } of input.read().toolsets) classes.add(one);
    else walk(input, addTo(classes));
  }
  return classes;
}

function addTo(classes: Set<Class>): (toolset: AnyToolset) => void {
  return ({ services = [] }) => {
    for (const service of services) if (isToolsetDescriptor(service)) classes.add(service.class);
  };
}

function isToolsetDescriptor(service: ServiceDescriptor): service is ToolsetDescriptor {
  return 'tools' in service;
}

function isReflected(input: ComposeInput): input is ReflectedToolsets {
  return 'kind' in input;
}
