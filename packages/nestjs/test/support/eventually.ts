/** Waits until a condition is true. The limit of the test ends it otherwise. */
export async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
