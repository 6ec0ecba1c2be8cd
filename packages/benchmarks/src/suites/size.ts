import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedPeers } from '../peers.js';

/**
 * P8: the files of an installation, measured in new folders. Haft comes from the packed tarballs.
 */
export interface SizeResults {
  readonly rows: readonly { readonly name: string; readonly packages: number; readonly megabytes: number }[];
}

const PACKAGES = new URL('../../../', import.meta.url).pathname;
const PEERS_JSON = new URL('../../peers/package.json', import.meta.url);

export function sizeSuite(): SizeResults {
  const { dependencies } = JSON.parse(readFileSync(PEERS_JSON, 'utf8')) as { dependencies: Record<string, string> };
  const pinned = (...names: string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, dependencies[name] ?? '*']));
  const sets: Record<string, Record<string, string>> = {
    'Haft: haft': packed(['schema', 'core', 'arguments', 'compose', 'runtime', 'haft']),
    'class-validator + class-transformer + reflect-metadata': {
      'class-validator': '0.15.1',
      'class-transformer': '0.5.1',
      'reflect-metadata': '0.2.2',
    },
  };
  if (installedPeers().length > 0) {
    Object.assign(sets, {
      valibot: pinned('valibot'),
      zod: pinned('zod'),
      'AI SDK: ai + zod': pinned('ai', 'zod'),
      'LangChain: @langchain/core + zod': pinned('@langchain/core', 'zod'),
      'Mastra: @mastra/core + zod': pinned('@mastra/core', 'zod'),
      'OpenAI Agents + zod': pinned('@openai/agents', 'zod'),
      'MCP SDK 2: server': pinned('@modelcontextprotocol/server', 'zod'),
    });
  }
  return { rows: Object.entries(sets).map(([name, wanted]) => ({ name, ...installed(wanted) })) };
}

/** Packs our packages. The later ones find the earlier ones among the tarballs. */
function packed(names: readonly string[]): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'haft-pack-'));
  const wanted: Record<string, string> = {};
  for (const name of names) {
    const [tarball] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], join(PACKAGES, name))) as [
      { readonly name: string; readonly filename: string },
    ];
    wanted[tarball.name] = `file:${join(folder, tarball.filename)}`;
  }
  return wanted;
}

function installed(dependencies: Record<string, string>): { packages: number; megabytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'haft-size-'));
  const manifest = { name: 'size', private: true, dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  npm(['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  const result = { packages: Object.keys(lock.packages).length, megabytes: bytes(join(folder, 'node_modules')) / 1e6 };
  rmSync(folder, { recursive: true });
  return result;
}

function npm(args: readonly string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${folder}:\n${stderr}`);
  return stdout;
}

function bytes(folder: string): number {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += bytes(path);
    else if (entry.isFile()) sum += lstatSync(path).size;
  }
  return sum;
}
