/*
 * One cold process: the minimal work for definitions in a file. `text`: also each schema as text,
 * as the others do.
 */
import { readFileSync } from 'node:fs';
import { heldMemory, processCpu } from './process-cost.js';

interface Manifest {
  readonly tools: readonly { readonly name: string; readonly parameters: unknown }[];
}

const [file = '', text] = process.argv.slice(2);
const memoryBefore = heldMemory();
const start = processCpu();
const { tools } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
// Kept until the memory is measured.
const byName = new Map(tools.map((one) => [one.name, one]));
let characters = 0;
if (text !== undefined) for (const one of byName.values()) characters += JSON.stringify(one.parameters).length;
const end = processCpu();
console.log(JSON.stringify({ cpu: end - start, memory: heldMemory() - memoryBefore, tools: byName.size, characters }));
process.exit(0);
