import { fingerprintKey, fingerprintOf } from '@haft/core/fingerprint';
import type { CheckedModel } from './checked-model.js';

/**
 * Returns the fingerprint of a tool, a resource or a prompt. The kind is part of it, because a
 * resource may have the name of a tool.
 */
export function fingerprintOfModel({ kind, name, version, arguments: { schema } }: IdentifiedModel): string {
  return fingerprintOf(kind === undefined ? name : `${kind}:${name}`, version, schema);
}

/**
 * Returns the key of a tool in the modules next to the generated one: the beginning of the
 * fingerprint in the descriptor.
 */
export function toolKey(model: IdentifiedModel): string {
  return fingerprintKey(fingerprintOfModel(model));
}

type IdentifiedModel = Pick<CheckedModel, 'kind' | 'name' | 'version' | 'arguments'>;
