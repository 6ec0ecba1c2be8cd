import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readProject } from '../../src/read-project.js';
import { withFolder } from '../support/with-folder.js';

// The flag of the command line would be needed in every run of the tests.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const source = (type: string): string =>
  `import { Tool, Toolset } from '@haft/core';\n@Toolset() export class Tools { /** A. */ @Tool() take(x: ${type}): void {} }`;

it('a watching build keeps no program of the builds before', () =>
  withFolder({ 'src/main.ts': source('string') }, async ({ settings, write }) => {
    const options = { tsconfig: settings.tsconfig, out: settings.out, strict: false };
    let { program } = readProject(options);
    const first = new WeakRef(program as object);
    for (const type of ['number', 'boolean']) {
      write({ 'src/main.ts': source(type) });
      ({ program } = readProject({ ...options, ...(program === undefined ? {} : { previous: program }) }));
    }
    // A weak reference holds its target until the turn of the event loop ends.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(program?.getSourceFiles().length).toBeGreaterThan(1);
    expect(first.deref() === undefined).toBe(true);
  }));
