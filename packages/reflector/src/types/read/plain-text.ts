/** A comment as a model reads it: links become their text; no text is undefined. */
export function plainText(text: string): string | undefined {
  const plain = (text.includes('{@') ? withoutLinks(text) : text).replaceAll('\r\n', '\n').trim();
  return plain === '' ? undefined : plain;
}

function withoutLinks(text: string): string {
  return text.replace(
    /\{@link(?:code|plain)?\s+([^}|\s]+)\s*(?:\|\s*)?([^}]*)\}/g,
    (_, target: string, label: string) => label.trim() || target,
  );
}
