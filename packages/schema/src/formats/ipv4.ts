const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Returns whether a string is four numbers from 0 to 255 without leading zeros, as in RFC 2673
 * section 3.2: `192.0.2.1`.
 */
export function isIpv4(text: string): boolean {
  return text.length <= 15 && IPV4.test(text);
}
