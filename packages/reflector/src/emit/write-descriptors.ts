import type { JsonValue } from '@haft/schema';
import type {
  DependencyModel,
  FunctionToolModel,
  OfferModel,
  ParameterModel,
  ProjectModel,
  ServiceModel,
  ToolModel,
  ToolsetModel,
  TypeModel,
} from '../model.js';
import { inputOf, type CheckedModel } from './checked-model.js';
import { named } from './emit-error.js';
import { emitInvoke } from './emit-invoke.js';
import { emitPreview, emitReconcile } from './emit-beside.js';
import { hasRulesToVisit } from './emit-visit-rules.js';
import { envelopeOf } from './envelope-of.js';
import { exampleOfTool } from './example-of-tool.js';
import { isOpen } from './is-open.js';
import { literal, propertyKey, quote } from './literal.js';
import { messagesOf } from './messages-of.js';
import type { ModuleParts } from './module-parts.js';
import { offerLines } from './offer-lines.js';
import { fingerprintOfModel } from './tool-key.js';

/** The result of {@link writeDescriptors}. */
export interface WrittenDescriptors {
  /**
   * The lines of the object that the thunk of the module returns: everything that names a class of
   * the project.
   */
  readonly thunk: readonly string[];
  /** The constants that it names, each as lines: the tools, which are nearly all of the text. */
  readonly tools: readonly (readonly string[])[];
}

/** Returns the descriptors of toolsets, services and functions. */
export function writeDescriptors(model: ProjectModel, parts: ModuleParts): WrittenDescriptors {
  const tools: (readonly string[])[] = [];
  const thunk = [
    ...list(
      'toolsets',
      model.toolsets.map((one) => toolsetLines(one, parts, tools)),
    ),
    ...list(
      'services',
      model.services.map((one) => object(serviceMembers(one, parts))),
    ),
    ...list(
      'functions',
      model.functions.map((one) => functionLines(one, parts, tools)),
      'leave out when empty',
    ),
  ];
  return { thunk, tools };
}

function toolsetLines(toolset: ToolsetModel, parts: ModuleParts, tools: (readonly string[])[]): readonly string[] {
  const constant = (kind: string, models: readonly ToolModel[]): string => {
    const name = parts.name(`${kind}_${parts.imports.class(toolset.class)}`);
    const described = models.map((one) => named(toolset, one, () => toolLines(one, parts)));
    tools.push([`const ${name} = [`, ...described.flat().map((line) => `  ${line}`), '];']);
    return name;
  };
  const ofKind = (kind: OfferModel['kind']): readonly OfferModel[] =>
    (toolset.offers ?? []).filter((one) => one.kind === kind);
  const [resources, prompts] = [ofKind('resource'), ofKind('prompt')];
  return object([
    ...serviceMembers(toolset, parts),
    `name: ${quote(toolset.name)},`,
    `source: ${quote(toolset.source)},`,
    ...member('description', toolset.description),
    ...member('instructions', toolset.instructions),
    'checks,',
    'collectors,',
    `tools: ${constant('tools', toolset.tools)},`,
    ...(resources.length === 0 ? [] : [`resources: ${constant('resources', resources)},`]),
    ...(prompts.length === 0 ? [] : [`prompts: ${constant('prompts', prompts)},`]),
  ]);
}

function functionLines(one: FunctionToolModel, parts: ModuleParts, tools: (readonly string[])[]): readonly string[] {
  const name = parts.name(`tool_${one.tool.name}`);
  const described = named(one, one.tool, () => toolLines(one.tool, parts, 'function'));
  tools.push([`const ${name} = {`, ...described.slice(1, -1), '};']);
  return object([`function: ${parts.imports.function(one.function)},`, 'checks,', 'collectors,', `tool: ${name},`]);
}

function toolLines(tool: ToolModel, parts: ModuleParts, kind?: 'function'): readonly string[] {
  const host = tool.parameters.map((one, index) => ({ one, index })).filter((entry) => entry.one.kind === 'host');
  const messages = messagesOf(tool.arguments);
  const parameters = JSON.stringify(tool.arguments.schema);
  return object([
    `name: ${quote(tool.name)},`,
    `method: ${quote(tool.method)},`,
    `version: ${quote(tool.version)},`,
    `description: ${quote(tool.description)},`,
    ...(tool.aliases.length === 0 ? [] : member('aliases', tool.aliases)),
    ...member('otherNames', tool.otherNames),
    ...member('strict', tool.strict),
    ...member('programs', tool.programs),
    ...member('hints', tool.hints as JsonValue | undefined),
    ...member('metadata', tool.metadata),
    `parameters: ${quote(parameters)},`,
    ...(tool.result === undefined ? [] : [`result: ${json(tool.result.schema)},`]),
    ...(tool.result?.mayBeMissing === true ? ['mayReturnNothing: true,'] : []),
    ...(messages === undefined ? [] : [`messages: ${json(messages)},`]),
    ...aliasLines(tool.arguments),
    `example: ${quote(parts.example(JSON.stringify([parameters, tool.examples]), () => exampleOfTool(tool)))},`,
    ...(tool.examples.length === 0 ? [] : [`examples: ${json(tool.examples)},`]),
    `fingerprint: ${quote(fingerprintOfModel(tool))},`,
    ...(isOpen(tool.arguments.schema) ? ['open: true,'] : []),
    ...member('envelope', envelopeOf(tool)),
    ...(tool.sensitive.length === 0 ? [] : member('sensitive', tool.sensitive)),
    ...referenceLines(tool),
    `invoke: ${emitInvoke(tool, kind, (name) => parts.imports.helper(name))},`,
    ...besideLines(tool, parts),
    ...(tool.parameters.some((one) => one.kind === 'run') ? ['usesRun: true,'] : []),
    ...list(
      'host',
      host.map(({ one, index }) => [`${hostParameter(one, index, parts)},`]),
      'leave out when empty',
    ),
    ...(hasRulesToVisit(tool, parts) ? ['hasRules: true,'] : []),
    ...inputLines(tool, parts),
    ...(isOffer(tool) ? offerLines(tool) : []),
  ]);
}

