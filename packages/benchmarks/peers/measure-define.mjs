// One cold process: the cost of importing a peer and of the definitions of this number of tools.
const [file, count] = process.argv.slice(2);
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const memory = () => {
  // Twice: memory that the first collection finds, such as a file, is freed after it.
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
