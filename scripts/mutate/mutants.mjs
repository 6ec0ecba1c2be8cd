import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { randomOf } from '../chaos/random.mjs';

/** Installed on demand. */
const INSTRUMENTER = 'tools/node_modules/@stryker-mutator/instrumenter/dist/src/index.js';

const silent = {
  isDebugEnabled: () => false,
  debug() {},
  info() {},
  trace() {},
  warn: console.warn,
  error: console.error,
};

/**
 * Writes a copy of each file that contains all its mutants, each inactive.
 *
 * @returns the path of each copy, and all mutants. Changes elsewhere in the file keep their keys
 */
export async function writeMutants(root, files, out) {
  const { Instrumenter } = await import(new URL(INSTRUMENTER, import.meta.url).href);
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { plugins: null, ignorers: [{ shouldIgnore: needless }], excludedMutations: [] };
  const { files: copied, mutants: all } = await new Instrumenter(silent).instrument(sources, options);
  const mutants = all.filter(({ status }) => status !== 'Ignored');
  mkdirSync(out, { recursive: true });
  const copies = {};
  for (const [at, { name, content }] of copied.entries()) {
    copies[name] = join(out, `${at}-${basename(name)}`);
    writeFileSync(copies[name], content);
  }
  const texts = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  const uses = new Map();
  return {
    copies,
    mutants: mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const lines = texts.get(fileName);
      const whole = lines.slice(start.line, end.line + 1);
      whole[whole.length - 1] = whole.at(-1).slice(0, end.column);
      whole[0] = whole[0].slice(start.column);
      const original = shorten(whole.join('\n'));
      const file = relative(root, fileName);
      const name = `${file} | ${lines[start.line].trim()} | ${mutatorName}: ${original} -> ${shorten(replacement)}`;
      const use = (uses.get(name) ?? 0) + 1;
      uses.set(name, use);
      return {
        id,
        key: use === 1 ? name : `${name} (${use})`,
        file,
        line: start.line + 1,
        mutatorName,
        original,
        replacement,
      };
    }),
  };
}

/** Returns why a place has no mutants. */
function needless(path) {
  const { node, parent, key } = path;
  if (key === 'key' && node.type === 'StringLiteral' && parent.type === 'ClassMethod')
    return 'The instrumenter cannot change the name of a member.';
  if (node.type === 'BooleanLiteral' && isOptionName(path)) return 'Only the name of an option is read.';
  return undefined;
}

/** Returns whether a value is in an object of the type `OptionNames`. */
function isOptionName({ parentPath: property }) {
  const variable = property.parentPath?.parent;
  return variable?.type === 'VariableDeclarator' && typeName(variable.id) === 'OptionNames';
}

const typeName = ({ typeAnnotation }) => typeAnnotation?.typeAnnotation?.typeName?.name;

const shorten = (code) => {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 90)}...${line.slice(-27)}` : line;
};

/** Returns `count` of the items, the same ones for the same seed, in their order. */
export function sample(items, count, seed) {
  const random = randomOf(seed);
  const drawn = items.map((item, at) => ({ item, at, rank: random() }));
  drawn.sort((a, b) => a.rank - b.rank);
  return drawn
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
