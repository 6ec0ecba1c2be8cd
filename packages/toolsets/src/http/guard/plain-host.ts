import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the one form of a host: names without the dot at their end, addresses without brackets,
 * and an IPv4 address inside of an IPv6 address as IPv4, because it is reached as IPv4.
 *
 * @param host - as `URL` gives it
 */
export function plainHost(host: string): string {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(bare) === 0 ? bare : ipaddr.process(bare).toString();
}
