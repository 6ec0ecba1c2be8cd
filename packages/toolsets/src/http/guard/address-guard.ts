import ipaddr from 'ipaddr.js';
import { invalidOption } from '../../invalid-option.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The IPv6 addresses on the internet (IANA, IPv6 Global Unicast Address Space). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Decides which IP addresses may be connected to: public addresses, and those that you allow. */
export class AddressGuard {
  private readonly allowed: readonly [Address, number][];
  private readonly denied: ReadonlySet<string>;

  /**
   * @param allowed - private addresses or ranges that are allowed, such as `10.1.0.0/16`
   * @param denied - addresses that no name may lead to either, as {@link plainHost} writes them
   * @throws {HaftError} HAFT_INVALID_OPTION if one is neither
   */
  constructor(allowed: readonly string[], denied: readonly string[] = []) {
    this.allowed = allowed.map(parseRange);
    this.denied = new Set(denied);
  }

  /** Returns whether the address may be connected to. Text that is not an address may not. */
  allows(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    // An IPv4 address in an IPv6 one is reached as IPv4.
    const parsed = ipaddr.process(address);
    if (this.denied.has(parsed.toString())) return false;
    return this.allowed.some((range) => isInRange(parsed, range)) || isOnInternet(parsed);
  }
}

function isOnInternet(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

function isInRange(address: Address, [network, bits]: readonly [Address, number]): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}

function parseRange(text: string): [Address, number] {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address instanceof ipaddr.IPv4 ? 32 : 128];
  } catch (cause) {
    throw invalidOption(
      `allowAddresses has '${text}', which is not an IP address or range.`,
      "Write an address, or a range such as '10.1.0.0/16'.",
      cause,
    );
  }
}
