import { HaftError, methodsWithRecord, RECORD, type Class } from '@haft/core';
import type { DiscoveryService } from '@nestjs/core';
import type { NestWrapper } from '../container/nest-wrapper.js';
import { refuseLeftOut } from '../enhancers/left-out.js';
import { providedToolsets } from './provided-toolsets.js';
import type { ReflectedClasses } from './reflected-classes.js';

/**
 * Compares the toolsets of the generated modules with the providers of the application.
 *
 * @throws {HaftError} `HAFT_NOT_REFLECTED` if a provider with `@Toolset` is in no generated module
 * @throws {HaftError} `HAFT_NOT_PROVIDED` if a reflected toolset is the provider of no module, or
 *   of several
 * @throws {HaftError} `HAFT_UNGUARDED` if Nest would skip a guard or another enhancer
 */
export function checkToolsets({ needed, ready }: ReflectedClasses, discovery: DiscoveryService): void {
  const provided = providedToolsets(discovery);
  const unknown = [...provided.keys()].filter((one) => !needed.has(one) && !ready.has(one));
  if (unknown.length > 0) throw notReflected(unknown, provided);
  const missing = [...needed].filter((one) => !provided.has(one));
  if (missing.length > 0) throw notProvided(missing);
  for (const one of needed) {
    const wrappers = provided.get(one) ?? [];
    if (wrappers.length > 1) throw providedTwice(one, wrappers);
    refuseLeftOut(one, methodsWithRecord(one, RECORD.tool), wrappers[0]);
  }
  for (const one of ready) {
    if (!needed.has(one)) refuseLeftOut(one, methodsWithRecord(one, RECORD.tool), provided.get(one)?.[0]);
  }
}

function notReflected(classes: readonly Class[], provided: ReadonlyMap<Class, readonly NestWrapper[]>): HaftError {
  const places = classes.map((one) => `${one.name} (${moduleNames(provided.get(one) ?? [])})`).join(', ');
  const message = `Providers with @Toolset that no generated module given to HaftModule knows: ${places}.`;
  return new HaftError('HAFT_NOT_REFLECTED', message, {
    hint: 'Run `npx haft build`, and pass its `toolsets` to HaftModule.forRoot or forFeature. Or remove the class from `providers`.',
  });
}

function notProvided(classes: readonly Class[]): HaftError {
  const message = `Toolsets of the generated module that no imported module provides: ${namesOf(classes)}.`;
  return new HaftError('HAFT_NOT_PROVIDED', message, {
    hint: `Add ${namesOf(classes)} to the \`providers\` (a controller to the \`controllers\`) of a module that the application imports, or give HaftModule fewer: toolsets.pick(...).`,
  });
}

function providedTwice(one: Class, wrappers: readonly NestWrapper[]): HaftError {
  const message = `The toolset ${one.name} is a provider of several modules: ${moduleNames(wrappers)}. Which instance is meant?`;
  return new HaftError('HAFT_NOT_PROVIDED', message, {
    hint: `Provide ${one.name} in one module, and export it from there.`,
  });
}

function namesOf(classes: readonly Class[]): string {
  return classes.map(({ name }) => name).join(', ');
}

function moduleNames(wrappers: readonly NestWrapper[]): string {
  return wrappers.map(({ host }) => host?.name ?? 'a module').join(', ');
}
