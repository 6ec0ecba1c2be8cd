// Swaps files and folders of a root for links that lead out of it, as fast as it can, until its
// standard input ends. Writes how often it did.
import { linkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';

const [root] = process.argv.slice(2);
process.chdir(root);

/** Puts something else in the place of a name, and takes it away again. */
const SWAPS = [
  ['in', () => symlinkSync('../outside', 'in')],
  ['file.txt', () => symlinkSync('../outside/secret.txt', 'file.txt')],
  ['hard.txt', () => linkSync('../outside/secret.txt', 'hard.txt')],
];

let swaps = 0;
let isOver = false;
process.stdin.on('end', () => (isOver = true)).resume();

function swapAll() {
  for (let i = 0; i < 50; i++) {
    for (const [name, replace] of SWAPS) swap(name, replace);
  }
  if (isOver) process.stdout.write(String(swaps));
  else setImmediate(swapAll);
}

function swap(name, replace) {
  try {
    renameSync(name, `kept-${name}`);
  } catch {
    // A call took it away.
    return;
  }
  try {
    replace();
    unlinkSync(name);
  } catch {
    // A call put something there meanwhile.
  }
  try {
    renameSync(`kept-${name}`, name);
  } catch {
    // The same.
  }
  swaps++;
}

process.stdout.write('swapping ');
swapAll();
