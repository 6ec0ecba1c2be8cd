import { isHostname } from './hostname.js';
import { isIpv4 } from './ipv4.js';
import { isIpv6 } from './ipv6.js';

/** Matches nearly every mailbox. In 64 characters, each part is short enough. */
const USUAL = /^[\w+-]+(?:\.[\w+-]+)*@[a-zA-Z\d]+(?:[.-][a-zA-Z\d]+)*$/;
const DOT_STRING = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const NON_ASCII = /[\u0080-\u{10FFFF}]/gu;

/** Returns whether a string is a mailbox as in RFC 6531, which allows letters of every script. */
export function isIdnEmail(text: string): boolean {
  // A character beyond ASCII is allowed in every place of a letter.
  const letters = text.replace(NON_ASCII, 'x');
  return isEmail(letters);
}

/** Returns whether a string is a mailbox as in RFC 5321: `ada@example.com`. */
export function isEmail(text: string): boolean {
  if (text.length <= 64 && USUAL.test(text)) return true;
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64 || text.length > 254) return false;
  const local = text.slice(0, at);
  if (!DOT_STRING.test(local) && !QUOTED_STRING.test(local)) return false;
  const domain = text.slice(at + 1);
  return domain.startsWith('[') ? isAddressLiteral(domain) : isHostname(domain);
}

function isAddressLiteral(domain: string): boolean {
  if (!domain.endsWith(']')) return false;
  const address = domain.slice(1, -1);
  return /^IPv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address);
}
