import { expect, it } from '@jest/globals';
import {
  describeSuite,
  JSON_SCHEMA_TEST_SUITE,
  type JsonSchemaTestSuite,
} from '../../../../scripts/suites/public-suite.js';
import { collectIssues, validates, type JsonSchema } from '../../src/index.js';

/**
 * Files about keywords that Haft neither writes nor reads. docs/schema-keywords.md has the reasons.
 */
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

/** Keywords of the same kind, inside groups of other files. */
const FOREIGN = /"\$id"|"\$anchor"|"\$ref":"(?!#)|"unevaluated/;

/**
 * Intended differences: Haft enforces the keywords for texts that the suite treats as annotations.
 */
const ENFORCED = /^format > .* is only an annotation by default$|^content > .* an invalid base64 string/;

describeSuite<JsonSchemaTestSuite<JsonSchema>>(
  'the collector against the JSON Schema test suite',
  JSON_SCHEMA_TEST_SUITE,
  ({ files }) => {
    const ours = Object.keys(files).filter((name) => !name.startsWith('optional/') && !NOT_OURS.includes(name));

    it.each(ours)('%s', (name) => {
      const wrong: string[] = [];
      for (const { description, schema, tests } of files[name] ?? []) {
        if (FOREIGN.test(JSON.stringify(schema))) continue;
        for (const one of tests) {
          const title = `${name} > ${description} > ${one.description}`;
          if (ENFORCED.test(title)) continue;
          if (validates(schema, one.data) !== one.valid) wrong.push(title);
          if ((collectIssues(schema, one.data).length === 0) !== one.valid) wrong.push(`${title} (issues)`);
        }
      }
      expect(wrong).toEqual([]);
    });
  },
);
