/**
 * Returns the name of a tool without the namespace that some models add (`functions.read`,
 * `default_api:read`). The name of a Haft tool has neither a dot nor a colon.
 */
export function plainName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

/**
 * Returns a name that every provider accepts in a history. A model may use an invalid tool name.
 * The provider accepts it once but rejects it in a history (openclaw/openclaw#12949).
 */
export function replayedName(name: string): string {
  const valid = plainName(name)
    .replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    .slice(0, 64);
  return valid === '' ? 'unnamed' : valid;
}
