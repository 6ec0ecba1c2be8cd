// Fails if a package has more than 12 casts (`x as T`, not `as const`) per 1,000 lines of sources.
// `--list PACKAGE` prints them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const MOST = 12;
const packages = resolve(import.meta.dirname, '../packages');
const listed = process.argv[process.argv.indexOf('--list') + 1];

for (const name of readdirSync(packages)) {
  const sources = sourcesOf(join(packages, name, 'src'));
  if (sources.length === 0) continue;
  const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const casts = sources.flatMap(castsOf);
  if (name === listed) for (const cast of casts) console.log(cast);
  const density = (casts.length / lines) * 1000;
  const isTooMany = density > MOST;
  if (isTooMany) process.exitCode = 1;
  console.log(
    `${name}: ${casts.length} casts in ${lines} lines, ${density.toFixed(1)} per 1,000${isTooMany ? `: more than ${MOST}` : ''}`,
  );
}

function sourcesOf(folder) {
  let files;
  try {
    files = readdirSync(folder, { recursive: true });
  } catch {
    return [];
  }
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(folder, file), 'utf8') }));
}

function castsOf({ file, text }) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
