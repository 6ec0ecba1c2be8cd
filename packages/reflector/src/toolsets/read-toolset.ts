import type { DefinitionKind } from '@haft/core';
import { guarded } from '../diagnostics/internal-error.js';
import type { ToolsetModel } from '../model.js';
import { FunctionConstant } from '../program/constant.js';
import { ts } from '../program/typescript.js';
import { commentOf } from '../types/read/comments.js';
import { doubtfulTags, withoutKeywords } from '../types/read/doubtful-tags.js';
import { baseClasses } from './base-classes.js';
import { checkBases } from './check-bases.js';
import { constantOptions, textOption } from './constant-options.js';
import { decoratedMethods, isPublic } from './decorated-methods.js';
import { KIND_DECORATORS, makesDefinition, rowOf } from './decorator-table.js';
import type { ToolsetClass } from './find-toolsets.js';
import { decoratorsOn } from './haft-names.js';
import { readCompletions } from './read-completions.js';
import type { DependencyReader } from './read-dependencies.js';
import { readHints } from './read-hints.js';
import { readOffer } from './read-offer.js';
import { readTool } from './read-tool.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolSource } from './tool-source.js';

/**
 * Reads a toolset class with its tools. Returns undefined if the generated module could not import
 * it.
 */
export function readToolset(
  { declaration, decorator }: ToolsetClass,
  dependencies: DependencyReader,
  context: ReadingContext,
): ToolsetModel | undefined {
  const { checker, diagnostics, references } = context;
  const symbol = declaration.name === undefined ? symbolOf(declaration) : checker.getSymbolAtLocation(declaration.name);
  const reference = symbol === undefined ? undefined : references.of(symbol);
  const options = constantOptions(
    { decorator: '@Toolset', expression: decorator.args[0], bindings: decorator.bindings },
    TOOLSET_OPTIONS,
    context,
  );
  const classes = [...baseClasses(declaration, checker)];
  const defaults = {
    prefix: textOption(options['prefix']),
    version: textOption(options['version']) ?? '0',
    hints: readHints(declaration, context),
    declaration,
    isController: classes.some((one) => context.nest.has(one, 'Controller')),
  };
  const methods = symbol === undefined ? [] : KINDS.flatMap((kind) => decoratedMethods(kind, symbol, classes, context));
  const readEach = <M>(sources: readonly ToolSource[], read: (source: ToolSource) => M | undefined): readonly M[] =>
    sources.flatMap((one): readonly M[] => {
      const what = `the ${one.kind} '${declaration.name?.text ?? 'class'}.${one.name}'`;
      const model = guarded(what, one.reportAt, diagnostics, () => read(one));
      return model === undefined ? [] : [model];
    });
  const [ofTools, ofOffers] = [
    methods.filter(({ kind }) => kind === 'tool'),
    methods.filter(({ kind }) => kind !== 'tool'),
  ];
  const tools = readEach(ofTools, (one) => readTool(one, defaults, context));
  const offers = readCompletions(
    {
      classes,
      methods: new Set(ofOffers.map(({ name }) => name)),
      offers: readEach(ofOffers, (one) => readOffer(one, defaults, context)),
    },
    context,
  );
  if (ofTools.length === 0 && ofOffers.length > 0) reportDecoratorsOfTools(classes, context);
  for (const one of classes) {
    reportMisplacedTools(one, one === declaration, context);
    reportUnfollowed(one, context);
  }
  checkBases(declaration, new Set(methods.map(({ name }) => name)), context);
  if (methods.length === 0 && !declaration.members.some(isMarked)) {
    diagnostics.at(declaration.name ?? declaration, {
      code: 'HAFT1012',
      severity: 'warning',
      message: `The toolset ${declaration.name?.text ?? 'class'} has no tools.`,
      fix: 'Put @Tool(), @Resource() or @Prompt() on a public method.',
    });
  }
  if (symbol === undefined || reference === undefined) {
    diagnostics.at(declaration.name ?? declaration, {
      code: 'HAFT1011',
      message: `The toolset ${declaration.name?.text ?? 'class'} is not exported: the generated module cannot import it.`,
      fix: ts.isSourceFile(declaration.parent)
        ? `Write 'export' before the class.`
        : 'Move it to the top level of its file, and export it there.',
    });
    return undefined;
  }
  if (declaration.name === undefined && options['name'] === undefined) {
    diagnostics.at(declaration, {
      code: 'HAFT1025',
      severity: 'warning',
      message: `A toolset class without a name is '${reference.name}' in messages and definitions.`,
      fix: "Name the class, or write @Toolset({ name: '...' }).",
    });
  }
  const comment = commentOf(symbol, context);
  for (const finding of doubtfulTags(withoutKeywords(comment), reference.name))
    diagnostics.at(declaration.name ?? declaration, { ...finding, severity: 'warning' });
  const description = textOption(options['description']) ?? comment.text;
  const instructions =
    options['instructions'] instanceof FunctionConstant ? undefined : textOption(options['instructions']);
  return {
    name: textOption(options['name']) ?? reference.name,
    source: diagnostics.fileName(declaration.getSourceFile().fileName),
    class: reference,
    ...dependencies.of(declaration),
    ...(description === undefined ? {} : { description }),
    ...(instructions === undefined ? {} : { instructions }),
    tools,
    ...(offers.length === 0 ? {} : { offers }),
  };
}

