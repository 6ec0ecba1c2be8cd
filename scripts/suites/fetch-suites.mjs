// Fetches public test suites at pinned commits into `.suites`, for contributors: `npm run suites`.
// Executes nothing of them. `npm run suites -- FOLDER` reads the sources from FOLDER/<repository
// name> instead of the network.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const { jsonrepair } = createRequire(join(import.meta.dirname, '../../packages/arguments/package.json'))('jsonrepair');
const OUT = join(import.meta.dirname, '../../.suites');

/** The source of a suite, and the function that reads its cases. */
const SUITES = [
  {
    repository: 'json-schema-org/JSON-Schema-Test-Suite',
    commit: '44401e0c',
    file: 'json-schema-test-suite/draft2020-12.json',
    read: (folder) => ({ files: jsonFiles(join(folder, 'tests/draft2020-12')) }),
  },
  {
    repository: 'nst/JSONTestSuite',
    commit: '1ef36fa',
    file: 'security/json-test-suite.json',
    read: (folder) => ({ cases: parsingCases(join(folder, 'test_parsing')) }),
  },
  {
    repository: 'YousefED/typescript-json-schema',
    commit: 'cf0000e',
    file: 'type-schema/typescript-json-schema.json',
    read: (folder) => ({ cases: typeCases(join(folder, 'test')) }),
  },
  {
    repository: 'josdejong/jsonrepair',
    commit: '72ccb43',
    file: 'model-output/jsonrepair.json',
    read: (folder) => ({ cases: repairCases(join(folder, 'src/index.test.ts')) }),
  },
];

const [sources] = process.argv.slice(2);
for (const { repository, commit, file, read } of SUITES) {
  const place = sources === undefined ? await download(repository, commit) : join(sources, repository.split('/')[1]);
  if (!existsSync(place)) continue;
  const suite = read(place);
  const path = join(OUT, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ source: `${repository}@${commit}`, ...suite }));
  console.log(`${relative(process.cwd(), path)}: ${repository}@${commit}`);
  if (sources === undefined) rmSync(place, { recursive: true });
}

/** Downloads a repository at a commit, and returns its folder. */
async function download(repository, commit) {
  const response = await fetch(`https://codeload.github.com/${repository}/tar.gz/${commit}`);
  if (!response.ok) throw new Error(`${repository}@${commit} cannot be fetched: ${response.status}`);
  const folder = mkdtempSync(join(tmpdir(), 'haft-suite-'));
  const archive = Buffer.from(await response.arrayBuffer());
  execFileSync('tar', ['-xz', '--strip-components=1', '-C', folder], { input: archive });
  return folder;
}

/** Returns the JSON files of a folder and its subfolders, by path without extension. */
function jsonFiles(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(names.sort().map((name) => [name.slice(0, -5), readJson(join(folder, name))]));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Returns texts for a parser. The first letter of a name is the verdict. The test itself creates
 * the two very deep ones.
 */
function parsingCases(folder) {
  return readdirSync(folder).map((name) => {
    const bytes = readFileSync(join(folder, name));
    if (bytes.length > 50_000) return { name, text: '' };
    const text = bytes.toString('utf8');
    return Buffer.from(text, 'utf8').equals(bytes) ? { name, text } : { name, base64: bytes.toString('base64') };
  });
}

/** Returns the schema of each type that the tests assert. */
function typeCases(folder) {
  const groups = new Map();
  for (const call of callsIn(join(folder, 'schema.test.ts'), ['assertSchema'])) {
    const [group, type] = call.arguments.filter(ts.isStringLiteralLike).map(({ text }) => text);
    const file = join(folder, 'programs', group ?? '', 'schema.json');
    if (type !== undefined && existsSync(file)) groups.set(group, { group, type, schema: readJson(file) });
  }
  return [...groups.values()];
}

/** Returns the texts that the tests repair, with the results of the installed jsonrepair. */
function repairCases(file) {
  const inputs = callsIn(file, ['jsonrepair', 'assertRepair', 'assertRepairEqual'])
    .map((call) => call.arguments[0])
    .filter((argument) => argument !== undefined && ts.isStringLiteralLike(argument))
    .map(({ text }) => text);
  return [...new Set(inputs)].map((input) => {
    try {
      return { group: 'index.test.ts', input, output: jsonrepair(input) };
    } catch (error) {
      return { group: 'index.test.ts', input, throws: String(error) };
    }
  });
}

/** Returns the calls of functions with these names in a TypeScript file. */
function callsIn(file, names) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const calls = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && names.includes(node.expression.getText(source))) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}
