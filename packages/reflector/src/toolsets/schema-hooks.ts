import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { ts } from '../program/typescript.js';
import type { PropertyNode } from '../types/model.js';
import type { SchemaHooks } from '../types/write/schema-writer.js';
import type { ClassReferences } from './class-references.js';
import { dtoRevival } from './dto-revival.js';
import type { ReadingContext } from './read-tool.js';

/** What the writer of schemas asks for, for arguments and for results. */
export function schemaHooks(
  checker: ts.TypeChecker,
  references: ClassReferences,
  diagnostics: Diagnostics,
): Pick<ReadingContext, 'argumentHooks' | 'resultHooks'> {
  const misfit: SchemaHooks['misfit'] = (property, { impossible, unused }) => {
    reportMisfit(property, impossible, unused, diagnostics);
  };
  return {
    argumentHooks: {
      reviveClass: (node) => dtoRevival(node, [], references, checker, diagnostics, placeOf(node.instanceOf)),
      constrainProperty: (schema) => schema,
      misfit,
    },
    // A result leaves the tool as it is: nothing is revived, and rules are for what comes in.
    resultHooks: { reviveClass: () => undefined, constrainProperty: (schema) => schema, misfit },
  };
}

function reportMisfit(
  { name, declaration }: PropertyNode,
  impossible: boolean,
  unused: readonly string[],
  diagnostics: Diagnostics,
): void {
  if (declaration === undefined) return;
  diagnostics.at(declaration, {
    code: impossible ? 'HAFT1102' : 'HAFT1103',
    message: impossible
      ? `No value of the type of '${name}' meets its constraints.`
      : `The constraint${unused.length > 1 ? 's' : ''} ${unused.join(', ')} of '${name}' say${unused.length > 1 ? '' : 's'} nothing of its type.`,
    fix: 'Correct the constraint, or the type.',
  });
}

function placeOf(symbol: ts.Symbol): ts.Node {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (declaration === undefined) throw new Error(`The class ${symbol.name} has no declaration.`);
  return declaration;
}
