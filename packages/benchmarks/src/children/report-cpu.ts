/** Prints what this process has used since its start, all threads, in milliseconds. */
export function reportCpu(): void {
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ cpu: (user + system) / 1000 }));
}
