import { ts } from '../program/typescript.js';
import type { ReadDefinition } from './read-definition.js';
import type { ReadingContext } from './reading-context.js';

/** Reports a prompt whose method returns something that a client cannot show as messages. */
export function checkPromptResult({ signature, tool, model }: ReadDefinition, context: ReadingContext): void {
  const { checker, diagnostics } = context;
  const returned = signature.getReturnType();
  const wrong = membersOf(checker.getAwaitedType(returned) ?? returned).find((one) => !isPrompt(one, context));
  if (wrong === undefined) return;
  const { declaration, reportAt } = tool.source;
  diagnostics.at(declaration.type ?? declaration.name ?? reportAt, {
    code: 'HAFT1125',
    message: `The prompt '${model.name}' returns '${checker.typeToString(wrong)}', which is not a text and not a list of messages.`,
    fix: "Return a string, a list of { role: 'user', text } and { role: 'assistant', text }, or a ToolResult.",
  });
}

function isPrompt(type: ts.Type, { checker, names }: ReadingContext): boolean {
  if (isOpen(type) || (type.flags & ts.TypeFlags.StringLike) !== 0) return true;
  const symbol = type.getSymbol();
  if (symbol !== undefined && (names.ofSymbol(symbol) === 'ToolResult' || STREAMS.has(symbol.name))) return true;
  const item = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
  return item !== undefined && membersOf(item).every((one) => isMessage(one, checker));
}

/** Their yielded values are progress, and their end may be messages. */
const STREAMS: ReadonlySet<string> = new Set(['Generator', 'AsyncGenerator', 'AsyncIterable', 'AsyncIterableIterator']);

function isMessage(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (isOpen(type)) return true;
  const role = type.getProperty('role');
  if (role === undefined || (type.getProperty('text') ?? type.getProperty('parts')) === undefined) return false;
  return membersOf(checker.getTypeOfSymbol(role)).every(
    (one) => !one.isStringLiteral() || one.value === 'user' || one.value === 'assistant',
  );
}

/** Returns whether a type says nothing about its values. */
function isOpen({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never | ts.TypeFlags.Instantiable)) !== 0;
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
