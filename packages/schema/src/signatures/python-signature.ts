import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { functionName } from './function-name.js';
import { className, isPythonName, PYTHON_KEYWORDS, pythonLiteral, PythonTypes, USED_NAMES } from './python-types.js';
import type { SignedTool } from './tool-signature.js';

/**
 * Writes a tool as a function with keyword arguments, after the `TypedDict` classes of its types.
 */
export function pythonSignature({ name, description, parameters, result }: SignedTool): string {
  const stem = className(name);
  const taken = new Set(USED_NAMES);
  const types = new PythonTypes(parameters, `${stem}Arguments`, taken);
  const results = result === undefined ? undefined : new PythonTypes(result, `${stem}Result`, taken);
  const takes = parametersOf(parameters, stem, types);
  const gives = results?.whole() ?? 'Any';
  const called = functionName(name, PYTHON_KEYWORDS);
  const signature = `def ${called}(${takes}) -> ${gives}:\n    ${docstring(description, parameters)}\n`;
  return [...types.classes(), ...(results?.classes() ?? []), signature].join('\n');
}

function parametersOf(parameters: JsonSchemaObject, stem: string, types: PythonTypes): string {
  const { properties = {}, required = [] } = parameters;
  const entries = Object.entries(properties);
  if (entries.length === 0) return parameters.additionalProperties === false ? '' : '**arguments: Any';
  if (!entries.every(([key]) => isPythonName(key))) return `**arguments: Unpack[${types.whole()}]`;
  const written = entries.map(([key, schema]) => {
    const type = types.annotation(schema, `${stem}${className(key)}`);
    return `${key}: ${type}${required.includes(key) ? '' : ` = ${defaultOf(schema)}`}`;
  });
  return `*, ${written.join(', ')}`;
}

/** Returns the value of an omitted argument, or the dots of a stub if it is unknown. */
function defaultOf(schema: JsonSchema): string {
  return typeof schema === 'boolean' || schema.default === undefined ? '...' : pythonLiteral(schema.default);
}

function docstring(description: string, { properties = {} }: JsonSchemaObject): string {
  const parameters = Object.entries(properties).flatMap(([key, schema]) =>
    typeof schema === 'boolean' || schema.description === undefined ? [] : [`${key}: ${schema.description}`],
  );
  const text = [description, ...(parameters.length === 0 ? [] : ['', ...parameters])].join('\n');
  const safe = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\0', '\\0')
    .replace(/"""|"$/g, (quotes) => quotes.replaceAll('"', '\\"'));
  const lines = safe.split('\n').map((line, index) => (index === 0 || line === '' ? line : `    ${line}`));
  return `"""${lines.join('\n')}${lines.length > 1 ? '\n    ' : ''}"""`;
}
