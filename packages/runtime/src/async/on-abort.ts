/**
 * Calls `listener` once, when a signal of the host aborts. Many runs and calls may share a signal
 * (of a server, for example), so the warning of Node about more than 10 listeners is turned off.
 */
export function onAbort(signal: AbortSignal, listener: () => void): void {
  if (signal instanceof EventTarget) process.getBuiltinModule('node:events').setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
}
