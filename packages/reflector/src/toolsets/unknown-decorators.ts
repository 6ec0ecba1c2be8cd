import { ts } from '../program/typescript.js';
import { rowOf } from './decorator-table.js';
import { decoratorsOn } from './haft-names.js';
import { isOfClient } from './nest-parameter.js';
import { isCustom } from './parameter-role.js';
import type { ReadingContext } from './reading-context.js';

/** A parameter that the model would set. */
export interface OpenParameter {
  readonly name: string;
  readonly tool: string;
  /** The parameter whose decorators count. */
  readonly decorated: ts.ParameterDeclaration;
  /** A decorator of another library that Haft knows in this place. */
  readonly known?: ts.Decorator | undefined;
}

/**
 * Reports decorators of other libraries on a parameter of a tool. In their framework they supply
 * the value. Haft never calls them, so the parameter would be one that the model sets.
 *
 * @returns whether it reported one
 */
export function reportUnknownDecorators(
  { name, tool, decorated, known: other }: OpenParameter,
  { names, nest, checker, diagnostics }: Pick<ReadingContext, 'names' | 'nest' | 'checker' | 'diagnostics'>,
): boolean {
  let isReported = false;
  const known = new Set(names.decorators(decorated).map(({ node }) => node));
  for (const node of decoratorsOn(decorated)) {
    if (node === other || known.has(node) || isCustom(node.expression, names, checker)) continue;
    const callee = ts.isCallExpression(node.expression) ? node.expression.expression : node.expression;
    const decorator = callee.getText();
    // A decorator of Haft that is not imported has a report that says so.
    if (rowOf(decorator) !== undefined && checker.getSymbolAtLocation(callee) === undefined) continue;
    isReported = true;
    diagnostics.at(node, {
      code: 'HAFT1051',
      message: `'@${decorator}' on parameter '${name}' of tool '${tool}': Haft does not know this decorator, so the parameter could be set by a model.`,
      fix: isOfClient(nest.ofExpression(callee))
        ? `Remove it: NestJS supplies the value for routes of a controller only. Describe an argument of the model with a tag, '@param ${name} ...'.`
        : isNameOfHaft(decorator)
          ? `This '@${decorator}' is of another package. Import ${decorator} from 'haft'.`
          : `For a value of the run, create the decorator with Haft's createParamDecorator((run: RunContext<AppDeps>) => run.deps.${name}). For a value of the container, write Haft's @Inject(token).`,
    });
  }
  return isReported;
}

/** Returns whether Haft has a decorator of this name for parameters of tools. */
function isNameOfHaft(decorator: string): boolean {
  const places = rowOf(decorator)?.places ?? [];
  return places.includes('argument') || places.includes('hostParameter');
}
