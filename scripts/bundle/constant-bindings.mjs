// Makes the functions and variables of a bundled file constants. V8 puts the value of a constant
// into the machine code of a function that uses it. For a declared function or a `var`, which
// esbuild writes, each use loads the value and compares it first: about 4 % of a small call.
import ts from 'typescript';

/**
 * Rewrites `function f() {}` to `const f = function () {}` and `var x = 1` to `const x = 1`, at the
 * top of a file and in its function `link`. The functions come first, since they can be called
 * before their declaration. Their names stay. Bindings that are assigned again stay as they are.
 */
export function withConstantBindings(code) {
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  const assigned = assignedNames(file);
  const link = file.statements.find((one) => ts.isFunctionDeclaration(one) && one.name?.text === 'link');
  const blocks = link === undefined ? [file] : [file, link.body];
  return edited(
    code,
    blocks.flatMap((block) => editsOf(block, file, assigned)),
  );
}

/** Returns the changes of the statements of a block. */
function editsOf(block, file, assigned) {
  const functions = [];
  const edits = [];
  for (const statement of block.statements) {
    const from = statement.getStart(file);
    if (isConstantFunction(statement, assigned)) {
      functions.push(asValue(statement, file));
      edits.push({ from, to: statement.end, text: '' });
    } else if (isConstantVariable(statement, assigned)) edits.push({ from, to: from + 'var'.length, text: 'const' });
  }
  if (functions.length === 0) return edits;
  const [first] = block.statements;
  const start = first.getStart(file);
  return [{ from: start, to: start, text: `const ${functions.join(',')};` }, ...edits];
}

function isConstantFunction(statement, assigned) {
  return (
    ts.isFunctionDeclaration(statement) &&
    statement.modifiers?.some(isExport) !== true &&
    !assigned.has(statement.name.text)
  );
}

function isExport({ kind }) {
  return kind === ts.SyntaxKind.ExportKeyword;
}

function isConstantVariable(statement, assigned) {
  if (!ts.isVariableStatement(statement)) return false;
  const { flags, declarations } = statement.declarationList;
  const isVar = (flags & (ts.NodeFlags.Let | ts.NodeFlags.Const)) === 0;
  return isVar && declarations.every(({ name, initializer }) => initializer !== undefined && !hasAny(name, assigned));
}

/** Returns a function without its name, which it gets from the constant. */
function asValue(statement, file) {
  const { name } = statement;
  const text = file.text.slice(statement.getStart(file), statement.end);
  const nameAt = name.getStart(file) - statement.getStart(file);
  return `${name.text}=${text.slice(0, nameAt).trimEnd()}${text.slice(nameAt + name.text.length)}`;
}

/** Returns the names that any assignment of a file has, of whatever scope. */
function assignedNames(file) {
  const names = new Set();
  visit(file);
  return names;

  function visit(node) {
    for (const target of targetsOf(node)) for (const name of namesIn(target)) names.add(name);
    ts.forEachChild(node, visit);
  }
}

/** The operators that assign to their operand. */
const COUNTS = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);

/** Returns what a node assigns to. */
function targetsOf(node) {
  if (ts.isBinaryExpression(node) && ts.isAssignmentOperator(node.operatorToken.kind)) return [node.left];
  if (COUNTS.has(node.operator)) return [node.operand];
  return ts.isForInStatement(node) || ts.isForOfStatement(node) ? [node.initializer] : [];
}

function hasAny(name, names) {
  return namesIn(name).some((one) => names.has(one));
}

/** Returns the names in a target or a pattern. More names than it assigns do no harm. */
function namesIn(node) {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return [];
  const names = [];
  ts.forEachChild(node, (child) => void names.push(...namesIn(child)));
  return names;
}

/** Applies changes that do not overlap. An insertion comes before the change at its place. */
function edited(code, edits) {
  let text = '';
  let done = 0;
  for (const { from, to, text: replacement } of edits.toSorted((a, b) => a.from - b.from)) {
    text += code.slice(done, from) + replacement;
    done = to;
  }
  return text + code.slice(done);
}
