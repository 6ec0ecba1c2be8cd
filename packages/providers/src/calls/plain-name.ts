/**
 * The name of a tool without the namespace that some models write before it (`functions.read`, `default_api:read`). No name of a Haft
 * tool has a dot or a colon.
 */
export function plainName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

/**
 * A name as every provider takes it in a history. A model may ask for a tool by a name that no tool can have, and the provider
 * that let it through refuses to read it again (openclaw/openclaw#12949).
 */
export function replayedName(name: string): string {
  const valid = plainName(name)
    .replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    .slice(0, 64);
  return valid === '' ? 'unnamed' : valid;
}
