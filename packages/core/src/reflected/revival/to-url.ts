/** Returns the URL of a text, or undefined. A few URIs (`http://:80`) are not URLs. */
export function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
