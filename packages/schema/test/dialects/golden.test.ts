import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  limitsBroken,
  providerOf,
  StrictModeError,
  TARGETS,
  toDialect,
  type Target,
} from '../../src/dialects/index.js';
import type { JsonSchemaObject } from '../../src/index.js';
import { representativeSchemas } from '../support/representative-schemas.js';

const MODES = [undefined, true, false] as const;

/** Returns the form and its reasons, or the reason against strict mode. */
function formOf(parameters: JsonSchemaObject, target: Target, strict: boolean | undefined): object {
  try {
    const form = toDialect({ name: 'tool', parameters, strict }, target);
    return { strict: form.strict, parameters: form.parameters, rewrites: form.rewrites };
  } catch (error) {
    if (!(error instanceof StrictModeError)) throw error;
    return { refused: error.refusals };
  }
}

/** Returns the forms of a definition. Only one if they are equal. */
function formsOf(parameters: JsonSchemaObject, target: Target): object {
  const chosen = formOf(parameters, target, undefined);
  const forced = formOf(parameters, target, true);
  const isSame = JSON.stringify(chosen) === JSON.stringify(forced);
  return isSame ? chosen : { ...chosen, 'with strict: true': forced };
}

describe.each(TARGETS)('the form of %s', (target) => {
  it('is that of the golden file [SCH-14, TSP-4]', () => {
    const file = new URL(`golden/${target}.json`, import.meta.url);
    const forms = Object.fromEntries(
      Object.entries(representativeSchemas).map(([name, parameters]) => [name, formsOf(parameters, target)]),
    );
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, `${JSON.stringify(forms, undefined, 2)}\n`);
    // Compared as text, because a model reads the order of properties.
    expect(JSON.stringify(forms, undefined, 2)).toBe(
      JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), undefined, 2),
    );
  });

  it.each(Object.keys(representativeSchemas))('is refused for %s exactly where the build finds it', (name) => {
    const parameters = representativeSchemas[name] ?? {};
    for (const strict of MODES) {
      const form = formOf(parameters, target, strict);
      const found = limitsBroken([{ name: 'tool', description: '', parameters, strict }], providerOf(target));
      expect([strict, 'refused' in form]).toEqual([strict, found.some(({ kind }) => kind === 'strict')]);
    }
  });
});
