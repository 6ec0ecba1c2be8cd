import type { LedgerKeeper } from './ledger-keeper.js';
import { Leases } from './leases.js';

/** Returns the leases that this process holds in a ledger. Creates the list at its first use. */
export function leasesOf(keeper: LedgerKeeper): Leases {
  return (keeper.leases ??= new Leases(keeper));
}
