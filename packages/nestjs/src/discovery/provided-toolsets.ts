import { RECORD, readOwnClassRecord, type Class } from '@haft/core';
import type { DiscoveryService } from '@nestjs/core';
import type { NestWrapper } from '../container/nest-wrapper.js';

/**
 * Returns the providers and controllers whose class has `@Toolset`, by class, in every module.
 */
export function providedToolsets(discovery: DiscoveryService): ReadonlyMap<Class, readonly NestWrapper[]> {
  const found = new Map<Class, NestWrapper[]>();
  for (const wrapper of [...discovery.getProviders(), ...discovery.getControllers()]) {
    // An alias (`useExisting`) refers to a provider that is found separately.
    if (wrapper.isAlias) continue;
    const toolset = toolsetClassOf(wrapper);
    if (toolset !== undefined) found.set(toolset, [...(found.get(toolset) ?? []), wrapper]);
  }
  return found;
}

/** The used part of a `NestWrapper`, whose instance has the type `any` in Nest. */
type WrappedInstance = Pick<NestWrapper, 'token' | 'metatype' | 'isNotMetatype'> & {
  readonly instance?: object | null;
};

/**
 * Returns the class by the token, the class, or the class of the ready instance: an override in a
 * test keeps only the token.
 */
function toolsetClassOf({ token, metatype, isNotMetatype, instance }: WrappedInstance): Class | undefined {
  const made = isNotMetatype ? instance?.constructor : metatype;
  return [token, made].find(isToolsetClass);
}

function isToolsetClass(value: unknown): value is Class {
  return typeof value === 'function' && readOwnClassRecord(value, RECORD.toolset) !== undefined;
}
