/* One cold process: what nobody who keeps definitions in a file can do without. `text`: each schema as text too, as the others make it. */
import { readFileSync } from 'node:fs';
import { heldMemory, processCpu } from './process-cost.js';

interface Manifest {
  readonly tools: readonly { readonly name: string; readonly parameters: unknown }[];
}

const [file = '', text] = process.argv.slice(2);
const memoryBefore = heldMemory();
const start = processCpu();
const { tools } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
// Held until the memory was read.
const byName = new Map(tools.map((one) => [one.name, one]));
let characters = 0;
if (text !== undefined) for (const one of byName.values()) characters += JSON.stringify(one.parameters).length;
const end = processCpu();
console.log(JSON.stringify({ cpu: end - start, memory: heldMemory() - memoryBefore, tools: byName.size, characters }));
process.exit(0);
