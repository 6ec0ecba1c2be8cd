import { styled } from './styled.js';

/** Shows `text` while `work` runs, if the output is a terminal and not CI. */
export async function withProgress<T>(text: string, work: () => Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY || process.env.CI !== undefined) return work();
  // Written immediately: reading a project blocks for seconds, so no timer would fire.
  stderr.write(styled('dim', text, stderr));
  try {
    return await work();
  } finally {
    stderr.write('\r\u001b[K');
  }
}
