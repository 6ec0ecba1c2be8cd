// Compiles after each change, and starts the application again. `npm run dev` runs it next to
// `haft build`.
import { spawn } from 'node:child_process';

const options = { stdio: 'inherit', shell: process.platform === 'win32' };
const children = [
  spawn('tsc', ['--watch', '--preserveWatchOutput'], options),
  spawn('node', ['--watch', 'dist/main.js', ...process.argv.slice(2)], options),
];
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => children.forEach((child) => child.kill(signal)));
