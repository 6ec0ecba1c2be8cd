/** Returns a function that computes its result once, at its first call. */
export function lazily<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
