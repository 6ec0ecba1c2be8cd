import { optionsTable } from './options-table.mjs';

const PLACES = {
  DualClassDecorator: 'On a class.',
  DualMethodDecorator: 'On a method.',
  'EffectDecorator<K>': 'On a method.',
  'PreviewDecorator<K>': 'On a method.',
  DualDecorator: 'On a method or a class.',
  ParameterDecorator: 'On a parameter of a tool.',
  'ParameterDecorator & PropertyDecorator': 'On a parameter of a tool or a property of a DTO.',
  InjectDecorator: 'On a parameter of a tool or a constructor, or on a property.',
  '() => HostParameterDecorator': 'Returns a decorator for a parameter of a tool.',
};

/** The pages that tell more, below docs. */
const GUIDES = {
  Background: 'guide/background-calls.md',
  Cached: 'guide/around-a-call.md',
  CallLimit: 'guide/around-a-call.md',
  createParamDecorator: 'guide/dependencies.md',
  Effect: 'guide/durability.md',
  Example: 'guide/writing-tools.md',
  External: 'guide/asking-people.md',
  Final: 'guide/around-a-call.md',
  Hints: 'guide/writing-tools.md',
  Inject: 'guide/dependencies.md',
  Isolated: 'guide/around-a-call.md',
  MapErrors: 'guide/errors-and-retries.md',
  NarrowInput: 'guide/asking-people.md',
  Param: 'guide/writing-tools.md',
  Prepare: 'guide/composing-toolsets.md',
  Preview: 'guide/pending-calls.md',
  RequiresApproval: 'guide/asking-people.md',
  Retries: 'guide/errors-and-retries.md',
  Sensitive: 'guide/errors-and-retries.md',
  Sequential: 'guide/around-a-call.md',
  Supersedes: 'guide/around-a-call.md',
  Timeout: 'guide/around-a-call.md',
  Tool: 'guide/writing-tools.md',
  Toolset: 'guide/composing-toolsets.md',
  Use: 'guide/around-a-call.md',
  UserInput: 'guide/asking-people.md',
  Validate: 'guide/around-a-call.md',
};

/** Writes the page of all decorators, in the order of their names. */
export function decoratorsPage(declarations) {
  const decorators = declarations
    .filter(({ kind, returns }) => kind === 'function' && PLACES[returns] !== undefined && returns !== '')
    .filter(({ text }) => text !== '')
    .filter(({ name }) => /^[A-Z]|^createParamDecorator$/.test(name))
    .sort((one, other) => one.name.localeCompare(other.name));
  const sections = withoutOverloads(decorators).map((one) => section(one, declarations));
  return `# Decorators\n\n<!-- Written by scripts/write-reference.mjs from doc comments. -->\n\n\`import { Tool, Toolset } from 'haft'\`. All decorators work with \`experimentalDecorators\`. Decorators on\nclasses and methods also work as TC39 decorators. There, \`@Tool({ parameters })\` replaces decorators\non parameters.\n\n${sections.join('\n\n')}\n`;
}

/** Joins the overloads of a function. The text is that of the last one, the most specific. */
function withoutOverloads(decorators) {
  const names = [...new Set(decorators.map(({ name }) => name))];
  return names.map((name) => {
    const overloads = decorators.filter((one) => one.name === name);
    return {
      ...overloads.at(-1),
      signatures: overloads.map(({ signature }) => signature),
      examples: overloads.flatMap(({ examples }) => examples),
    };
  });
}

function section({ name, text, tags, examples, signatures, returns }, declarations) {
  const isFactory = name === 'createParamDecorator';
  const parts = [
    `## ${isFactory ? '' : '@'}${name}`,
    ...signatures.map((one) => `\`${name}${one}\``),
    `${PLACES[returns]} ${text}`,
  ];
  for (const one of tags.param ?? []) parts.push(`${one.replace(/default:/i, 'Default:').replace(/\.$/, '')}.`);
  for (const one of tags.defaultValue ?? []) parts.push(`Default: ${one}.`);
  for (const one of tags.throws ?? [])
    parts.push(`Throws ${one.replace(/^\{?HaftError\}?\s*/, '').replace(/^HAFT_\w+/, '`$&`')}.`);
  if (examples.length > 0)
    parts.push(`\`\`\`ts
${examples.join('\n')}
\`\`\``);
  for (const options of optionsOf(signatures.join(' '), declarations)) parts.push(optionsTable(options.members));
  const guide = GUIDES[name];
  if (guide !== undefined)
    parts.push(`More: [${guide.replace(/^guide\/|\.md$/g, '').replaceAll('-', ' ')}](${guide}).`);
  return parts.join('\n\n');
}

/** Finds the interfaces that a signature names. */
function optionsOf(signature, declarations) {
  return declarations.filter(({ kind, name }) => kind === 'interface' && new RegExp(`\\b${name}\\b`).test(signature));
}
