import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { VisitRules } from '@haft/core/reflected';
import { ruleIssues } from '../../src/rules/rule-issues.js';
import { ruleStorage } from '../../src/rules/validator-metadata.js';

const require = createRequire(import.meta.url);
const installed = dirname(require.resolve('class-validator/package.json'));

class Dto {
  mail = 'nowhere';
}

function withoutStorage(run: () => void): void {
  const globals = globalThis as { classValidatorMetadataStorage?: unknown };
  const before = globals.classValidatorMetadataStorage;
  delete globals.classValidatorMetadataStorage;
  try {
    run();
  } finally {
    globals.classValidatorMetadataStorage = before;
  }
}

test('without a decorator that ran, the error says what to install', () => {
  withoutStorage(() => {
    expect(() => ruleStorage(Dto)).toThrow(
      expect.objectContaining({
        code: 'HAFT_MISSING_PEER',
        message: expect.stringContaining('The class Dto has class-validator rules'),
        hint: expect.stringContaining('npm install class-validator'),
      }),
    );
  });
});

test('the rules of a second installed copy of class-validator are seen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haft-copy-'));
  try {
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, 'class-validator'), { recursive: true });
    for (const part of ['package.json', 'cjs'])
      cpSync(join(installed, part), join(modules, 'class-validator', part), { recursive: true });
    for (const needed of ['validator', 'libphonenumber-js'])
      symlinkSync(join(dirname(installed), needed), join(modules, needed));
    const copy = createRequire(join(folder, 'index.js'))('class-validator') as typeof import('class-validator');
    expect(copy.IsEmail).not.toBe((require('class-validator') as typeof import('class-validator')).IsEmail);

    copy.IsEmail()(Dto.prototype, 'mail');
    const visit = (args: object, visitor: VisitRules) => {
      visitor(args, Dto, ['mail'], []);
    };
    expect(ruleIssues(visit as never, new Dto())).toMatchObject([
      { rule: 'isEmail', expected: 'an email address like "ada@example.com"', received: '"nowhere"' },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
