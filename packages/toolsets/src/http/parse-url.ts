/** Returns a URL, or undefined if the text is not a URL. Node 20 has no `URL.parse`. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  return URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
}
