import { HaftError } from '@haft/core';
import { describeReceived, type Issue, type JsonSchemaObject } from '@haft/schema';

/** What is wrong with a value by ajv; empty when it fits. */
export type AjvCheck = (value: unknown) => readonly Issue[];

/**
 * Prepares a schema whose keywords only ajv knows. ajv is loaded here, the first time that such a schema comes.
 *
 * @throws HaftError `HAFT_MISSING_PEER` when ajv is not installed
 * @throws HaftError `HAFT_INVALID_SCHEMA` when ajv refuses the schema
 */
export function ajvCheck(tool: string, schema: JsonSchemaObject, keywords: readonly string[]): AjvCheck {
  const validate = compile(tool, schema, keywords);
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => issueOf(error, value));
  };
}

interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
}
interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly AjvError[] | null;
}
type AjvClass = new (options: object) => { compile(schema: object): Validate };

/** Keywords that draft 2020-12 has no more. */
const DRAFT_07 = /^(dependencies|additionalItems|items|\$recursiveRef)/;

function compile(tool: string, schema: JsonSchemaObject, keywords: readonly string[]): Validate {
  const isDraft07 = keywords.some((keyword) => DRAFT_07.test(keyword));
  const Ajv = load(tool, isDraft07 ? 'ajv' : 'ajv/dist/2020.js', keywords);
  try {
    // Formats and all that our own checker knows were checked before, in the same words as for every other tool.
    return new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  } catch (cause) {
    const message = `The parameter schema of '${tool}' cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`;
    throw new HaftError('HAFT_INVALID_SCHEMA', message, {
      hint: 'Mend the schema that is given to defineTool.',
      cause,
    });
  }
}

function load(tool: string, specifier: string, keywords: readonly string[]): AjvClass {
  try {
    // Asked for here: `node:module` is nothing that every start should load.
    const { createRequire } = process.getBuiltinModule('node:module');
    const loaded = createRequire(import.meta.url)(specifier) as AjvClass & { readonly default?: AjvClass };
    return loaded.default ?? loaded;
  } catch (cause) {
    const message = `The parameter schema of '${tool}' uses ${keywords.join(', ')}, which only ajv checks, and ajv is not installed.`;
    throw new HaftError('HAFT_MISSING_PEER', message, {
      hint: 'Run `npm install ajv@8`, or write the schema without these keywords.',
      cause,
    });
  }
}

function issueOf({ instancePath, keyword, message = 'does not fit the schema' }: AjvError, root: unknown): Issue {
  const path: (string | number)[] = [];
  let value = root;
  for (const part of instancePath.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(key) : key);
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  }
  return { path, rule: keyword, expected: `a value that ${message}`, received: describeReceived(value) };
}
