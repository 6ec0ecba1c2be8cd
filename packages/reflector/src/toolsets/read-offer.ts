import { parseUriTemplate, variablesOf } from '@haft/core/uri-template';
import type { JsonValue } from '@haft/schema';
import type { MethodBesideModel, OfferModel } from '../model.js';
import { jsonConstant } from '../program/json-constant.js';
import { evaluate } from '../program/evaluate.js';
import type { ts } from '../program/typescript.js';
import { aliasesOf } from '../types/read/aliases-of.js';
import { checkPromptResult } from './check-prompt-result.js';
import { checkPromptArguments, checkVariables } from './check-variables.js';
import { reportNotConstant, textOption } from './constant-options.js';
import type { HaftDecorator } from './haft-names.js';
import { methodOf, reportMisfit } from './named-method.js';
import { readDefinition, type ReadDefinition } from './read-definition.js';
import type { ReadingContext } from './reading-context.js';
import { isText, returnedItem } from './returned-items.js';
import type { ToolsetDefaults, ToolSource } from './tool-source.js';

/**
 * Reads one resource or prompt. Reports all problems. Returns undefined if they leave nothing to
 * write.
 */
export function readOffer(
  source: ToolSource,
  defaults: ToolsetDefaults,
  context: ReadingContext,
): OfferModel | undefined {
  const read = readDefinition(source, OFFER_OPTIONS, defaults, context);
  if (read === undefined) return undefined;
  const { model, options } = read;
  reportAliases(read, context);
  reportDecoratorsOfTool(source, defaults, context);
  const title = textOption(options['title']);
  const icons = jsonOf(options['icons']);
  const common = {
    ...model,
    ...(title === undefined ? {} : { title }),
    ...(icons === undefined ? {} : { icons }),
  };
  if (source.kind !== 'prompt') return readResource(common, read, defaults, context);
  checkPromptArguments(read, context);
  checkPromptResult(read, context);
  return { ...common, kind: 'prompt' };
}

const OFFER_OPTIONS = ['title', 'icons', 'mimeType', 'annotations', 'list'];

function readResource(
  common: Omit<OfferModel, 'kind'>,
  read: ReadDefinition,
  { declaration: owner }: ToolsetDefaults,
  context: ReadingContext,
): OfferModel | undefined {
  const { decorator } = read.tool.source;
  const expression = decorator?.args[0];
  if (decorator === undefined || expression === undefined) return undefined;
  const { diagnostics } = context;
  const found = evaluate(expression, context.checker, decorator.bindings);
  if (!('value' in found)) {
    reportNotConstant('@Resource uri', found, diagnostics);
    return undefined;
  }
  // The compiler rejects another type.
  if (typeof found.value !== 'string') return undefined;
  const template = parseUriTemplate(found.value);
  const place = decorator.bindings === undefined ? expression : decorator.node;
  if ('problem' in template) {
    diagnostics.at(place, {
      code: 'HAFT1122',
      message: `'${found.value}' is not a URI template that Haft supports.`,
      fix: template.problem,
    });
    return undefined;
  }
  checkVariables(variablesOf(template), place, read, context);
  const { options } = read;
  const annotations = jsonOf(options['annotations']);
  const mimeType = textOption(options['mimeType']);
  const list = owner === undefined ? undefined : listOf(textOption(options['list']), { decorator, owner }, context);
  if (list !== undefined && variablesOf(template).length === 0)
    diagnostics.at(place, {
      code: 'HAFT1122',
      message: `'${found.value}' has no variables, so the option 'list' has no effect.`,
      fix: 'Remove the option, or write a variable: {name}.',
    });
  return {
    ...common,
    kind: 'resource',
    uri: found.value,
    uriPlace: diagnostics.place(place),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(list === undefined ? {} : { list }),
  };
}

/** Returns the method of the option `list`. Reports one that cannot list resources. */
function listOf(
  name: string | undefined,
  { decorator, owner }: { readonly decorator: HaftDecorator; readonly owner: ts.ClassLikeDeclaration },
  context: ReadingContext,
): MethodBesideModel | undefined {
  if (name === undefined) return undefined;
  const named = { decorator, name };
  const signature = methodOf(owner, named, context);
  if (signature === undefined) return undefined;
  const { checker, names } = context;
  const parameters = signature.getParameters();
  const takesRun = parameters.every((one) => names.isRunContext(checker.getTypeOfSymbolAtLocation(one, owner)));
  const item = returnedItem(signature, checker);
  const isListed =
    item !== undefined && (isText(item) || (item.isUnion() ? item.types : [item]).every(isListedResource));
  if (!takesRun || parameters.length > 1 || !isListed) {
    reportMisfit(named, 'It takes (run) or nothing, and returns a list of URIs, or of { uri, name }.', context);
    return undefined;
  }
  return { method: name, usesRun: parameters.length > 0 };
}

function isListedResource(type: ts.Type): boolean {
  return isText(type) || type.getProperty('uri') !== undefined;
}

function jsonOf(value: Parameters<typeof jsonConstant>[0]): JsonValue | undefined {
  return value === undefined ? undefined : jsonConstant(value);
}

/** The decorators that a method has for its calls as a tool, and that a read could not keep. */
const OF_TOOLS_ONLY = ['Background', 'Effect', 'External', 'Isolated'];

/**
 * Reports decorators of a method that is also a tool and whose work a read of the resource would do
 * without them: in this process, at once, without a ledger.
 */
function reportDecoratorsOfTool(
  { declaration, overridden, kind }: ToolSource,
  { declaration: owner }: ToolsetDefaults,
  { names, diagnostics }: ReadingContext,
): void {
  const methods = overridden === undefined ? [declaration] : [declaration, overridden];
  if (!methods.some((one) => names.decorator(one, 'Tool') !== undefined)) return;
  const places = owner === undefined ? methods : [...methods, owner];
  for (const decorator of places.flatMap((one) => names.decorators(one))) {
    if (!OF_TOOLS_ONLY.includes(decorator.name)) continue;
    diagnostics.at(decorator.node, {
      code: 'HAFT1082',
      message: `@${decorator.name} does not fit the ${kind}: it has an effect on calls of the tool only.`,
      fix: `Write a separate method for the ${kind}.`,
    });
  }
}

function reportAliases({ tool }: ReadDefinition, { names, diagnostics }: ReadingContext): void {
  const { source, name, comment } = tool;
  if (aliasesOf(comment.tags) === undefined || names.decorator(source.declaration, 'Tool') !== undefined) return;
  diagnostics.at(source.reportAt, {
    code: 'HAFT1026',
    message: `The ${source.kind} '${name}' has a tag @alias, but only tools have other names.`,
    fix: 'Remove the tag.',
  });
}
