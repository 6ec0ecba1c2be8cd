/*
 * One process that builds a project, then again after each of some changes of one file, as
 * `haft watch` does.
 */
import { createBuilder } from '@haft/reflector';
import { changeToolset } from '../projects/change-toolset.js';

const CHANGES = 15;

const [folder = '.', tsconfig = '', out = ''] = process.argv.slice(2);
const builder = createBuilder();
await builder.build({ tsconfig, out });
const [wall, cpu] = [[] as number[], [] as number[]];
for (let i = 0; i < CHANGES; i++) {
  changeToolset(folder);
  const [start, before] = [performance.now(), process.cpuUsage()];
  const { ok, changed } = await builder.build({ tsconfig, out });
  const { user, system } = process.cpuUsage(before);
  if (!ok || !changed) throw new Error('The change was not built.');
  wall.push(performance.now() - start);
  cpu.push((user + system) / 1000);
}
console.log(JSON.stringify({ wall, cpu }));
