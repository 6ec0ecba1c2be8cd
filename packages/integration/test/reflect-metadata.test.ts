import { spawnSync } from 'node:child_process';

/*
 * The published `@haft/core` contains reflect-metadata itself: one file less to import. NestJS and
 * an application bring separate copies, before it or after it. Each must read the records of the
 * others.
 */

const WRITE_AND_READ = `
  class Files { read() {} }
  core.Timeout(5)(Files.prototype, 'read', Object.getOwnPropertyDescriptor(Files.prototype, 'read'));
  Reflect.defineMetadata('theirs', 1, Files.prototype.read);
  const mine = Reflect.getMetadata(core.RECORD.timeout, Files.prototype.read);
  const keys = [...new core.ClassRecords(Files).keys(['read'])].map(String);
  console.log(JSON.stringify({ mine, theirs: keys.includes('theirs') }));
`;

test.each([
  ['before', `import 'reflect-metadata'; const core = await import('@haft/core');`],
  ['after', `import * as core from '@haft/core'; await import('reflect-metadata');`],
])('records are shared with a copy of reflect-metadata that is loaded %s', (_, imports) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', imports + WRITE_AND_READ], {
    cwd: new URL('..', import.meta.url).pathname,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ mine: 5, theirs: true });
});

test('an error of a generated module is an error of the façade', () => {
  const program = `
    import { HaftError } from 'haft';
    import { reflected } from 'haft/reflected';
    try { reflected(0, () => ({})).read(); } catch (error) { console.log(error instanceof HaftError, error.code); }
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('..', import.meta.url).pathname,
    encoding: 'utf8',
  });
  expect([stderr, stdout]).toEqual(['', 'true HAFT_FORMAT_VERSION\n']);
});
