import { existsSync, readFileSync } from 'node:fs';
import { createChecker, findingsBy, type JsonSchema } from '@haft/schema';
import { EmitError } from '../../../src/emit/emit-error.js';
import { collectorOf } from '../../support/collector-of.js';

const SUITE = new URL('../../../../../../shared/suites/json-schema-test-suite/draft2020-12.json', import.meta.url);

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: unknown }[];
}

/** Keywords that Haft does not write; docs/schema-keywords.md gives the reasons. */
const FOREIGN = /"\$id"|"\$anchor"|"\$dynamicAnchor"|"\$ref":"(?!#)|"unevaluated|"dependentSchemas"|"\$vocabulary"/;

const present = existsSync(SUITE);
const { files } = present
  ? (JSON.parse(readFileSync(SUITE, 'utf8')) as { files: Record<string, readonly Group[]> })
  : { files: { 'not present': [] } };
const ours = Object.keys(files).filter((name) => !name.startsWith('optional/'));

(present ? describe : describe.skip)('emitted collectors on the JSON Schema test suite', () => {
  it.each(ours)('%s: what interpretation finds', (name) => {
    for (const { description, schema, tests } of files[name] ?? []) {
      const collector = FOREIGN.test(JSON.stringify(schema)) ? undefined : emitted(schema);
      if (collector === undefined) continue;
      const checker = createChecker(schema);
      for (const one of tests) {
        const title = `${description} > ${one.description}`;
        const { issues, isHopeless } = checker.findingsOf(one.data);
        const found = findingsBy(collector, one.data);
        expect([title, found.issues, found.isHopeless]).toEqual([title, issues, isHopeless]);
      }
    }
  });
});

function emitted(schema: JsonSchema): ReturnType<typeof collectorOf> | undefined {
  try {
    return collectorOf(schema);
  } catch (error) {
    // It refers to something else than a definition: then there is no collector.
    if (error instanceof EmitError) return undefined;
    throw error;
  }
}
