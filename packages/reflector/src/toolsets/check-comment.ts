import type { DefinitionKind } from '@haft/core';
import { CONSTRAINT_NAMES } from '../constraints/index.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ts } from '../program/typescript.js';
import { decoratorWith } from './decorator-table.js';
import type { MethodComment } from './method-comment.js';
import { doubtfulTags, withoutKeywords } from '../types/read/doubtful-tags.js';
import { importsNestParam } from './nest-names.js';
import { describesItself, type ReadParameter } from './read-parameter.js';

/** A tool with its texts. */
export interface CommentedTool {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** The place of reports about the whole tool. */
  readonly place: ts.Node;
  readonly description: string;
  readonly comment: MethodComment;
  readonly parameters: readonly ReadParameter[];
}

/** Reports texts that are missing, too long, or lost. */
export function checkComment(tool: CommentedTool, diagnostics: Diagnostics): void {
  checkDescription(tool, diagnostics);
  checkParameterTags(tool, diagnostics);
  checkConstraintTags(tool, diagnostics);
  checkDoubtfulTags(tool, diagnostics);
  checkParameterTexts(tool, diagnostics);
}

function checkDescription({ name, kind, description, place }: CommentedTool, diagnostics: Diagnostics): void {
  if (description === '') {
    diagnostics.at(place, {
      code: 'HAFT1030',
      severity: 'warning',
      message: `Missing description of ${kind} '${name}'.`,
      fix: `Write a JSDoc comment above the method, or ${decoratorWith(kind, 'description')}.`,
    });
  } else if (kind === 'tool' && description.length > 1024) {
    diagnostics.at(place, {
      code: 'HAFT1032',
      severity: 'warning',
      message: `The description of tool '${name}' has ${description.length} characters, but some providers accept only 1,024.`,
      fix: 'Shorten it. Move the rest into the instructions of the toolset.',
    });
  }
}

function checkParameterTags({ name, comment, parameters }: CommentedTool, diagnostics: Diagnostics): void {
  const names = new Set(
    parameters.map(({ model, declaration }) => (model.kind === 'run' ? declaration.name.getText() : model.name)),
  );
  const objects = new Map(
    parameters.map(({ model, type, input }) => [model.kind === 'run' ? '' : model.name, (type ?? input)?.type.node]),
  );
  for (const [path, { node }] of comment.parameters) {
    const [root = '', property] = path.split('.');
    const object = objects.get(root);
    const known =
      property === undefined
        ? names.has(root)
        : object?.kind === 'object' && object.properties.some((one) => one.name === property.replace(/\[\]$/, ''));
    if (known) continue;
    diagnostics.at(node, {
      code: 'HAFT1031',
      severity: 'warning',
      message: `@param '${path}' matches no parameter of '${name}', so Haft ignores it.`,
      fix: `Name one of: ${[...names].join(', ') || 'none; remove the tag'}.`,
    });
  }
}

/**
 * Reports tags such as `@minimum` on a method: they belong to a property, and have no parameter
 * there.
 */
function checkConstraintTags({ name, kind, place, comment }: CommentedTool, diagnostics: Diagnostics): void {
  const lost = comment.tags.filter(
    (tag) => (CONSTRAINT_NAMES.includes(tag.name) && tag.name !== 'examples') || tag.name === 'default',
  );
  if (lost.length === 0) return;
  diagnostics.at(place, {
    code: 'HAFT1033',
    severity: 'warning',
    message: `The JSDoc tag ${lost.map((tag) => `@${tag.name}`).join(', ')} of '${name}' does not name a parameter.`,
    fix: importsNestParam(place)
      ? `Use ${decoratorWith(kind, 'parameters: { name: { ... } }')}.`
      : `Use @Param({ ... }) on the parameter, or ${decoratorWith(kind, 'parameters: { name: { ... } }')}.`,
  });
}

/** Reports words after `@` that may be meant otherwise. */
function checkDoubtfulTags({ name, place, comment }: CommentedTool, diagnostics: Diagnostics): void {
  for (const finding of doubtfulTags(withoutKeywords(comment), name))
    diagnostics.at(place, { ...finding, severity: 'warning' });
}

/** A tag without a text says that the name of the parameter is enough. */
function checkParameterTexts({ name, kind, parameters, comment }: CommentedTool, diagnostics: Diagnostics): void {
  for (const { type, declaration } of parameters) {
    if (type === undefined || type.description !== undefined || describesItself(type, parameters)) continue;
    if (comment.parameters.has(type.name)) continue;
    diagnostics.at(declaration, {
      code: 'HAFT1030',
      severity: 'warning',
      message: `Missing description of parameter '${type.name}' of ${kind} '${name}'.`,
      fix: `Add '@param ${type.name} ...' to the JSDoc comment, or the tag alone if the name is enough.`,
    });
  }
}
