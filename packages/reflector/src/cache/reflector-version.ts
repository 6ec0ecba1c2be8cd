import { readFileSync } from 'node:fs';
import { hashOfContent, hashOfFile } from './hashes.js';

/** The form of the manifest. */
const FORM = 3;

let known: string | undefined;

/** Names the reflector and the Node that a build ran with; another one builds again. */
export function reflectorVersion(): string {
  return (known ??= `${FORM} ${packageVersion()} ${process.versions.node}`);
}

function packageVersion(): string {
  const root = new URL('../../', import.meta.url);
  const text = readFileSync(new URL('package.json', root), 'utf8');
  // Only where the package itself is developed: the version says nothing about what is compiled.
  const compiled = hashOfFile(new URL('dist/.tsbuildinfo', root).pathname) ?? '';
  return `${hashOfContent(text)} ${compiled}`;
}
