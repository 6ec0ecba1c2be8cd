/** Headers that the host or the connection sets, and those that change where a request goes. */
const RESERVED = new Set([
  ...['accept', 'accept-encoding', 'authorization', 'content-encoding', 'content-length', 'content-type'],
  ...['connection', 'cookie', 'cookie2', 'expect', 'forwarded', 'host', 'keep-alive', 'set-cookie', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'via', 'x-http-method', 'x-http-method-override', 'x-method-override'],
  ...['x-original-url', 'x-real-ip', 'x-rewrite-url'],
]);

/** Returns whether a model must not set a header. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith('proxy-') || lower.startsWith('x-forwarded-');
}
