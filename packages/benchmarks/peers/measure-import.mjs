// One cold process: imports the given module and prints the cost. The file is here so that the
// peers resolve.
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const memory = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

const memoryBefore = memory();
const before = cpu();
const modules = [];
for (const specifier of process.argv.slice(2)) modules.push(await import(specifier));
const after = cpu();
console.log(JSON.stringify({ cpu: after - before, memory: memory() - memoryBefore, modules: modules.length }));
process.exit(0);
