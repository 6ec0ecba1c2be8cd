import { styled } from './styled.js';

/** Says what goes on while `work` does it, where a person watches: on a terminal, and not in CI. */
export async function withProgress<T>(text: string, work: () => Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY || process.env.CI !== undefined) return work();
  // Written at once: reading a project is synchronous for seconds, and no timer would fire.
  stderr.write(styled('dim', text, stderr));
  try {
    return await work();
  } finally {
    stderr.write('\r\u001b[K');
  }
}
