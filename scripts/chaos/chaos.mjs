// Kills, stops and races processes that share a ledger of calls, and counts what was lost or
//   doubled. `npm run chaos` runs every scenario, and `npm run chaos -- --kills 1000` one of them.
//   --store sqlite|postgres   only this store
//   --seed 7                  repeats the random choices. The timing of processes stays random
//   --short                   few rounds of each scenario
//   --from 300                begins at this round: `--kills 400 --from 300` runs one slice
//   --results file.jsonl      keeps the result of each slice, and skips slices that are in the file
//   --summary                 only prints the table of `--results`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from './postgres-server.mjs';
import { randomOf, seedOf } from './random.mjs';
import { Results } from './results.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { createPayments } from './store.mjs';

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(SCENARIOS.map(({ name }) => [name, { type: 'string' }])),
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    store: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    short: { type: 'boolean', default: false },
    from: { type: 'string', default: '0' },
    results: { type: 'string' },
    summary: { type: 'boolean', default: false },
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const isChosen = SCENARIOS.some(({ name }) => values[name] !== undefined);
const results = new Results(values.results);
if (!values.summary) for (const store of values.store) await runStore(store);
console.log(`\n${results.table()}`);
process.exitCode = results.hasFailed ? 1 : 0;

async function runStore(store) {
  const slices = SCENARIOS.flatMap((scenario) => slicesOf(scenario, store)).filter((one) => !results.has(one));
  if (slices.length === 0) return;
  const server = store === 'postgres' ? await startPostgres() : undefined;
  if (store === 'postgres' && server === undefined) {
    console.log('Postgres is not installed: its scenarios are skipped.');
    return;
  }
  try {
    for (const slice of slices) await runSlice(slice, server);
  } finally {
    await server?.stop();
  }
}

/** Returns the slices of a scenario, each with a database and a random order of its own. */
function slicesOf({ name, long, short, size, isMissing }, store) {
  const missing = isMissing?.();
  if (missing !== undefined) {
    console.log(`${missing}: the scenario ${name} is skipped.`);
    return [];
  }
  const count = Number(values[name] ?? (isChosen ? 0 : values.short ? short : long));
  const slices = [];
  for (let from = Number(values.from); from < count; from += size)
    slices.push({ scenario: name, store, seed: Number(values.seed), from, rounds: Math.min(size, count - from) });
  return slices;
}

async function runSlice(slice, server) {
  const { scenario, store, seed, from, rounds } = slice;
  const { run } = SCENARIOS.find(({ name }) => name === scenario);
  const folder = mkdtempSync(join(tmpdir(), 'haft-chaos-'));
  const storeAt = store === 'sqlite' ? `sqlite:${folder}` : await server.database();
  await createPayments(storeAt);
  const random = randomOf(seedOf(`${scenario} ${store} ${seed} ${from}`));
  const started = Date.now();
  const { broken, figures } = await run({ folder, storeAt, random, rounds, from }).catch((error) => ({
    broken: [`error of the harness: ${error.stack}`],
    figures: {},
  }));
  results.add({ ...slice, figures: { ...figures, seconds: Math.round((Date.now() - started) / 1000) }, broken });
  if (broken.length === 0) return rmSync(folder, { recursive: true, force: true });
  console.error(`\n${scenario} on ${store}, seed ${seed}, from ${from}: ${broken.length} broken promises`);
  for (const one of broken.slice(0, 30)) console.error(`- ${one}`);
  console.error(`The journals are in ${folder}`);
}
