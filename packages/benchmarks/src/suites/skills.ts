import { createRuntime } from '@haft/runtime';
import { FolderSkillStore, skillToolset } from '@haft/toolsets/skill';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cpuMicroseconds } from '../harness/cpu-clock.js';
import { spread, type Spread } from '../harness/statistics.js';
import type { SuiteOptions } from './suite.js';

/** Searches among skills in folders. */
export interface SkillsResults {
  readonly rows: readonly SkillRow[];
}

export interface SkillRow {
  readonly skills: number;
  /** CPU of the first search, which reads all files, in nanoseconds. */
  readonly first: number;
  /** CPU of the next ones. */
  readonly next: Spread;
}

const SIZES = [100, 1_000];
/** A store reads a file again that has changed a moment ago. */
const SETTLED_MS = 3_000;

export async function skillsSuite({ rounds }: SuiteOptions): Promise<SkillsResults> {
  const rows: SkillRow[] = [];
  for (const skills of SIZES) {
    const root = mkdtempSync(join(tmpdir(), 'haft-bench-skills-'));
    try {
      for (let at = 0; at < skills; at++) writeSkill(root, at);
      await setTimeout(SETTLED_MS);
      rows.push({ skills, ...(await measureSearches(root, rounds)) });
    } finally {
      rmSync(root, { recursive: true });
    }
  }
  return { rows };
}

async function measureSearches(root: string, rounds: number): Promise<Omit<SkillRow, 'skills'>> {
  const runtime = createRuntime({ toolsets: skillToolset({ store: new FolderSkillStore({ root }) }) });
  const search = async (): Promise<number> => {
    const run = runtime.startRun();
    const before = cpuMicroseconds();
    const { status, text } = await run.call({ name: 'skill_search', arguments: { query: 'refund an order 7' } });
    const cpu = cpuMicroseconds() - before;
    await run.end();
    if (status !== 'success' || !text.includes('skill-')) throw new Error(`The search failed: ${text}`);
    return cpu * 1e3;
  };
  const first = await search();
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) samples.push(await search());
  return { first, next: spread(samples) };
}

/** 2 kB of instructions, and 4 kB in a file of their own. */
function writeSkill(root: string, at: number): void {
  const folder = join(root, `skill-${at}`);
  mkdirSync(join(folder, 'references'), { recursive: true });
  const description = `Refunds an order of kind ${at}. Use it when a customer of region ${at % 10} complains.`;
  const text = `---\nname: skill-${at}\ndescription: ${description}\n---\n${'Read the order.\n'.repeat(125)}`;
  writeFileSync(join(folder, 'SKILL.md'), text);
  writeFileSync(join(folder, 'references/rules.md'), 'A rule of the shop.\n'.repeat(200));
}
