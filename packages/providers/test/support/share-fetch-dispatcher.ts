const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/**
 * Shares the dispatcher of Node's `fetch` with the realm of Jest: Jest lends its tests the `fetch`
 * of Node, but not the connections behind it. Google's client looks for them in its own realm.
 */
export function shareFetchDispatcher(): void {
  const ofNode = fetch.constructor('return globalThis')() as Record<symbol, unknown>;
  void new Headers();
  (globalThis as Record<symbol, unknown>)[DISPATCHER] ??= ofNode[DISPATCHER];
}
