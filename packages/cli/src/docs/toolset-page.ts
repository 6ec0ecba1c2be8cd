import type { ToolHints } from '@haft/core';
import type { OfferModel, ToolModel, ToolsetModel } from '@haft/reflector';
import { phraseOf, type JsonSchema, type JsonSchemaObject } from '@haft/schema';
import { resolverOf, targetOf, type Resolve } from '@haft/schema/internal';
import { typeDeclarations, typeName } from '@haft/schema/signatures';

/** Returns the Markdown page of one toolset: the definitions for models, for people. */
export function toolsetPage(
  toolset: Pick<ToolsetModel, 'name' | 'description' | 'source' | 'tools' | 'offers'>,
): string {
  const { name, description, source, tools, offers = [] } = toolset;
  const summary = [...tools, ...offers].map(
    (tool) => `| [${shownName(tool)}](#${titleOf(tool).replace(' ', '-')}) | ${cell(firstLine(tool.description))} |`,
  );
  return paragraphs([
    `# ${name}`,
    description,
    `Source: \`${source}\``,
    [`| ${offers.length === 0 ? 'tool' : 'name'} | description |`, '| --- | --- |', ...summary].join('\n'),
    ...[...tools, ...offers].map(toolSection),
  ]);
}

function titleOf({ kind, name }: ToolModel): string {
  return kind === undefined ? name : `${kind} ${name}`;
}

function shownName(tool: ToolModel | OfferModel): string {
  if ('uri' in tool) return `\`${tool.uri}\``;
  return tool.kind === undefined ? `\`${tool.name}\`` : `prompt \`${tool.name}\``;
}

function toolSection(tool: ToolModel | OfferModel): string {
  return paragraphs([
    `## ${titleOf(tool)}`,
    'uri' in tool ? `URI: \`${tool.uri}\`` : undefined,
    tool.description,
    factsOf(tool),
    argumentsTable(tool.arguments.schema),
    nestedTypes(tool),
    tool.result && `Result:\n\n\`\`\`ts\n${tool.result.wireType}\n\`\`\``,
    ...tool.examples.map((example) => `Example:\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``),
  ]).trimEnd();
}

const HINTS: Readonly<Record<keyof ToolHints, string>> = {
  readOnly: 'changes nothing',
  destructive: 'may destroy existing data',
  idempotent: 'the same call twice has the effect of one',
  openWorld: 'reaches beyond this system',
};

function factsOf({ hints = {}, aliases, version }: ToolModel): string | undefined {
  const promised = Object.entries(HINTS).filter(([hint]) => hints[hint as keyof ToolHints] === true);
  const facts = [
    ...promised.map(([, text]) => text),
    ...(aliases.length > 0 ? [`earlier names: ${aliases.map((alias) => `\`${alias}\``).join(', ')}`] : []),
    ...(version === '0' ? [] : [`version ${version}`]),
  ];
  return facts.length === 0 ? undefined : `_${capitalised(facts.join('; '))}._`;
}

function argumentsTable(schema: JsonSchemaObject): string {
  const { properties = {}, required = [] } = schema;
  const resolve = resolverOf(schema);
  const rows = Object.entries(properties).map(([name, property]) => {
    const need = required.includes(name) ? 'yes' : defaultText(property);
    const what = phraseOf(property, resolve);
    return `| \`${name}\` | ${cell(what)} | ${need} | ${cell(descriptionOf(property, resolve))} |`;
  });
  if (rows.length === 0) return 'No arguments.';
  return ['| argument | what | required | description |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Returns the types of objects. The table says only that a value is an object. */
function nestedTypes({ name, arguments: { schema } }: ToolModel): string | undefined {
  if (!Object.values(schema.properties ?? {}).some(isNested)) return undefined;
  return `As types:\n\n\`\`\`ts\n${typeDeclarations(schema, `${typeName(name)}Arguments`).trimEnd()}\n\`\`\``;
}

function isNested(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false;
  if ([schema.$ref, schema.properties, schema.prefixItems, schema.allOf].some((one) => one !== undefined)) return true;
  const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return inner.some((one) => one !== undefined && typeof one === 'object' && isNested(one));
}

/** Returns the description of the property, or else of the type that it refers to. */
function descriptionOf(schema: JsonSchema | undefined, resolve: Resolve): string {
  if (schema === undefined || typeof schema === 'boolean') return '';
  if (schema.description !== undefined) return schema.description;
  return descriptionOf(targetOf(schema, resolve), () => undefined);
}

function defaultText(schema: JsonSchema): string {
  if (typeof schema === 'boolean' || schema.default === undefined) return 'no';
  return `no; default \`${JSON.stringify(schema.default)}\``;
}

/** Escapes line breaks and bars, which would end a cell of a table. */
function cell(text: string): string {
  const [first = '', ...more] = text.replaceAll('|', '\\|').split('\n');
  const rest = more.map((line) => line.trim()).filter((line) => line !== '');
  return rest.length === 0 ? first : [first.trimEnd(), ...rest].join(' ');
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function paragraphs(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}