function isOffer(tool: ToolModel): tool is OfferModel {
  return tool.kind !== undefined;
}

function aliasLines({ aliases }: TypeModel): readonly string[] {
  return aliases === undefined ? [] : [`propertyAliases: ${json(aliases)},`];
}

/** Returns the functions that call the methods of `@Preview` and `@Effect`. */
function besideLines(tool: ToolModel, parts: ModuleParts): readonly string[] {
  const { preview, reconcile } = tool.beside ?? {};
  const helper = (name: string): string => parts.imports.helper(name);
  return [
    ...(preview === undefined ? [] : [`preview: ${emitPreview(tool, preview, helper)},`]),
    ...(reconcile === undefined ? [] : [`reconcile: ${emitReconcile(tool, reconcile, helper)},`]),
  ];
}

/** Returns the parameters and the result of type `Ref<T>`. */
function referenceLines({ parameters, result }: ToolModel): readonly string[] {
  const taken = parameters.flatMap((one) =>
    one.kind === 'model' && one.reference !== undefined ? [[one.name, one.reference] as const] : [],
  );
  const kept = result?.reference;
  if (taken.length === 0 && kept === undefined) return [];
  return member('references', {
    ...(taken.length === 0 ? {} : { parameters: Object.fromEntries(taken) }),
    ...(kept === undefined ? {} : { result: { ...kept, schema: JSON.stringify(kept.schema) } }),
  });
}

function inputLines(tool: ToolModel, parts: ModuleParts): readonly string[] {
  const input = inputOf(tool);
  if (input === undefined) return [];
  const [first = '', ...others] = object(checkedLines(tool.name, input, parts));
  return [`input: ${first}`, ...others];
}

function checkedLines(tool: string, checked: CheckedModel, parts: ModuleParts): readonly string[] {
  const { schema } = checked.arguments;
  const text = JSON.stringify(schema);
  const messages = messagesOf(checked.arguments);
  return [
    `name: ${quote(tool)},`,
    `parameters: ${quote(text)},`,
    ...(messages === undefined ? [] : [`messages: ${json(messages)},`]),
    ...aliasLines(checked.arguments),
    `example: ${quote(parts.example(JSON.stringify([text]), () => exampleOfTool(checked)))},`,
    `fingerprint: ${quote(fingerprintOfModel(checked))},`,
    ...(isOpen(schema) ? ['open: true,'] : []),
    ...(checked.sensitive.length === 0 ? [] : member('sensitive', checked.sensitive)),
    ...(hasRulesToVisit(checked, parts) ? ['hasRules: true,'] : []),
  ];
}

function hostParameter(parameter: ParameterModel, index: number, parts: ModuleParts): string {
  if (parameter.kind !== 'host') return '';
  const members = [`index: ${index}`, `name: ${quote(parameter.name)}`];
  // A getter: if the class and the module import each other, the class may still be undefined.
  if (parameter.class !== undefined) members.push(`get class() { return ${parts.imports.class(parameter.class)}; }`);
  if (parameter.input === true) members.push('input: true');
  if (parameter.request === true) members.push('request: true');
  return `{ ${members.join(', ')} }`;
}

function serviceMembers(service: ServiceModel, parts: ModuleParts): readonly string[] {
  const dependencies = service.dependencies.map((one) => dependency(one, parts)).join(', ');
  const properties = Object.entries(service.properties).map(
    ([name, one]) => `${propertyKey(name)}: ${dependency(one, parts)}`,
  );
  return [
    `class: ${parts.imports.class(service.class)},`,
    `dependencies: [${dependencies}],`,
    ...(properties.length === 0 ? [] : [`properties: { ${properties.join(', ')} },`]),
  ];
}

function dependency(model: DependencyModel, parts: ModuleParts): string {
  if (model.kind === 'inject') return "'inject'";
  if (model.kind === 'none') return 'undefined';
  const name = parts.imports.class(model.class);
  return model.optional ? `{ optional: ${name} }` : name;
}

/** Returns a value as JSON text, which the runtime parses on demand. */
function json(value: unknown): string {
  return quote(JSON.stringify(value));
}

function member(name: string, value: JsonValue | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}: ${literal(value)},`];
}

function object(members: readonly string[]): readonly string[] {
  return ['{', ...members.map((line) => `  ${line}`), '},'];
}

function list(
  name: string,
  items: readonly (readonly string[])[],
  whenEmpty: 'write' | 'leave out when empty' = 'write',
): readonly string[] {
  if (items.length === 0) return whenEmpty === 'write' ? [`${name}: [],`] : [];
  return [`${name}: [`, ...items.flat().map((line) => `  ${line}`), '],'];
}
