import { HaftError, READ_FORMATS, type Class } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import type { AnyToolset } from '../port/any-toolset.js';
import { reflectedToolset } from './reflected-toolset.js';

/**
 * The toolset of a ready instance. Several instances of one class can stand in one runtime, each under its own prefix. An instance
 * of a subclass that has no descriptor of its own counts as its base class.
 *
 * @throws HaftError `HAFT_NOT_REFLECTED` when the module does not know the class
 */
export function instanceToolset(instance: object, reflected: ReflectedToolsets): AnyToolset {
  const { toolsets, services } = reflected.read(...READ_FORMATS);
  for (let one: unknown = instance.constructor; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    const descriptor = toolsets.find((candidate) => candidate.class === (one as unknown as Class));
    if (descriptor !== undefined) return reflectedToolset(descriptor, services, instance);
  }
  const known = toolsets.map((descriptor) => descriptor.class.name).join(', ') || 'none';
  const message = `The generated module does not know the class ${instance.constructor.name} of an instance; it has: ${known}.`;
  throw new HaftError('HAFT_NOT_REFLECTED', message, {
    hint: `Annotate ${instance.constructor.name} with @Toolset(), export it from a file of the tsconfig, and run \`npx haft build\`.`,
  });
}
