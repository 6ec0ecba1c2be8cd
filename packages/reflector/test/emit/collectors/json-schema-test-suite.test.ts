import { createChecker, type JsonSchema } from '@haft/schema';
import { findingsBy, Search } from '@haft/schema/internal';
import { EmitError } from '../../../src/emit/emit-error.js';
import { collectorOf } from '../../support/collector-of.js';
import {
  describeSuite,
  JSON_SCHEMA_TEST_SUITE,
  type JsonSchemaTestSuite,
} from '../../../../../scripts/suites/public-suite.js';

/** Keywords that Haft does not write. docs/schema-keywords.md has the reasons. */
const FOREIGN = /"\$id"|"\$anchor"|"\$dynamicAnchor"|"\$ref":"(?!#)|"unevaluated|"dependentSchemas"|"\$vocabulary"/;

describeSuite<JsonSchemaTestSuite<JsonSchema>>(
  'emitted collectors on the JSON Schema test suite',
  JSON_SCHEMA_TEST_SUITE,
  ({ files }) => {
    const ours = Object.keys(files).filter((name) => !name.startsWith('optional/'));

    it.each(ours)('%s: finds the same issues as interpretation', (name) => {
      for (const { description, schema, tests } of files[name] ?? []) {
        const collector = FOREIGN.test(JSON.stringify(schema)) ? undefined : emitted(schema);
        if (collector === undefined) continue;
        const checker = createChecker(schema);
        for (const one of tests) {
          const title = `${description} > ${one.description}`;
          const { issues, isHopeless } = checker.findingsOf(one.data);
          const found = findingsBy(collector, one.data, new Search({}));
          if (found === undefined) expect(issues.map(({ rule }) => rule)).toContain('additionalProperties');
          else expect([title, found.issues, found.isHopeless]).toEqual([title, issues, isHopeless]);
        }
      }
    });
  },
);

function emitted(schema: JsonSchema): ReturnType<typeof collectorOf> | undefined {
  try {
    return collectorOf(schema);
  } catch (error) {
    // It refers to something else than a definition: then there is no collector.
    if (error instanceof EmitError) return undefined;
    throw error;
  }
}
