import {
  ClassRecords,
  HaftError,
  readClassRecord,
  readMethodRecord,
  RECORD,
  type DefinitionKind,
  type RunContext,
  type ToolsetOptions,
  requireKind,
} from '@haft/core';
import type { ReflectedModule, ServiceDescriptor, ToolsetDescriptor } from '@haft/core/reflected';
import type { OnDemand } from '@haft/arguments/internal';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import type { ChangedTools } from '../wrappers/delegating-toolset.js';
import { refuseUnknownOwnIntercepted } from '../wrappers/intercepted-tools.js';
import { preparedTools } from '../wrappers/prepared-tool.js';
import { reflectedPrompt, reflectedResource } from './reflected-offer.js';
import { areGoverning, ReflectedTool, type ToolsetFacts } from './reflected-tool.js';
import { warnOfChangedSources } from './changed-sources.js';
import type { ToolEntry } from '../port/tool-entry.js';

/**
 * Returns the toolset of one annotated class, from its descriptor and the records of its
 * decorators.
 *
 * @param descriptor - the class in a generated module
 * @param services - services of the generated module, without the toolset. Default: none.
 * @param instance - a ready instance. Default: the container creates one.
 * @throws {HaftError} `HAFT_STALE_DESCRIPTOR` if the class and the descriptor have different tools
 */
export function reflectedToolset(
  descriptor: ToolsetDescriptor,
  services: readonly ServiceDescriptor[] = [],
  instance?: object,
): AnyToolset {
  requireKind('The descriptor of reflectedToolset()', descriptor, 'an object');
  requireKind('The tools of the descriptor of reflectedToolset()', descriptor.tools, 'a list');
  requireKind('The services of reflectedToolset()', services, 'a list');
  return new ReflectedToolset(descriptor, instance === undefined ? [...services, descriptor] : services, instance);
}

/**
 * Returns the toolsets of a generated module.
 *
 * @param instances - ready instances, by class. Default: none.
 * @throws {HaftError} as {@link reflectedToolset}
 */
export function moduleToolsets(
  { toolsets, services, build }: ReflectedModule,
  instances: ReadonlyMap<unknown, object> = new Map(),
): readonly AnyToolset[] {
  if (build !== undefined) warnOfChangedSources(build);
  const all = [...services, ...toolsets];
  return toolsets.map((descriptor) => new ReflectedToolset(descriptor, all, instances.get(descriptor.class)));
}

class ReflectedToolset implements AnyToolset {
  readonly kind = 'class';
  readonly name: string;
  readonly file: string;
  readonly fixed: true | undefined;
  readonly onDemand: OnDemand;
  private readonly list: readonly ReflectedTool[];

  constructor(
    descriptor: ToolsetDescriptor,
    readonly services: readonly ServiceDescriptor[],
    readonly instance: object | undefined,
  ) {
    const { tools, resources = [], prompts = [] } = descriptor;
    const records = new ClassRecords(descriptor.class);
    for (const [kind, described] of [
      ['tool', tools],
      ['resource', resources],
      ['prompt', prompts],
    ] as const) {
      const named = described.map(({ method }) => method);
      refuseStaleDescriptor(descriptor, kind, { described: named, annotated: records.methodsWith(RECORD[kind]) });
    }
    const methods = [...tools, ...resources, ...prompts].map(({ method }) => method);
    const instructions = [(run: RunContext) => instructionsOf(descriptor, run)];
    const keys = records.keys(methods);
    const facts: ToolsetFacts = { descriptor, keys, governed: areGoverning(keys), instance, instructions };
    this.name = descriptor.name;
    this.file = descriptor.source;
    this.onDemand = descriptor;
    this.list = [
      ...tools.map((tool) => new ReflectedTool(tool, facts)),
      ...resources.map((one) => new ReflectedTool(one, facts, reflectedResource(one))),
      ...prompts.map((one) => new ReflectedTool(one, facts, reflectedPrompt(one))),
    ];
    if (keys.has(RECORD.use)) refuseUnknownOwnIntercepted(`Toolset '${this.name}'`, this.made());
    this.fixed =
      keys.has(RECORD.prepare) && this.made().some(({ settings }) => settings.prepare !== undefined) ? undefined : true;
  }

  tools(run: RunContext): ChangedTools {
    return this.fixed === true ? this.made() : preparedTools(this.made(), run);
  }

  candidates(): Candidates {
    return { tools: this.made(), isComplete: true };
  }

  entries(): readonly ToolEntry[] {
    return this.list;
  }

  private made(): readonly AnyTool[] {
    return this.list.map((one) => one.tool());
  }
}

function refuseStaleDescriptor(
  { class: target, name, source }: ToolsetDescriptor,
  kind: DefinitionKind,
  { described, annotated }: { readonly described: readonly string[]; readonly annotated: ReadonlySet<string> },
): void {
  // A mixin that copies methods takes their records along, but not those of the class.
  const gone = described.filter(
    (method) => !annotated.has(method) && readMethodRecord(target, method, RECORD[kind]) === undefined,
  );
  const missing = [...annotated].filter((method) => !described.includes(method)).sort();
  if (gone.length === 0 && missing.length === 0) return;
  const differences = [
    ...missing.map((method) => `the method ${method} is a ${kind} that the generated module does not know`),
    ...gone.map((method) => `the generated module has a ${kind} of the method ${method}, which is not a ${kind}`),
  ];
  const message = `${target.name} (toolset ${name}, ${source}): ${differences.join('; ')}.`;
  const inherited = missing.find((method) => !Object.hasOwn(target.prototype as object, method));
  throw new HaftError('HAFT_STALE_DESCRIPTOR', message, {
    hint: `Run \`npx haft build\` and compile again.${inherited === undefined ? '' : ` If that does not help, a base class hides ${inherited} from the build: override it in ${target.name} with ${DECORATOR[kind]}.`}`,
  });
}

const DECORATOR: Readonly<Record<DefinitionKind, string>> = {
  tool: '@Tool()',
  resource: '@Resource(...)',
  prompt: '@Prompt()',
};

function instructionsOf({ class: target, instructions }: ToolsetDescriptor, run: RunContext): string | undefined {
  const options = readClassRecord(target, RECORD.toolset) as ToolsetOptions | undefined;
  if (typeof options?.instructions === 'function') return options.instructions(run as never);
  return instructions;
}
