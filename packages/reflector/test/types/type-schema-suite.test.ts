import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import Ajv from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonValue } from '@haft/schema';
import { readProject, type ReadProject } from '../../src/read-project.js';
import { describeSuite } from '../../../../scripts/suites/public-suite.js';
import { valuesAround } from '../support/values-around.js';

/*
 * The public suite of typescript-json-schema: for each shape, our own type must accept and reject
 * the same values as the suite's schema. The table below has the intended differences, and
 * docs/type-coverage.md their reasons.
 */

const ROOT = join(import.meta.dirname, '../../../..');
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

it('a type of each shape is read without errors', () => {
  expect(project.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
});

describeSuite<{ cases: readonly Case[] }>(
  'the suite of typescript-json-schema',
  'type-schema/typescript-json-schema.json',
  ({ cases }) => {
    const same = cases.filter((one) => !DIFFERENT.has(one.group) && !LEFT_OUT.has(one.group));
    it.each(same.map((one) => [one.group, one] as const))(
      '%s takes and refuses the same values',
      (group, { schema }) => {
        expect(differences(group, schema)).toEqual([]);
      },
    );

    it.each([...DIFFERENT])('%s differs, as docs/type-coverage.md says', (group) => {
      const one = cases.find((found) => found.group === group);
      expect(differences(group, (one as Case).schema)).not.toEqual([]);
      expect(readFileSync(join(ROOT, 'docs/type-coverage.md'), 'utf8')).toContain(`\`${group}\``);
    });

    it('has a case here for each of its groups', () => {
      const names = new Set(project.model.toolsets[0]?.tools.map((tool) => tool.name));
      const missing = cases.map((one) => one.group).filter((group) => !names.has(group.replaceAll('-', '_')));
      expect(missing.sort()).toEqual([...LEFT_OUT].sort());
    });
  },
);

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
