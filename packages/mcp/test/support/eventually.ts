/** Waits at most 30 seconds until a condition is true. The next assertion reports a failure. */
export async function eventually(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
}
