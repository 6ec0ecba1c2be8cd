import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { Compositions } from '../program/composed-calls.js';
import { ts } from '../program/typescript.js';
import type { ToolsetClass } from './find-toolsets.js';
import { decoratorsOn } from './haft-names.js';

/**
 * Reports toolsets that are controllers of NestJS, which calls their methods for requests only. A
 * decorator of the project may contain that of NestJS.
 */
export function checkControllers(
  toolsets: readonly ToolsetClass[],
  checker: ts.TypeChecker,
  diagnostics: Diagnostics,
): void {
  const compositions = new Compositions(checker, (callee) => isController(callee, checker));
  for (const { declaration } of toolsets) {
    const node = decoratorsOn(declaration).find(({ expression }) => compositions.of(expression).calls.length > 0);
    if (node === undefined) continue;
    const name = declaration.name?.text ?? 'class';
    diagnostics.at(node, {
      code: 'HAFT1024',
      message: `The toolset ${name} is a controller of NestJS, and a controller cannot have tools.`,
      fix: `Move the methods with @Tool() to a separate class with @Injectable() and @Toolset(), and add that class to the providers of the module. Both classes can use the same service.`,
    });
  }
}

function isController(callee: ts.Expression, checker: ts.TypeChecker): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined) return false;
  const specifier = symbol.declarations?.find(ts.isImportSpecifier);
  if (specifier !== undefined) {
    const { moduleSpecifier } = specifier.parent.parent.parent;
    const isNest = ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === '@nestjs/common';
    return isNest && (specifier.propertyName ?? specifier.name).text === 'Controller';
  }
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
  return symbol.name === 'Controller' && file.includes('/@nestjs/common/');
}
