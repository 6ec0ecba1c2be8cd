import { constantText, type Constant } from '../constant.js';
import { ts } from '../typescript.js';
import { NoConstant, textOf } from './no-constant.js';

/** Evaluates an expression. Throws {@link NoConstant}. */
type Value = (expression: ts.Expression) => Constant;

/** Returns the value of `-a`, `+a`, `~a`, `!a`. */
export function unary(node: ts.PrefixUnaryExpression, value: Value): Constant {
  const operand = value(node.operand);
  switch (node.operator) {
    case ts.SyntaxKind.MinusToken:
      return typeof operand === 'bigint' ? -operand : -numeric(operand, node.operand);
    case ts.SyntaxKind.PlusToken:
      return numeric(operand, node.operand);
    case ts.SyntaxKind.TildeToken:
      return ~numeric(operand, node.operand);
    case ts.SyntaxKind.ExclamationToken:
      return !operand;
    default:
      throw new NoConstant(node, `${textOf(node)} changes a variable`);
  }
}

/** Returns the value of `a + b` and of all other operators between two expressions. */
export function binary(node: ts.BinaryExpression, value: Value): Constant {
  const operator = node.operatorToken.kind;
  const left = value(node.left);
  // Short circuits come first, because the right side may be unknown.
  if (operator === ts.SyntaxKind.BarBarToken) {
    if (left) return left;
    return value(node.right);
  }
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return left && value(node.right);
  if (operator === ts.SyntaxKind.QuestionQuestionToken) return left ?? value(node.right);
  const right = value(node.right);
  if (operator === ts.SyntaxKind.PlusToken && isTextual(left, right)) return constantText(left) + constantText(right);
  const compute = ARITHMETIC.get(operator);
  if (compute === undefined) throw new NoConstant(node, `${textOf(node)} is not evaluated at build time`);
  return compute(numeric(left, node.left), numeric(right, node.right));
}

function numeric(value: Constant, node: ts.Node): number {
  if (typeof value === 'number') return value;
  throw new NoConstant(node, `${textOf(node)} is not a number`);
}

const ARITHMETIC: ReadonlyMap<ts.SyntaxKind, (left: number, right: number) => number> = new Map([
  [ts.SyntaxKind.PlusToken, (left, right) => left + right],
  [ts.SyntaxKind.MinusToken, (left, right) => left - right],
  [ts.SyntaxKind.AsteriskToken, (left, right) => left * right],
  [ts.SyntaxKind.SlashToken, (left, right) => left / right],
  [ts.SyntaxKind.PercentToken, (left, right) => left % right],
  [ts.SyntaxKind.AsteriskAsteriskToken, (left, right) => left ** right],
  [ts.SyntaxKind.LessThanLessThanToken, (left, right) => left << right],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, (left, right) => left >> right],
  [ts.SyntaxKind.BarToken, (left, right) => left | right],
  [ts.SyntaxKind.AmpersandToken, (left, right) => left & right],
  [ts.SyntaxKind.CaretToken, (left, right) => left ^ right],
]);

/** Returns whether `+` joins texts: one side is a text and the other has an exact text. */
function isTextual(left: Constant, right: Constant): boolean {
  const exact = (value: Constant) => ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
  return (typeof left === 'string' || typeof right === 'string') && exact(left) && exact(right);
}
