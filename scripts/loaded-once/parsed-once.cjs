/*
 * TypeScript for tests, which parses a declaration file of a package once in a worker. Hundreds of
 * tests make a program, of few lines and of the same declaration files. The language service of
 * TypeScript shares parsed files between programs in the same way.
 */
const { join, sep } = require('node:path');
const ts = require('typescript');

const root = join(__dirname, '../..') + sep;
/** The file that was not used for the longest time is first. */
const parsed = new Map();
/** In memory, a parsed file takes some ten times its characters. */
const MOST_CHARACTERS = 10_000_000;
let characters = 0;

function isOfPackage(file) {
  return file.endsWith('.d.ts') && file.startsWith(root) && !file.includes('/.cache/');
}

/** @param by - who asks: the same file may have another text for others. */
function parseOnce(by, file, text, version, setParents, parse) {
  // Declarations are the same for each target. TypeScript writes what else it knows of the package
  // into each file that it gets.
  const { impliedNodeFormat, jsDocParsingMode } = Object(version);
  const key = [by, file, impliedNodeFormat, jsDocParsingMode, setParents].join();
  const known = parsed.get(key);
  const source = known?.text === text ? known.source : parse();
  forget(key);
  parsed.set(key, { text, source });
  characters += text.length;
  for (const oldest of parsed.keys()) {
    if (characters <= MOST_CHARACTERS) break;
    forget(oldest);
  }
  return source;
}

function forget(key) {
  characters -= parsed.get(key)?.text.length ?? 0;
  parsed.delete(key);
}

function createCompilerHost(options, setParents = false, ...others) {
  const host = ts.createCompilerHost(options, setParents, ...others);
  const { getSourceFile } = host;
  host.getSourceFile = (file, version, ...rest) => {
    const parse = () => getSourceFile(file, version, ...rest);
    const text = isOfPackage(file) ? host.readFile(file) : undefined;
    return text === undefined ? parse() : parseOnce('host', file, text, version, setParents, parse);
  };
  return host;
}

module.exports = {
  ...ts,
  createSourceFile(file, text, version, setParents = false, ...rest) {
    const parse = () => ts.createSourceFile(file, text, version, setParents, ...rest);
    return isOfPackage(file) ? parseOnce('text', file, text, version, setParents, parse) : parse();
  },
  createCompilerHost,
  // Without a host, TypeScript would make one of its own.
  createProgram(files, options, host = Array.isArray(files) ? createCompilerHost(options) : undefined, ...rest) {
    return ts.createProgram(files, options, host, ...rest);
  },
};
