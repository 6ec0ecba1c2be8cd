/** Waits until something is so, at most 5 seconds; the assertion that follows says what was not. */
export async function eventually(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!isSo() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
}
