import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as classValidator from 'class-validator';
import { format } from 'prettier';
import { ruleEntry, RULE_GROUPS } from '../../../src/constraints/class-validator/rule-table.js';
import { virtualProgram } from '../../support/virtual-program.js';
import { classValidatorPage } from '../../support/class-validator-page.js';

const page = join(import.meta.dirname, '../../../../../docs/class-validator.md');

/** Exports of class-validator with a capital letter that are not decorators of a property. */
const NO_RULES = [...['ValidationError', 'ValidationTypes', 'Validator', 'MetadataStorage', 'ValidatorConstraint']];

test('every decorator of class-validator has a row', () => {
  const exported = Object.entries(classValidator).filter(([, value]) => typeof value === 'function');
  const decorators = exported.map(([name]) => name).filter((name) => /^[A-Z]/.test(name) && !NO_RULES.includes(name));
  expect(decorators.filter((name) => ruleEntry(name) === undefined)).toEqual([]);
});

test('every row is a decorator of class-validator, once', () => {
  const rows = Object.values(RULE_GROUPS).flat();
  expect(rows.filter(({ decorator }) => !(decorator in classValidator))).toEqual([]);
  expect(new Set(rows.map(({ decorator }) => decorator)).size).toBe(rows.length);
});

test('validation options are at the position in the table', () => {
  const rows = Object.values(RULE_GROUPS).flat();
  const exported = rows.map(({ decorator }) => `export const ${decorator} = cv.${decorator};`);
  const { checker, initialiser } = virtualProgram({
    'main.ts': `import * as cv from 'class-validator';\n${exported.join('\n')}`,
  });
  const places = (decorator: string) =>
    checker
      .getTypeAtLocation(initialiser(decorator))
      .getCallSignatures()
      .flatMap((signature) =>
        signature.getParameters().flatMap((parameter, index) => {
          const type = checker.typeToString(checker.getTypeOfSymbol(parameter));
          return type.includes('ValidationOptions') ? [index] : [];
        }),
      );
  for (const { decorator, optionsAt, optionsMayComeEarly } of rows) {
    // `@Validate` is never covered, whatever the position of its options.
    const early = optionsMayComeEarly === true || decorator === 'Validate' ? [optionsAt - 1] : [];
    expect({ decorator, places: [...new Set(places(decorator))].sort() }).toEqual({
      decorator,
      places: [...early, optionsAt],
    });
  }
});

test('docs/class-validator.md matches the table (write it anew with UPDATE_DOCS=1)', async () => {
  const wanted = await format(classValidatorPage(), { parser: 'markdown', printWidth: 120 });
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, wanted);
  expect(existsSync(page) ? readFileSync(page, 'utf8') : '').toBe(wanted);
});
