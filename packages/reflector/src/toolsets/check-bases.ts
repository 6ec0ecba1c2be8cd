import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';
import { baseClasses, baseExpression } from './base-classes.js';
import { makesDefinition } from './decorator-table.js';
import type { ReadingContext } from './reading-context.js';
import { returnedClasses } from './returned-classes.js';

/**
 * Reports tools of base classes that the type of the toolset hides, so that Haft cannot read them:
 * those of classes that a function returns under another type, and those of compiled packages.
 *
 * @param tools - the methods that Haft reads as tools
 */
export function checkBases(
  declaration: ts.ClassLikeDeclaration,
  tools: ReadonlySet<string>,
  context: ReadingContext,
): void {
  const classes = new Set(baseClasses(declaration, context.checker));
  for (const one of classes) {
    if (one.getSourceFile().isDeclarationFile) {
      reportCompiled(one, declaration, tools, context);
      continue;
    }
    const base = baseExpression(one);
    if (base !== undefined) reportHidden(base, { tools, classes }, context);
  }
}

function reportHidden(
  base: ts.ExpressionWithTypeArguments,
  { tools, classes }: { readonly tools: ReadonlySet<string>; readonly classes: ReadonlySet<ts.ClassLikeDeclaration> },
  { names, checker, diagnostics }: ReadingContext,
): void {
  for (const hidden of returnedClasses(base.expression, checker)) {
    if (classes.has(hidden)) continue;
    for (const member of hidden.members) {
      const name = member.name === undefined ? undefined : memberName(member.name, checker);
      if (name === undefined || tools.has(name) || !names.decorators(member).some((one) => makesDefinition(one.name)))
        continue;
      if (!ts.isMethodDeclaration(member) || member.body === undefined) continue;
      diagnostics.at(base, {
        code: 'HAFT1023',
        message: `The base '${shortened(base)}' has the tool '${name}', but its type does not have the method, so Haft cannot read it.`,
        fix: 'Remove the written result type of the function or the variable, so that TypeScript infers it.',
      });
    }
  }
}

/** Reports a compiled base class: its declaration does not show which methods are tools. */
function reportCompiled(
  base: ts.ClassLikeDeclaration,
  toolset: ts.ClassLikeDeclaration,
  tools: ReadonlySet<string>,
  { names, checker, diagnostics }: ReadingContext,
): void {
  if (!names.mayUseHaft(base.getSourceFile().fileName)) return;
  const unread = base.members.filter(ts.isMethodDeclaration).flatMap((one) => {
    const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
    const name = memberName(one.name, checker);
    return tools.has(name) || ts.getCombinedModifierFlags(one) & hidden ? [] : [name];
  });
  const [first] = unread;
  if (first === undefined) return;
  diagnostics.at(baseExpression(toolset) ?? toolset, {
    code: 'HAFT1023',
    severity: 'warning',
    message: `The base class '${base.name?.text ?? 'class'}' is compiled, so Haft cannot see whether '${first}' is a tool.`,
    fix: `If it is a tool, override it here with @Tool(): \`@Tool() override ${first}(...)\`. Or add the toolset of the package itself.`,
  });
}

function shortened(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
