/** The URL that a text is, or undefined: a few URIs (`http://:80`) are no URLs. */
export function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
