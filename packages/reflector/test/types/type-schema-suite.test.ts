import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import Ajv from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonValue } from '@haft/schema';
import { readProject, type ReadProject } from '../../src/read-project.js';
import { valuesAround } from '../support/values-around.js';

/*
 * The public suite of typescript-json-schema: a type of each shape, in our own words, must take and refuse the values that the
 * suite's schema takes and refuses. What differs on purpose is in the table below, and with its reason in docs/type-coverage.md.
 */

const ROOT = join(import.meta.dirname, '../../../..');
const SUITE = join(ROOT, '../shared/suites/type-schema/typescript-json-schema.json');
const FIXTURE = join(import.meta.dirname, '../fixtures/type-schema');

interface Case {
  readonly group: string;
  readonly schema: { readonly [keyword: string]: unknown };
}

/** Cases whose schema is another one on purpose. */
const DIFFERENT = new Set([
  'annotation-id',
  'annotation-title',
  'annotation-tjs',
  'generate-all-types',
  'numeric-keys-and-others',
  'object-numeric-index',
  'object-numeric-index-as-property',
  'string-template-literal',
  'type-primitives',
  'user-symbols',
]);

/** Cases that no type of a parameter can be written for. */
const LEFT_OUT = new Set(['annotation-ref', 'typeof-keyword', 'symbol']);

const present = existsSync(SUITE);
const cases = present ? (JSON.parse(readFileSync(SUITE, 'utf8')) as { readonly cases: readonly Case[] }).cases : [];
if (!present) process.stderr.write('The suite type-schema is not beside the repository: its cases are skipped.\n');

const draft7 = new (Ajv as unknown as typeof Ajv.default)({ strict: false, allErrors: true, unicodeRegExp: true });
const draft2020 = new Ajv2020({ strict: false, allErrors: true });
for (const ajv of [draft7, draft2020]) (addFormats as unknown as (ajv: unknown) => void)(ajv);

let project: ReadProject;
beforeAll(() => {
  project = readProject({
    tsconfig: join(FIXTURE, 'tsconfig.json'),
    out: join(FIXTURE, 'src/toolsets.gen.ts'),
    strict: false,
  });
});

describe('the suite of typescript-json-schema', () => {
  it('is read without errors', () => {
    expect(project.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  });

  const same = cases.filter((one) => !DIFFERENT.has(one.group) && !LEFT_OUT.has(one.group));
  (present ? it.each(same.map((one) => [one.group, one] as const)) : it.skip.each([['cases', undefined] as const]))(
    '%s takes and refuses the same values',
    (group, one) => {
      expect(differences(group, (one as Case).schema)).toEqual([]);
    },
  );

  (present ? it.each([...DIFFERENT].map((group) => [group] as const)) : it.skip.each([['cases'] as const]))(
    '%s differs, as docs/type-coverage.md says',
    (group) => {
      const one = cases.find((found) => found.group === group);
      expect(differences(group, (one as Case).schema)).not.toEqual([]);
      expect(readFileSync(join(ROOT, 'docs/type-coverage.md'), 'utf8')).toContain(`\`${group}\``);
    },
  );

  (present ? it : it.skip)('has a case here for each of its groups', () => {
    const names = new Set(project.model.toolsets[0]?.tools.map((tool) => tool.name));
    const missing = cases.map((one) => one.group).filter((group) => !names.has(group.replaceAll('-', '_')));
    expect(missing.sort()).toEqual([...LEFT_OUT].sort());
  });
});

/** The values on which the two schemas disagree. */
function differences(group: string, theirs: Case['schema']): readonly unknown[] {
  const tool = project.model.toolsets[0]?.tools.find((one) => one.name === group.replaceAll('-', '_'));
  const { properties, $defs } = tool?.arguments.schema ?? {};
  const ours = { ...(properties?.['value'] as object), ...($defs === undefined ? {} : { $defs }) };
  const { $schema: _, ...expected } = theirs;
  const takesTheirs = draft7.compile(expected);
  const takesOurs = draft2020.compile(ours);
  const values: readonly JsonValue[] = [...valuesAround(expected), ...valuesAround(ours)];
  return values
    .filter((value) => takesTheirs(value) !== takesOurs(value))
    .map((value) => ({ value, theirs: takesTheirs(value), ours: takesOurs(value) }))
    .slice(0, 3);
}
