import { HaftError } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import type { Ajv } from '@haft/arguments';

/**
 * Loads ajv for a schema with keywords that only ajv knows, and returns it for the draft of
 * the schema. The check itself is lazily loaded code: see `CheckTools`.
 *
 * @param tool - name of the tool, for messages
 * @param keywords - the keywords that only ajv knows
 * @throws {HaftError} `HAFT_MISSING_PEER` if ajv 8 is not installed
 * @throws {HaftError} `HAFT_INVALID_SCHEMA` if ajv rejects the schema
 */
export function ajvFor(tool: string, schema: JsonSchemaObject, keywords: readonly string[]): Ajv {
  const isDraft07 = keywords.some((keyword) => DRAFT_07.test(keyword));
  const ajv = loadAjv(tool, isDraft07 ? 'ajv' : 'ajv/dist/2020.js', keywords);
  try {
    new ajv.Ajv({ strict: false, validateFormats: false, code: { regExp: REG_EXP } }).compile(schema);
  } catch (cause) {
    const message = `The parameter schema of '${tool}' cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`;
    throw new HaftError('HAFT_INVALID_SCHEMA', message, {
      hint: 'Fix the schema in defineTool.',
      cause,
    });
  }
  return ajv;
}

/** Keywords that draft 2020-12 no longer has. */
const DRAFT_07 = /^(dependencies|additionalItems|items|\$recursiveRef)/;

/**
 * Compiles a pattern when it is tested. Only the patterns of the meta-schema are: this check reads
 * no values.
 */
const REG_EXP = Object.assign(
  (pattern: string) => ({
    test: (text: string) => new RegExp(pattern, 'u').test(text),
    toString: () => pattern,
  }),
  { code: 'compilePattern' },
);

/** The major version that has these classes, as in `ajv/package.json`. */
const NEEDED = '8.';

function loadAjv(tool: string, specifier: string, keywords: readonly string[]): Ajv {
  let found: string | undefined;
  try {
    // Imports nothing at load time: `node:module` slows every start, and a bundler must not search
    // for ajv.
    const { createRequire } = process.getBuiltinModule('node:module');
    // A CommonJS bundle has no `import.meta.url`. There, ajv is next to the bundle.
    const require = createRequire((import.meta as { readonly url?: string }).url ?? `${process.cwd()}/`);
    found = (require('ajv/package.json') as { readonly version: string }).version;
    if (found.startsWith(NEEDED)) {
      const loaded = require(specifier) as Ajv & Ajv['Ajv'] & { readonly default?: Ajv['Ajv'] };
      return { Ajv: loaded.default ?? loaded, _: loaded._, Name: loaded.Name };
    }
  } catch (cause) {
    throw missing(tool, keywords, 'ajv is not installed', cause);
  }
  throw missing(tool, keywords, `ajv is installed in version ${found}, not in version 8`);
}

function missing(tool: string, keywords: readonly string[], problem: string, cause?: unknown): HaftError {
  const message = `The parameter schema of '${tool}' uses ${keywords.join(', ')}, which only ajv checks, and ${problem}.`;
  return new HaftError('HAFT_MISSING_PEER', message, {
    hint: 'Run `npm install ajv@8`, or write the schema without these keywords. A bundle needs ajv next to it.',
    ...(cause === undefined ? {} : { cause }),
  });
}
