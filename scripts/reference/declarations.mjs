import ts from 'typescript';

/**
 * @typedef {object} Declaration
 * @property {'interface' | 'function'} kind
 * @property {string} name
 * @property {string} text - the doc comment without tags
 * @property {Record<string, string[]>} tags - texts by name: `param`, `throws`, `defaultValue`
 * @property {string[]} examples
 * @property {Member[]} members - properties of an interface
 * @property {string} [signature] - parameters of a function, as written
 * @property {string} [returns] - return type of a function, as written
 *
 * @typedef {{ name: string, type: string, text: string, isRequired: boolean }} Member
 */

/**
 * Returns the exported interfaces and functions of a file with their doc comments.
 *
 * @returns {Declaration[]}
 */
export function declarationsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return source.statements
    .filter((node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0)
    .flatMap((node) => {
      if (ts.isInterfaceDeclaration(node)) return [interfaceOf(node, source)];
      return ts.isFunctionDeclaration(node) ? [functionOf(node, source)] : [];
    });
}

function interfaceOf(node, source) {
  return { kind: 'interface', name: node.name.text, ...docOf(node), members: membersOf(node, source) };
}

/** Properties of an object type become members of their own: `concurrency.batch`. */
function membersOf(node, source, prefix = '') {
  return node.members.filter(ts.isPropertySignature).flatMap((member) => {
    const name = `${prefix}${member.name.getText(source)}`;
    if (member.type !== undefined && ts.isTypeLiteralNode(member.type))
      return membersOf(member.type, source, `${name}.`);
    return {
      name,
      type: (member.type?.getText(source) ?? 'unknown').replace(/\s+/g, ' ').replace(/ \| undefined$/, ''),
      text: docOf(member).text,
      isRequired: member.questionToken === undefined,
    };
  });
}

function functionOf(node, source) {
  const parameters = node.parameters.map((one) => one.getText(source).replace(/\s+/g, ' ')).join(', ');
  const generic = node.typeParameters?.map((one) => one.getText(source)).join(', ');
  const returns = node.type?.getText(source) ?? '';
  return {
    kind: 'function',
    name: node.name?.text ?? '',
    ...docOf(node),
    members: [],
    signature: `${generic === undefined ? '' : `<${generic}>`}(${parameters})`,
    returns,
  };
}

function docOf(node) {
  const doc = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const tags = {};
  for (const tag of doc?.tags ?? []) (tags[tag.tagName.text] ??= []).push(tagText(tag));
  return { text: joined(doc?.comment), tags, examples: examplesOf(doc?.getText() ?? '') };
}

/** Reads examples from the raw text: their decorators look like tags to the parser. */
function examplesOf(raw) {
  const lines = raw.split('\n').map((line) => line.replace(/^\s*(\/\*\*|\*\/|\*) ?|\s*\*\/$/g, ''));
  const examples = [];
  let current;
  for (const line of lines) {
    const start = /^@example\s?(.*)$/.exec(line);
    if (start !== null) examples.push((current = [start[1]]));
    else if (/^@(param|returns|throws|typeParam|defaultValue|see)\b/.test(line)) current = undefined;
    else current?.push(line);
  }
  return examples.map((text) => text.join('\n').trim());
}

/** A parameter keeps its name. */
function tagText(tag) {
  const text = ts.getTextOfJSDocComment(tag.comment) ?? '';
  const name = ts.isJSDocParameterTag(tag) ? `\`${tag.name.getText()}\`: ` : '';
  return name + text.replace(/^\s*-\s*/, '').replace(/\s+/g, ' ');
}

/** Keeps paragraphs, and turns links into code. */
function joined(comment) {
  return (ts.getTextOfJSDocComment(comment) ?? '')
    .replace(/\{@link\s+(\w+)\}/g, '`$1`')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' '))
    .join('\n\n');
}
