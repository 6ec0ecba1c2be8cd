// One cold process: a peer is imported; what the definitions of so many tools cost.
const [file, count] = process.argv.slice(2);
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const memory = () => {
  // Twice: what the first collection finds, a file that was read, is given back after it.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

const { define } = await import(file);
const memoryBefore = memory();
const before = cpu();
const result = await define(Number(count));
const after = cpu();
console.log(JSON.stringify({ cpu: after - before, memory: memory() - memoryBefore, characters: result.characters }));
process.exit(0);
