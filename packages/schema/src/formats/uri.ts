import { isIpv6 } from './ipv6.js';

/** Matches nearly every URI: a host name, no user, nothing encoded. */
const USUAL = /^[a-zA-Z][a-zA-Z\d+.-]*:\/\/[a-zA-Z\d.-]+(?::\d+)?(?:[/?][\w.~!$&'()*+,;=:@/?-]*)?$/;
const SCHEME = /^[a-zA-Z][a-zA-Z\d+.-]*$/;
const PATH = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-fA-F]{2})*$/;
const QUERY = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-fA-F]{2})*$/;
const USER = /^(?:[\w.~!$&'()*+,;=:-]|%[\da-fA-F]{2})*$/;
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-fA-F]{2})*$/;
const PORT = /^\d*$/;
const FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** Returns whether a string is an absolute URI as in RFC 3986: `https://example.com/a?b=c`. */
export function isUri(text: string): boolean {
  if (USUAL.test(text)) return true;
  const colon = text.indexOf(':');
  return colon > 0 && SCHEME.test(text.slice(0, colon)) && isAfterScheme(text.slice(colon + 1));
}

/** Returns whether a string is a URI or a relative reference as in RFC 3986: `../a?b=c`. */
export function isUriReference(text: string): boolean {
  if (isUri(text)) return true;
  const firstSegment = text.slice(0, indexOfAny(text, /[/?#]/));
  return !firstSegment.includes(':') && isAfterScheme(text);
}

function isAfterScheme(text: string): boolean {
  const hash = text.indexOf('#');
  const beforeFragment = hash === -1 ? text : text.slice(0, hash);
  if (hash !== -1 && !QUERY.test(text.slice(hash + 1))) return false;
  const mark = beforeFragment.indexOf('?');
  const hierarchy = mark === -1 ? beforeFragment : beforeFragment.slice(0, mark);
  return (mark === -1 || QUERY.test(beforeFragment.slice(mark + 1))) && isHierarchy(hierarchy);
}

function isHierarchy(text: string): boolean {
  if (!text.startsWith('//')) return PATH.test(text);
  const rest = text.slice(2);
  const end = indexOfAny(rest, /\//);
  return isAuthority(rest.slice(0, end)) && PATH.test(rest.slice(end));
}

function isAuthority(text: string): boolean {
  const at = text.indexOf('@');
  if (at !== -1 && !USER.test(text.slice(0, at))) return false;
  const host = text.slice(at + 1);
  if (host.startsWith('[')) {
    const end = host.indexOf(']');
    const literal = host.slice(1, end);
    return end !== -1 && (isIpv6(literal) || FUTURE.test(literal)) && isPort(host.slice(end + 1));
  }
  const colon = indexOfAny(host, /:/);
  return NAME.test(host.slice(0, colon)) && isPort(host.slice(colon));
}

function isPort(text: string): boolean {
  return text === '' || (text.startsWith(':') && PORT.test(text.slice(1)));
}

/**
 * Returns the position of the first character of a class, or the length of the text if there is
 * none.
 */
function indexOfAny(text: string, characters: RegExp): number {
  const index = text.search(characters);
  return index === -1 ? text.length : index;
}
