import type { JsonSchema } from '@haft/schema';
import { predicateOf } from '../../support/predicate-of.js';
import {
  describeSuite,
  JSON_SCHEMA_TEST_SUITE,
  type JsonSchemaTestSuite,
} from '../../../../../scripts/suites/public-suite.js';

/** Files about keywords that Haft does not write. docs/schema-keywords.md has the reasons. */
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

/**
 * Intended differences: Haft enforces the keywords for texts that the suite treats as annotations.
 */
const ENFORCED = /^format > .* is only an annotation by default$|^content > .* an invalid base64 string/;

describeSuite<JsonSchemaTestSuite<JsonSchema>>(
  'emitted checks against the JSON Schema test suite',
  JSON_SCHEMA_TEST_SUITE,
  ({ files }) => {
    const ours = Object.keys(files).filter((name) => !name.startsWith('optional/') && !NOT_OURS.includes(name));

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
  },
);
