import { fingerprintKey, fingerprintOf } from '@haft/core/fingerprint';
import type { CheckedModel } from './checked-model.js';

/**
 * Returns the key of a tool in the modules next to the generated one: the beginning of the
 * fingerprint in the descriptor.
 */
export function toolKey({
  name,
  version,
  arguments: { schema },
}: Pick<CheckedModel, 'name' | 'version' | 'arguments'>): string {
  return fingerprintKey(fingerprintOf(name, version, schema));
}
