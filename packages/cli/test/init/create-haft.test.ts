import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { TEMPLATES } from '../../src/init/template.js';
import { runWith } from '../support/haft.js';
import { removeTemporaryFolders, temporaryFolder } from '../support/temporary-folder.js';

afterEach(removeTemporaryFolders);

const PACKAGE = resolve(import.meta.dirname, '../../../create-haft');
const COMMAND = join(PACKAGE, 'bin/create-haft.js');
const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Record<string, unknown>;

describe('create-haft', () => {
  it('runs haft init of the same version with its arguments, and returns the exit code', () => {
    const programs = temporaryFolder({ npx: '#!/bin/sh\necho "$@"\nexit 3\n' });
    chmodSync(join(programs, 'npx'), 0o755);
    const env = { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` };
    const { out, code } = runWith(programs, [COMMAND, '--template', 'mcp', 'demo'], env);
    expect(out).toBe(`--yes @haft/cli@${String(manifest['version'])} init --template mcp demo\n`);
    expect(code).toBe(3);
  });

  it('offers the templates that haft init has, and has no dependencies', () => {
    const [, list = ''] = /const TEMPLATES = (\[.*\]);/.exec(readFileSync(COMMAND, 'utf8')) ?? [];
    expect(JSON.parse(list.replaceAll("'", '"'))).toEqual(TEMPLATES);
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
  });
});
