// Kills, stops and races processes that share a ledger of calls, and counts what was lost or
//   doubled: npm run chaos -- [--kills 1000] [--pauses 40] [--programs 500] [--races 10000]
//   [--seed 1] [--store sqlite|postgres] [--short]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accountOf } from './account.mjs';
import { Crowd } from './crowd.mjs';
import { startPostgres } from './postgres-server.mjs';
import { randomOf } from './random.mjs';
import { raceDecisions } from './race-decisions.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    pauses: { type: 'string' },
    programs: { type: 'string' },
    races: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    store: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    short: { type: 'boolean', default: false },
  },
});
const count = (name, long, short) => Number(values[name] ?? (values.short ? short : long));
const [kills, pauses, races] = [count('kills', 1000, 20), count('pauses', 200, 3), count('races', 10_000, 200)];
const programs = count('programs', 500, 10);

const EVERY = ['bank_pay', 'bank_pay_checked', 'bank_pay_sealed', 'bank_read'];
const KILLS = { leaseMs: 2_000, slowMs: [0, 12], mostOpen: 40, faultProbability: 0.004 };
const PAUSES = { leaseMs: 1_000, slowMs: [200, 900], mostOpen: 40 };
const PROGRAMS = { leaseMs: 2_000, slowMs: [0, 20], mostOpen: 20, faultProbability: 0.004, hasPrograms: true };
const SCENARIOS = [
  {
    title: 'kill -9 at random points',
    when: kills > 0,
    settings: { ...KILLS, tools: EVERY },
    disturb: (crowd) => crowd.killUntil(kills),
  },
  {
    title: 'kill -9 during programs and plans',
    when: programs > 0,
    settings: { ...PROGRAMS, tools: EVERY },
    disturb: (crowd) => crowd.killUntil(programs),
  },
  {
    title: 'SIGSTOP over the lease, without settleIn',
    when: pauses > 0,
    settings: { ...PAUSES, tools: ['bank_pay', 'bank_pay_checked', 'bank_read'] },
    disturb: (crowd) => crowd.pauseUntil(pauses, [1_200, 1_800]),
  },
  {
    title: 'SIGSTOP over the lease, settleIn',
    when: pauses > 0,
    settings: { ...PAUSES, tools: ['bank_pay_sealed'] },
    disturb: (crowd) => crowd.pauseUntil(pauses, [1_200, 1_800]),
  },
];
const ROLES = ['proposer', 'proposer', 'approver', 'worker'];

const random = randomOf(Number(values.seed));
const table = [];
let failed = 0;
console.log(`seed ${values.seed}`);
for (const name of values.store) {
  const server = name === 'postgres' ? await startPostgres() : undefined;
  if (name === 'postgres' && server === undefined) {
    console.log('Postgres is not installed: its scenarios are skipped.');
    continue;
  }
  try {
    for (const scenario of SCENARIOS.filter((one) => one.when))
      await inFolder(name, server, (folder, at) => play(scenario, name, folder, at));
    if (races > 0) await inFolder(name, server, (folder, at) => playRaces(name, folder, at));
  } finally {
    await server?.stop();
  }
}
print(table);
process.exitCode = failed > 0 ? 1 : 0;

async function play({ title, settings, disturb }, name, folder, storeAt) {
  const started = Date.now();
  const crowd = new Crowd(random, { ...settings, folder, storeAt });
  for (const role of ROLES) crowd.start(role);
  await disturb(crowd);
  await crowd.end();
  const last = new Crowd(random, { ...settings, faultProbability: 0, folder, storeAt });
  await last.start('drain').ended;
  const { broken, figures } = await accountOf(folder, storeAt);
  table.push({
    harness: title,
    store: name,
    kills: crowd.kills,
    pauses: crowd.pauses,
    ...figures,
    seconds: Math.round((Date.now() - started) / 1000),
  });
  return report(title, broken);
}

async function playRaces(name, folder, storeAt) {
  const { broken, wins } = await raceDecisions({ folder, storeAt, races, random });
  table.push({ harness: 'two processes decide at once', store: name, calls: races, 'one winner': wins });
  return report('races', broken);
}

function report(title, broken) {
  if (broken.length === 0) return true;
  failed += 1;
  console.error(`\n${title}: ${broken.length} broken promises`);
  for (const one of broken.slice(0, 30)) console.error(`- ${one}`);
  return false;
}

async function inFolder(name, server, work) {
  const folder = mkdtempSync(join(tmpdir(), 'haft-chaos-'));
  const isWell = await work(folder, name === 'sqlite' ? `sqlite:${folder}` : await server.database());
  if (isWell) rmSync(folder, { recursive: true, force: true });
  else console.error(`The journals are in ${folder}`);
}

function print(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log(`\n${line(names)}\n${line(names.map(() => '---'))}`);
  for (const row of rows) console.log(line(names.map((name) => row[name] ?? '-')));
}
