import { HaftError, READ_FORMATS, type Class } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import type { AnyToolset } from '../port/any-toolset.js';
import { reflectedToolset } from './reflected-toolset.js';

/**
 * Returns the toolset of a ready instance. A runtime may have several instances of one class, each
 * with its own prefix. If the class has no descriptor, the descriptor of its base class counts.
 *
 * @throws {HaftError} `HAFT_NOT_REFLECTED` if the module does not describe the class
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
