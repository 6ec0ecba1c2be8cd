import { createInterface } from 'node:readline/promises';

/** Asks a question that `y` answers with yes. Without a person at the terminal, returns `false`. */
export async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (y/N) `)).trim());
  } finally {
    terminal.close();
  }
}
