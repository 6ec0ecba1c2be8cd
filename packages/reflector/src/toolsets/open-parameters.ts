import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { ts } from '../program/typescript.js';
import { decoratorsOn } from './haft-names.js';
import { namedDeclarations } from './host-types.js';
import { importsNestParam } from './nest-names.js';

/** A parameter of a named type that the model sets, although no decorator says so. */
export interface OpenParameter {
  readonly name: string;
  readonly tool: string;
  /** The type as it is written. */
  readonly type: string;
  readonly hasMethods: boolean;
  /** The declarations of the type, to find it in other places of the project. */
  readonly types: readonly ts.Declaration[];
  readonly place: ts.Node;
  /** How the tool says that the application supplies the value. */
  readonly fix: string;
}

/** Returns the parameter as an open one if it has a named type. */
export function openParameter(
  {
    name,
    tool,
    type,
    place,
  }: Pick<OpenParameter, 'name' | 'tool'> & {
    readonly type: ts.Type;
    readonly place: ts.ParameterDeclaration;
  },
  checker: ts.TypeChecker,
): OpenParameter | undefined {
  const types = namedDeclarations(type, checker);
  if (types.length === 0) return undefined;
  return {
    name,
    tool,
    type: checker.typeToString(checker.getNonNullableType(type)),
    hasMethods:
      types.some(ts.isClassLike) &&
      hasMethods(checker.getNonNullableType(type)) &&
      !types.some((one) => hasRules(one, checker)),
    types,
    place,
    fix: ts.isMethodDeclaration(place.parent) ? (importsNestParam(place) ? NEXT_TO_NEST : OF_METHOD) : OF_FUNCTION,
  };
}

const OF_METHOD =
  "If your application supplies it, write @Inject() before it, or a decorator from createParamDecorator. If the model supplies it, write @Param('...') before it.";
const NEXT_TO_NEST =
  "If your application supplies it, write Haft's @Inject() before it, or a decorator from Haft's createParamDecorator. If the model supplies it, write @Tool({ parameters: { NAME: { description: '...' } } }).";
const OF_FUNCTION =
  'If your application supplies it, write defineTool(..., { parameters: { NAME: { inject: token } } }). If the model supplies it, write a description in place of `inject`.';

function hasMethods(type: ts.Type): boolean {
  return type.getProperties().some((one) => (one.flags & ts.SymbolFlags.Method) !== 0);
}

/** Returns whether a class has rules of class-validator, so that it is for values from outside. */
function hasRules(declaration: ts.Declaration, checker: ts.TypeChecker): boolean {
  if (!ts.isClassLike(declaration)) return false;
  const decorators = declaration.members.flatMap(decoratorsOn);
  return decorators.some(({ expression }) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression;
    const local = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(callee) ? callee.name : callee);
    const symbol = local !== undefined && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
    return symbol?.declarations?.some((one) => one.getSourceFile().fileName.includes('/class-validator/')) === true;
  });
}

/**
 * Warns of parameters whose type belongs to the application: its values have methods, or another
 * place of the project gets them from the application. A model that sets such a parameter acts as
 * any user.
 */
export function reportOpenParameters(
  open: readonly OpenParameter[],
  hosts: ReadonlyMap<ts.Declaration, string>,
  diagnostics: Diagnostics,
): void {
  for (const { name, tool, type, hasMethods, types, place, fix } of open) {
    const why = types.map((one) => hosts.get(one)).find((one) => one !== undefined);
    if (why === undefined && !hasMethods) continue;
    diagnostics.at(place, {
      code: 'HAFT1052',
      severity: 'warning',
      message: `The model sets the parameter '${name}' of tool '${tool}': its type ${type} ${why ?? 'has methods'}.`,
      fix: fix.replace('NAME', name),
    });
  }
}
