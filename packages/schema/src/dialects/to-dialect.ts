import { sameJson } from '../values/same-json.js';
import type { JsonValue } from '../json-schema.js';
import { restoreWith, writeWith, type Codec } from './codec/codec.js';
import { Restoring } from './codec/restoring.js';
import type { DialectDefinition, DialectForm, Restored, RestoreOptions } from './dialect-form.js';
import { rulesOf } from './dialect-rules.js';
import { withValidNames } from './parameter-names.js';
import { plainRoot } from './plain-root.js';
import { PROVIDER_LIMITS } from './provider-limits.js';
import { writeDocument, type WrittenDocument } from './rewrite/document.js';
import { StrictModeError } from './strict-mode-error.js';
import { providerOf, type Target } from './target.js';

/**
 * Rewrites the parameter schema of a tool for a target. The result reports the changes and converts
 * the arguments of the model back.
 *
 * Decides about strict mode for each tool: uses it if no rewrite loses anything, or if the
 * definition requires it. A second rewrite of the result changes nothing.
 *
 * @throws StrictModeError if the definition requires strict mode, but breaks its limits.
 *   `limitsBroken` finds the same problems.
 */
export function toDialect(definition: DialectDefinition, target: Target): DialectForm {
  const { schema, rewrites, names } = withValidNames(definition.parameters, PROVIDER_LIMITS[providerOf(target)]);
  if (names === undefined) return formOf(definition, target);
  const form = formOf({ ...definition, parameters: schema }, target);
  return {
    ...form,
    rewrites: [...rewrites, ...form.rewrites],
    restore: (value, { sensitive = [] } = {}) =>
      names.restored(form.restore(value, { sensitive: names.sensitive(sensitive) })),
    write: (value) => form.write(names.write(value)),
  };
}

function formOf(definition: DialectDefinition, target: Target): DialectForm {
  return strictForm(definition, target) ?? looseForm(definition, target);
}

function strictForm(definition: DialectDefinition, target: Target): DialectForm | undefined {
  const rules = definition.strict === false ? undefined : rulesOf(target, true);
  if (rules?.strict === undefined) return undefined;
  const { schema, codec, rewrites, refusals } = writeDocument(definition.parameters, rules);
  const [refusal] = refusals;
  if (refusal !== undefined) {
    if (definition.strict === true) throw new StrictModeError(definition.name, rules.title, refusals);
    return undefined;
  }
  if (definition.strict !== true && rewrites.some((one) => one.loses !== undefined)) return undefined;
  return form(definition, target, true, { schema, codec, rewrites });
}

function looseForm(definition: DialectDefinition, target: Target): DialectForm {
  const rules = rulesOf(target, false);
  const { parameters } = definition;
  const written = rules === undefined ? plainRoot(parameters, target) : writeDocument(parameters, rules);
  return form(definition, target, false, written);
}

function form(
  { parameters }: DialectDefinition,
  target: Target,
  strict: boolean,
  { schema, codec, rewrites }: Omit<WrittenDocument, 'refusals'>,
): DialectForm {
  const isSame = codec === undefined && (schema === parameters || sameJson(schema, parameters));
  return {
    target,
    strict,
    parameters: isSame ? parameters : schema,
    rewrites: isSame ? [] : rewrites,
    restore: (value, options) => restored(value, codec, options),
    write: (value) => writeWith(codec, value),
  };
}

function restored(value: JsonValue, codec: Codec | undefined, { sensitive = [] }: RestoreOptions = {}): Restored {
  const at = new Restoring(sensitive);
  const back = restoreWith(codec, value, at);
  return { value: back, changes: at.changes, issues: at.issues, asSent: (issue) => at.asSent(issue, value) };
}
