import { readFileSync } from 'node:fs';
import { hashOfContent, hashOfFile } from './hashes.js';

/** The version of the manifest's form. */
const FORM = 3;

let known: string | undefined;

/** Returns the version of the reflector and of Node. A different version causes a new build. */
export function reflectorVersion(): string {
  return (known ??= `${FORM} ${packageVersion()} ${process.versions.node}`);
}

function packageVersion(): string {
  const root = new URL('../../', import.meta.url);
  const text = readFileSync(new URL('package.json', root), 'utf8');
  // Only where the package itself is developed: there, the version does not identify the compiled
  // code.
  const compiled = hashOfFile(new URL('dist/.tsbuildinfo', root).pathname) ?? '';
  return `${hashOfContent(text)} ${compiled}`;
}
