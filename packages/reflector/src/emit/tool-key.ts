import { fingerprintKey, fingerprintOf } from '@haft/core/fingerprint';
import type { ToolModel } from '../model.js';

/** Under which the modules beside the generated one have what fits this schema only: the beginning of the fingerprint in the descriptor. */
export function toolKey({ name, version, arguments: { schema } }: ToolModel): string {
  return fingerprintKey(fingerprintOf(name, version, schema));
}