const KINDS = Object.keys(KIND_DECORATORS) as readonly DefinitionKind[];

/** Reports decorators on a toolset without tools that have an effect on tools only. */
function reportDecoratorsOfTools(
  classes: readonly ts.ClassLikeDeclaration[],
  { names, diagnostics }: ReadingContext,
): void {
  for (const { name, node } of classes.flatMap((one) => names.decorators(one))) {
    const row = rowOf(name);
    if (name === 'Toolset' || row === undefined || row.places.includes('offer')) continue;
    diagnostics.at(node, {
      code: 'HAFT1083',
      message: `@${name} has no effect on a toolset without tools.`,
      fix: `Put it ${row.where}, or remove it.`,
    });
  }
}

const TOOLSET_OPTIONS = ['name', 'prefix', 'version', 'description', 'instructions'];

/** Returns whether a member has `@Tool`, even if it is not imported. That is a separate report. */
function isMarked(member: ts.ClassElement): boolean {
  return decoratorsOn(member).some((one) => /^@(?:\w+\.)?(?:Tool|Resource|Prompt)\b/.test(one.getText()));
}

/** @param isToolset - whether the class is the toolset itself, not one of its base classes */
function reportMisplacedTools(
  declaration: ts.ClassLikeDeclaration,
  isToolset: boolean,
  { names, diagnostics }: ReadingContext,
): void {
  for (const member of declaration.members) {
    const decorator = names.decorators(member).find((one) => makesDefinition(one.name));
    if (decorator === undefined) continue;
    const said = `@${decorator.name}()`;
    const name = member.name?.getText() ?? 'a member';
    const isAbstract = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Abstract) !== 0;
    if (isAbstract && isToolset) {
      diagnostics.at(decorator.node, {
        code: 'HAFT1013',
        message: `${said} is on the abstract '${name}', which has no body to run.`,
        fix: 'Give it a body, or put @Toolset() on a class that extends this one and implements it.',
      });
    } else if (!ts.isMethodDeclaration(member) || !isPublic(member)) {
      diagnostics.at(decorator.node, {
        code: 'HAFT1013',
        message: `${said} is on '${name}', which is not a public instance method.`,
        fix: 'Make it a public, non-static method with a plain name.',
      });
    }
  }
}

/** Reports decorators that were not followed: one could be a `@Tool`. */
function reportUnfollowed(declaration: ts.ClassLikeDeclaration, { names, diagnostics }: ReadingContext): void {
  const parameters = declaration.members.flatMap((one) => (ts.isFunctionLike(one) ? one.parameters : []));
  for (const place of [declaration, ...declaration.members, ...parameters]) {
    for (const decorator of names.unfollowedDecorators(place)) {
      diagnostics.at(decorator, {
        code: 'HAFT1015',
        message: `'${decorator.getText()}' is composed of itself or of too many nested decorators, so Haft cannot read it.`,
        fix: 'Compose it of decorators directly, in at most 8 steps.',
      });
    }
  }
}

function symbolOf(declaration: ts.ClassLikeDeclaration): ts.Symbol | undefined {
  return (declaration as { readonly symbol?: ts.Symbol }).symbol;
}
