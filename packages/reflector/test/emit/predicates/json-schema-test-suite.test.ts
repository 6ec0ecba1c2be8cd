import { existsSync, readFileSync } from 'node:fs';
import type { JsonSchema } from '@haft/schema';
import { predicateOf } from '../../support/predicate-of.js';

const SUITE = new URL('../../../../../../shared/suites/json-schema-test-suite/draft2020-12.json', import.meta.url);

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** Files about keywords that Haft does not write; docs/schema-keywords.md gives the reasons. */
const NOT_OURS: readonly string[] = [
  'anchor',
  'defs',
  'dependentSchemas',
  'dynamicRef',
  'refRemote',
  'unevaluatedItems',
  'unevaluatedProperties',
  'vocabulary',
];

/** The same keywords inside groups of other files. */
const FOREIGN = /"\$id"|"\$anchor"|"\$ref":"(?!#)|"unevaluated|"dependentSchemas"/;

/** Decided differently on purpose: what the schema says of a text is enforced, not only annotated. */
const ENFORCED = /^format > .* is only an annotation by default$|^content > .* an invalid base64 string/;

const present = existsSync(SUITE);
if (!present)
  console.warn('The JSON Schema test suite is not beside this repository: emitted checks are not tested against it.');
const { files } = present
  ? (JSON.parse(readFileSync(SUITE, 'utf8')) as { files: Record<string, readonly Group[]> })
  : { files: { 'not present': [] } };
const ours = Object.keys(files).filter((name) => !name.startsWith('optional/') && !NOT_OURS.includes(name));

(present ? describe : describe.skip)('emitted checks against the JSON Schema test suite', () => {
  it.each(ours)('%s', (name) => {
    const wrong: string[] = [];
    for (const { description, schema, tests } of files[name] ?? []) {
      if (FOREIGN.test(JSON.stringify(schema))) continue;
      const accepts = predicateOf(schema);
      for (const one of tests) {
        const title = `${name} > ${description} > ${one.description}`;
        if (!ENFORCED.test(title) && accepts(one.data) !== one.valid) wrong.push(title);
      }
    }
    expect(wrong).toEqual([]);
  });
});
