/** Resolves after `ms` milliseconds. Does not keep the process alive. */
export function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    (timer as { readonly unref?: () => unknown }).unref?.();
  });
}
