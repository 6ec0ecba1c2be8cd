import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemas } from '../shapes/json-schemas.js';

const FOLDER = new URL('../generated/', import.meta.url).pathname;

/**
 * Writes a JSON file with the definitions of this number of tools of shape M, each with a different
 * constraint.
 *
 * @returns the file
 */
export function toolManifest(count: number): string {
  const file = join(FOLDER, `manifest-${count}.json`);
  if (existsSync(file)) return file;
  mkdirSync(FOLDER, { recursive: true });
  const tools = Array.from({ length: count }, (_, i) => ({
    name: `tool_${i}`,
    description: `Tool ${i}`,
    parameters: schemaOf(i),
  }));
  writeFileSync(file, JSON.stringify({ tools }));
  return file;
}

function schemaOf(i: number): unknown {
  const { properties, ...schema } = jsonSchemas.M;
  return { ...schema, properties: { ...properties, title: { type: 'string', minLength: 1, maxLength: 120 + i } } };
}
