const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/**
 * Jest runs tests in a realm of its own, to which it lends the `fetch` of Node; the connections behind it stay in Node's realm. Google's client
 * looks for them in the realm that it runs in.
 */
export function shareFetchDispatcher(): void {
  const ofNode = fetch.constructor('return globalThis')() as Record<symbol, unknown>;
  void new Headers();
  (globalThis as Record<symbol, unknown>)[DISPATCHER] ??= ofNode[DISPATCHER];
}
