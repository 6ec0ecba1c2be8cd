/** Compiles a regular expression. Returns undefined if it is invalid. */
export function nativePattern(source: string, flags: 'u' | ''): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
