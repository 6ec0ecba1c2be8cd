import { HaftError, type RunContext } from '@haft/core';
import type { TextOwner } from './text-store.js';

/** Returns the documents of all users of the run's tenant, and those of its user. */
export function readableOwners({ tenantId = '', userId = '' }: RunContext, collection: string): readonly TextOwner[] {
  const shared = { collection, tenantId, userId: '' };
  return userId === '' ? [shared] : [shared, { ...shared, userId }];
}

/**
 * Returns the user of the run as the owner of texts.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the run has no user
 */
export function userOfRun({ tenantId = '', userId = '', toolName }: RunContext, collection: string): TextOwner {
  if (userId !== '') return { collection, tenantId, userId };
  throw new HaftError('HAFT_INVALID_OPTION', `${toolName} was called in a run without a user.`, {
    hint: 'Give the user to the run: startRun({ userId }). Memories belong to one user.',
  });
}
