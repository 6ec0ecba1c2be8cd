import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import jest from '../../jest.config.js';
import { sample, writeMutants } from './mutants.mjs';
import { runFiles } from './run-jest.mjs';

// Mutation tests of one folder: `npm run mutate -- packages/runtime/src/call --seed 7`. See
// docs/testing-haft.md.

/** The most files with slow tests, and with fresh modules, for one mutant that is alive. */
const LATER_FILES = { slow: 3, load: 12 };

const root = resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '7' },
    /** Further packages, besides the package of the folder, whose tests run. */
    with: { type: 'string', multiple: true, default: [] },
    /** Only test files whose path contains one of these texts. */
    tests: { type: 'string', multiple: true, default: [] },
    /** Only the mutants that survived in the results of an earlier run. */
    survivors: { type: 'string' },
    out: { type: 'string' },
  },
});
const folder = positionals[0] === undefined ? undefined : relative(root, resolve(root, positionals[0]));
const packageName = /^packages\/([^/]+)\/src/.exec(folder ?? '')?.[1];
if (packageName === undefined) {
  console.error('Usage: npm run mutate -- packages/NAME/src/FOLDER [--sample 300] [--seed 7]');
  process.exit(2);
}

if (!existsSync(join(import.meta.dirname, 'tools/node_modules')))
  execFileSync('npm', ['ci', '--prefix', join(import.meta.dirname, 'tools'), '--ignore-scripts', '--include=dev']);

const work = mkdtempSync(join(tmpdir(), 'haft-mutate-'));
const at = join(root, folder);
const sources = (folder.endsWith('.ts') ? [at] : globSync(`${at}/**/*.ts`)).filter((file) => !file.endsWith('.gen.ts'));
const { copies, mutants } = await writeMutants(root, sources.sort(), join(work, 'copies'));

const projects = [packageName, ...values.with].map((name) =>
  jest.projects.find(({ displayName }) => displayName === name),
);
const testFiles = projects
  .flatMap(({ rootDir }) => globSync(`${rootDir}/test/**/*.test.ts`))
  .filter((file) => !/\/fixtures\/|\/test\/toolchains\//.test(file))
  .filter((file) => values.tests.length === 0 || values.tests.some((text) => relative(root, file).includes(text)))
  .sort();
const config = join(work, 'jest.config.json');
writeFileSync(config, JSON.stringify({ ...jest, reporters: [], projects: projects.map(withMutants) }));

const equivalent = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8'));
const survived =
  values.survivors && new Set(JSON.parse(readFileSync(values.survivors, 'utf8')).survivors.map(({ key }) => key));
const drawn = survived
  ? mutants.filter(({ key }) => survived.has(key))
  : sample(mutants, Number(values.sample), Number(values.seed));
const tried = drawn.filter(({ key }) => equivalent[key] === undefined);
console.error(
  `${mutants.length} mutants in ${sources.length} files, ${tried.length} tried, ${testFiles.length} test files`,
);

const ids = tried.map(({ id }) => id);
const warm = await runFiles({ root, work, config, log: join(work, 'warm.log') }, nearest(testFiles, `${folder}/`), {
  mutants: ids,
});
const killedWarm = new Set(warm.flatMap(({ killed }) => killed ?? []));
const later = {};
for (const id of ids.filter((one) => !killedWarm.has(one))) {
  const { file } = tried.find((mutant) => mutant.id === id);
  for (const [reason, most] of Object.entries(LATER_FILES)) {
    const files = new Set(warm.filter((line) => line.later === id && line.reason === reason).map((line) => line.file));
    for (const one of nearest([...files], file).slice(0, most)) (later[one] ??= []).push({ mutant: id, reason });
  }
}
const cold = await runFiles({ root, work, config, log: join(work, 'later.log') }, Object.keys(later), {
  mutants: ids,
  later,
});
report([...warm, ...cold]);

/** The project, with the copies in place of the files. */
function withMutants(project) {
  const [[options]] = [Object.values(project.transform).slice(-1)];
  const transform = [join(import.meta.dirname, 'transform.mjs'), { options: options[1], copies }];
  return {
    ...project,
    // It loads modules again, with a mutant.
    runtime: undefined,
    testRunner: join(import.meta.dirname, 'runner.mjs'),
    transform: { [`^${at.replaceAll('.', '\\.')}`]: transform, ...project.transform },
  };
}

/** Sorts test files by how many words of their path are words of the mutated file. */
function nearest(files, source) {
  const words = new Set(source.split(/\W+/));
  const near = (file) =>
    relative(root, file)
      .split(/\W+/)
      .filter((word) => words.has(word)).length;
  return files.sort((a, b) => near(b) - near(a));
}

function report(lines) {
  const killers = new Map(lines.filter(({ killed }) => killed).map(({ killed, by, file }) => [killed, { by, file }]));
  const reached = new Set(lines.flatMap(({ reached: warmly, later }) => warmly ?? later ?? []));
  const results = tried.map((mutant) => {
    const killer = killers.get(mutant.id);
    const status = killer ? 'killed' : reached.has(mutant.id) ? 'survived' : 'unreached';
    return { ...mutant, status, ...(killer && { by: killer.by, test: relative(root, killer.file) }) };
  });
  const killed = results.filter(({ status }) => status === 'killed').length;
  const summary = {
    folder,
    seed: Number(values.seed),
    mutants: mutants.length,
    sampled: drawn.length,
    equivalent: drawn.length - tried.length,
    killed,
    survived: results.filter(({ status }) => status === 'survived').length,
    unreached: results.filter(({ status }) => status === 'unreached').length,
    score: Math.round((1000 * killed) / results.length) / 10,
  };
  const failed = lines.filter(({ error, failed: names }) => error !== undefined || names?.length > 0);
  const out = resolve(values.out ?? join(root, 'reports/mutation', `${folder.replaceAll('/', '-')}.json`));
  mkdirSync(resolve(out, '..'), { recursive: true });
  const survivors = results.filter(({ status }) => status !== 'killed');
  writeFileSync(out, `${JSON.stringify({ ...summary, survivors, failed, results }, null, 2)}\n`);
  console.table([summary]);
  for (const { file, line, status, original, replacement, mutatorName } of survivors)
    console.log(
      `${file}:${line} ${status} ${mutatorName}\n  - ${original}\n  + ${replacement.replaceAll(/\s+/g, ' ')}`,
    );
  console.log(`Results: ${out}`);
}
