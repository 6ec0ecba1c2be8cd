import dns, { type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.js';
import { AddressRefused } from './address-refused.js';

/** Resolves a host name to all of its addresses. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * Makes the function that opens the connections of undici. It checks the address that is really
 * connected to, so a name that changes its address between two look-ups gains nothing. Addresses
 * in a URL never reach a look-up and are checked before it.
 */
export function guardedConnector(
  guard: AddressGuard,
  timeoutMs: number,
  resolve: ResolveHost = resolveBySystem,
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(guard, resolve) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !guard.allows(host)) {
      callback(new AddressRefused(host), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
      } else if (guard.allows(socket.remoteAddress ?? '')) {
        callback(null, socket);
      } else {
        socket.destroy();
        callback(new AddressRefused(host), null);
      }
    });
  };
}

/** Refuses a name if any of its addresses is not allowed. */
function guardedLookup(guard: AddressGuard, resolve: ResolveHost): LookupFunction {
  const allowed = async (host: string): Promise<readonly [LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await resolve(host);
    if (first === undefined || ![first, ...others].every(({ address }) => guard.allows(address))) {
      throw new AddressRefused(host);
    }
    return [first, ...others];
  };
  return (host, options, callback) => {
    allowed(host).then(
      ([first, ...others]) => {
        if (options.all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, '');
      },
    );
  };
}

const resolveBySystem: ResolveHost = (host) => dns.promises.lookup(host, { all: true });
