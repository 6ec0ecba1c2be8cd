const LABELS = /^[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/;

/** A host name, as RFC 1123 writes it: `www.example.com`. Labels of at most 63 characters, 253 in all. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && LABELS.test(text);
}
