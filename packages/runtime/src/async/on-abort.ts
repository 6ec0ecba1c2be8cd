/**
 * Listens to a signal of the host, once. Many runs and calls may share one (a server that shuts down, all calls of a message), and
 * that is no leak: Node would warn from the eleventh listener on.
 */
export function onAbort(signal: AbortSignal, listener: () => void): void {
  if (signal instanceof EventTarget) process.getBuiltinModule('node:events').setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
}
