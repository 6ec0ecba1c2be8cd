// Writes the API reports of all published entries: `packages/*/api/<entry>.api.md`. With `--check`
// it compares, and fails on a difference. It reads the declarations in `dist`: run `npm run build`
// first.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const isCheck = process.argv.includes('--check');
const root = resolve(import.meta.dirname, '..');

/**
 * Reports show no messages: these name lines of the sources, so that a report would change with
 * every edit. A name without a doc comment is marked `(undocumented)` at its place.
 */
const MESSAGES = {
  compilerMessageReporting: { default: { logLevel: 'none' } },
  extractorMessageReporting: { default: { logLevel: 'none' } },
  tsdocMessageReporting: { default: { logLevel: 'none' } },
};

/** The compiler options that declarations are read with. */
const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  types: ['node'],
};

const entries = readdirSync(join(root, 'packages')).flatMap(entriesOf);
const configs = entries.map(configOf);
const [first] = configs;
// One program for all entries: the declarations of a package are read once.
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});

const problems = [];
for (const [index, config] of configs.entries()) {
  const { title, report } = entries[index];
  mkdirSync(config.reportFolder, { recursive: true });
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  if (isCheck && apiReportChanged)
    problems.push(`${title}: ${report} differs. Run \`npm run api\` and commit the files.`);
}
for (const report of strayReports()) {
  if (isCheck) problems.push(`${report} is the report of no entry. Run \`npm run api\`.`);
  else rmSync(report);
}
rmSync(join(root, 'node_modules/.cache/api-extractor'), { recursive: true, force: true });
for (const problem of problems) console.log(problem);
console.log(`${entries.length} entries, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** The entries of a package that have types. */
function entriesOf(folder) {
  const place = join(root, 'packages', folder);
  const { name, exports, private: isPrivate } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  if (isPrivate) return [];
  return Object.entries(exports).flatMap(([subpath, { types }]) => {
    if (types === undefined) return [];
    const entry = subpath === '.' ? 'index' : subpath.slice(2);
    const report = join(place, 'api', `${entry}.api.md`);
    return [{ title: join(name, subpath), place, types: join(place, types), report, entry }];
  });
}

function configOf({ place, types, entry }) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: place,
      mainEntryPointFilePath: types,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions: COMPILER_OPTIONS }, skipLibCheck: true },
      apiReport: {
        enabled: true,
        reportFolder: join(place, 'api'),
        reportTempFolder: join(root, 'node_modules/.cache/api-extractor'),
        reportFileName: `${entry}.api.md`,
        includeForgottenExports: false,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: MESSAGES,
    },
    configObjectFullPath: join(place, 'api-extractor.json'),
    packageJsonFullPath: join(place, 'package.json'),
  });
}

/** The reports of entries that no longer exist. */
function strayReports() {
  const known = new Set(entries.map(({ report }) => report));
  const folders = [...new Set(entries.map(({ place }) => join(place, 'api')))].filter((folder) => existsSync(folder));
  return folders
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => !known.has(file));
}
