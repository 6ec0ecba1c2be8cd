/*
 * TypeScript for tests, which parses a declaration file of a package once in a worker. Hundreds of
 * tests make a program, of few lines and of the same declaration files. The language service of
 * TypeScript shares parsed files between programs in the same way.
 */
const { join, sep } = require('node:path');
const ts = require('typescript');

const root = join(__dirname, '../..') + sep;
const parsed = new Map();
/** In memory, a parsed file takes some ten times its characters. */
const MOST_CHARACTERS = 10_000_000;
let characters = 0;

function isOfPackage(file) {
  return file.endsWith('.d.ts') && file.startsWith(root) && !file.includes('/.cache/');
}

function parseOnce(file, text, options, parse) {
  const key = JSON.stringify([file, options]);
  const known = parsed.get(key);
  if (known?.text === text) return known.source;
  const source = parse();
  characters += text.length;
  if (characters > MOST_CHARACTERS) {
    parsed.clear();
    characters = text.length;
  }
  parsed.set(key, { text, source });
  return source;
}

module.exports = {
  ...ts,
  createSourceFile(file, text, ...options) {
    const parse = () => ts.createSourceFile(file, text, ...options);
    return isOfPackage(file) ? parseOnce(file, text, options, parse) : parse();
  },
  createCompilerHost(...options) {
    const host = ts.createCompilerHost(...options);
    const { getSourceFile } = host;
    host.getSourceFile = (file, version, ...rest) => {
      const parse = () => getSourceFile(file, version, ...rest);
      const text = isOfPackage(file) ? host.readFile(file) : undefined;
      return text === undefined ? parse() : parseOnce(file, text, [options[1], version], parse);
    };
    return host;
  },
};
