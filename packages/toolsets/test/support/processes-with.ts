import { readdirSync, readFileSync } from 'node:fs';

/** Returns the numbers of the processes of the host whose name or command line has a text. */
export function processesWith(text: string): string[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.filter((pid) => ['comm', 'cmdline'].some((file) => textOf(`/proc/${pid}/${file}`).includes(text)));
}

/** A process that has ended in the meantime has no text. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
