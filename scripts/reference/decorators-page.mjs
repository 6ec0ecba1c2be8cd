import { optionsTable } from './options-table.mjs';

const PLACES = {
  DualClassDecorator: 'On a class.',
  DualMethodDecorator: 'On a method.',
  'EffectDecorator<K>': 'On a method.',
  'PreviewDecorator<K>': 'On a method.',
  'ResourceDecorator<K>': 'On a method.',
  'CompleteDecorator<K>': 'On a method.',
  DualDecorator: 'On a method or a class.',
  ParameterDecorator: 'On a parameter of a tool.',
  'ParameterDecorator & PropertyDecorator': 'On a parameter of a tool or a property of a DTO.',
  InjectDecorator: 'On a parameter of a tool or a constructor, or on a property.',
  GuardDecorator: 'On the class of a guard of NestJS.',
  '() => HostParameterDecorator': 'Returns a decorator for a parameter of a tool.',
};

/** The decorators by how often they are needed, each with the page below docs that tells more. */
export const TIERS = [
  {
    title: 'Every day',
    text: 'Most tools need no others.',
    guides: {
      Toolset: 'guide/composing-toolsets.md',
      Tool: 'guide/writing-tools.md',
      Param: 'guide/writing-tools.md',
      Inject: 'guide/dependencies.md',
      Hints: 'guide/writing-tools.md',
      Sensitive: 'guide/errors-and-retries.md',
    },
  },
  {
    title: 'Rules for a tool',
    text: 'Approvals of people, limits of time and number, and code around a call.',
    guides: {
      Requires: 'guide/permissions.md',
      RequiresApproval: 'guide/asking-people.md',
      UserInput: 'guide/asking-people.md',
      Timeout: 'guide/around-a-call.md',
      Retries: 'guide/errors-and-retries.md',
      CallLimit: 'guide/around-a-call.md',
      Cached: 'guide/around-a-call.md',
      Validate: 'guide/around-a-call.md',
      Use: 'guide/around-a-call.md',
      MapErrors: 'guide/errors-and-retries.md',
    },
  },
  {
    title: 'For special cases',
    text: 'Calls that outlive their process, order among calls, and tools that depend on the run.',
    guides: {
      Background: 'guide/background-calls.md',
      Effect: 'guide/durability.md',
      Preview: 'guide/pending-calls.md',
      External: 'guide/asking-people.md',
      NarrowInput: 'guide/asking-people.md',
      Isolated: 'guide/around-a-call.md',
      Sequential: 'guide/around-a-call.md',
      Supersedes: 'guide/around-a-call.md',
      Final: 'guide/around-a-call.md',
      Prepare: 'guide/composing-toolsets.md',
      Example: 'guide/designing-tools.md',
      createParamDecorator: 'guide/hidden-parameters.md',
    },
  },
  {
    title: 'Resources and prompts',
    text: 'For clients of MCP, and for hosts. Models never call them.',
    guides: {
      Resource: 'guide/resources-and-prompts.md',
      Prompt: 'guide/resources-and-prompts.md',
      Complete: 'guide/resources-and-prompts.md',
    },
  },
  {
    title: 'With NestJS',
    text: 'From `@haft/nestjs`.',
    guides: { HidesTools: 'guide/permissions.md' },
  },
];

const INTRODUCTION = `# Decorators

<!-- Written by scripts/write-reference.mjs from doc comments. -->

\`import { Tool, Toolset } from 'haft'\`. All decorators work with \`experimentalDecorators\`. Decorators on
classes and methods also work as TC39 decorators. There, \`@Tool({ parameters })\` replaces decorators
on parameters.`;

/** Writes the page of all decorators, those of every day first. */
export function decoratorsPage(declarations) {
  const decorators = withoutOverloads(
    declarations
      .filter(({ kind, returns }) => kind === 'function' && PLACES[returns] !== undefined && returns !== '')
      .filter(({ text }) => text !== '')
      .filter(({ name }) => /^[A-Z]|^createParamDecorator$/.test(name)),
  );
  const known = TIERS.flatMap(({ guides }) => Object.keys(guides));
  const missing = decorators.map(({ name }) => name).filter((name) => !known.includes(name));
  if (missing.length > 0) throw new Error(`These decorators have no place on the page: ${missing.join(', ')}.`);
  const tiers = TIERS.map(({ title, text, guides }) => {
    const sections = Object.entries(guides).map(([name, guide]) =>
      section(
        decorators.find((one) => one.name === name),
        guide,
        declarations,
      ),
    );
    return [`## ${title}`, text, ...sections].join('\n\n');
  });
  return `${[INTRODUCTION, overview(), ...tiers].join('\n\n')}\n`;
}

function overview() {
  return TIERS.map(({ title, guides }) => {
    const links = Object.keys(guides).map((name) => `[\`${shown(name)}\`](#${name.toLowerCase()})`);
    return `- **${title}**: ${links.join(', ')}`;
  }).join('\n');
}

function shown(name) {
  return name === 'createParamDecorator' ? name : `@${name}`;
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

function section({ name, text, tags, examples, signatures, returns }, guide, declarations) {
  const parts = [`### ${shown(name)}`, ...signatures.map((one) => `\`${name}${one}\``), `${PLACES[returns]} ${text}`];
  for (const one of tags.param ?? []) parts.push(`${one.replace(/default:/i, 'Default:').replace(/\.$/, '')}.`);
  for (const one of tags.defaultValue ?? []) parts.push(`Default: ${one}.`);
  for (const one of tags.throws ?? [])
    parts.push(`Throws ${one.replace(/^\{?HaftError\}?\s*/, '').replace(/^HAFT_\w+/, '`$&`')}.`);
  if (examples.length > 0)
    parts.push(`\`\`\`ts
${examples.join('\n')}
\`\`\``);
  for (const options of optionsOf(signatures.join(' '), declarations)) parts.push(optionsTable(options.members));
  parts.push(`More: [${guide.replace(/^guide\/|\.md$/g, '').replaceAll('-', ' ')}](${guide}).`);
  return parts.join('\n\n');
}

/** Finds the interfaces that a signature names. */
function optionsOf(signature, declarations) {
  return declarations.filter(({ kind, name }) => kind === 'interface' && new RegExp(`\\b${name}\\b`).test(signature));
}
