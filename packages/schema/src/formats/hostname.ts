const LABEL = /^[a-zA-Z\d](?:[a-zA-Z\d-]*[a-zA-Z\d])?$/;

/** A host name, as RFC 1123 writes it: `www.example.com`. Labels of at most 63 characters, 253 in all. */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  return text.split('.').every((label) => label.length <= 63 && LABEL.test(label));
}
