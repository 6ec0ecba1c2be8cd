import { optionsTable } from './options-table.mjs';

const PLACES = {
  DualClassDecorator: 'On a class.',
  DualMethodDecorator: 'On a method.',
  DualDecorator: 'On a method or a class.',
  ParameterDecorator: 'On a parameter of a tool.',
  'ParameterDecorator & PropertyDecorator': 'On a parameter of a tool or a property of a DTO.',
  InjectDecorator: 'On a parameter of a tool or a constructor, or on a property.',
  '() => HostParameterDecorator': 'Returns a decorator for a parameter of a tool.',
};

/** Writes the page of all decorators, in the order of their names. */
export function decoratorsPage(declarations) {
  const decorators = declarations
    .filter(({ kind, returns }) => kind === 'function' && PLACES[returns] !== undefined && returns !== '')
    .filter(({ text }) => text !== '')
    .filter(({ name }) => /^[A-Z]|^createParamDecorator$/.test(name))
    .sort((one, other) => one.name.localeCompare(other.name));
  const sections = decorators.map((one) => section(one, declarations));
  return `# Decorators\n\n<!-- Written by scripts/write-reference.mjs from doc comments. -->\n\n\`import { Tool, Toolset } from 'haft'\`. All decorators work with \`experimentalDecorators\`. Decorators on\nclasses and methods also work as TC39 decorators. There, \`@Tool({ parameters })\` replaces decorators\non parameters.\n\n${sections.join('\n\n')}\n`;
}

function section({ name, text, tags, examples, signature, returns }, declarations) {
  const isFactory = name === 'createParamDecorator';
  const parts = [`## ${isFactory ? '' : '@'}${name}`, `\`${name}${signature}\``, `${PLACES[returns]} ${text}`];
  for (const one of tags.param ?? []) parts.push(`${one.replace(/default:/i, 'Default:').replace(/\.$/, '')}.`);
  for (const one of tags.defaultValue ?? []) parts.push(`Default: ${one}.`);
  for (const one of tags.throws ?? []) parts.push(`Throws ${one.replace(/^\{?HaftError\}?\s*/, '')}.`);
  if (examples.length > 0)
    parts.push(`\`\`\`ts
${examples.join('\n')}
\`\`\``);
  for (const options of optionsOf(signature, declarations)) parts.push(optionsTable(options.members));
  return parts.join('\n\n');
}

/** Finds the interfaces that a signature names. */
function optionsOf(signature, declarations) {
  return declarations.filter(({ kind, name }) => kind === 'interface' && new RegExp(`\\b${name}\\b`).test(signature));
}
