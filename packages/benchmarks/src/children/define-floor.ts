/* One cold process: what nobody who keeps definitions in a file can do without. `text`: each schema as text too, as the others make it. */
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly tools: readonly { readonly name: string; readonly parameters: unknown }[];
}

const [file = '', text] = process.argv.slice(2);
const memoryBefore = memory();
const start = cpu();
const { tools } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
// Held until the memory was read.
const byName = new Map(tools.map((one) => [one.name, one]));
let characters = 0;
if (text !== undefined) for (const one of byName.values()) characters += JSON.stringify(one.parameters).length;
const end = cpu();
console.log(JSON.stringify({ cpu: end - start, memory: memory() - memoryBefore, tools: byName.size, characters }));
process.exit(0);

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function memory(): number {
  // Twice: what the first collection finds, a file that was read, is given back after it.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
