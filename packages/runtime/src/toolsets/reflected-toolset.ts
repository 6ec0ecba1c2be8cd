import {
  HaftError,
  methodsWithRecord,
  readClassRecord,
  readMethodRecord,
  readParameterRecords,
  recordedKeys,
  RECORD,
  type CachedOptions,
  type CallLimitOptions,
  type Class,
  type Interceptor,
  type ParameterRecord,
  type PrepareTool,
  type RunContext,
  type ToolOptions,
  type ToolsetOptions,
  type ValidateArguments,
} from '@haft/core';
import type {
  HostParameterDescriptor,
  ServiceDescriptor,
  ToolDescriptor,
  ToolsetDescriptor,
} from '@haft/core/reflected';
import type { JsonSchemaObject } from '@haft/schema';
import type { AnyTool, HostParameter, ToolBody, ToolPolicy } from './any-tool.js';
import type { AnyToolset } from './any-toolset.js';
import { preparedTools } from './prepared-tool.js';
import { reflectedCheck } from './reflected-check.js';
import { ReflectedDefinition } from './reflected-definition.js';
import { lazily } from './lazily.js';

/**
 * The toolset of one annotated class: what its descriptor says of the source, and what its decorators recorded.
 *
 * @param services - what else the generated module knows how to make; the toolset itself is added
 * @param instance - a ready instance; without one the container makes the toolset
 * @throws HaftError `HAFT_STALE_DESCRIPTOR` when the class has other tools than the descriptor
 */
export function reflectedToolset(
  descriptor: ToolsetDescriptor,
  services: readonly ServiceDescriptor[] = [],
  instance?: object,
): AnyToolset {
  refuseStaleDescriptor(descriptor);
  const instructions = [(run: RunContext) => instructionsOf(descriptor, run)];
  const keys = recordedKeys(descriptor.class);
  const tools = descriptor.tools.map((tool) => reflectedTool({ descriptor, keys, instance, instructions }, tool));
  const hasPrepare = tools.some((tool) => tool.policy.prepare !== undefined);
  return {
    name: descriptor.name,
    fixed: hasPrepare ? undefined : true,
    services: [...services, descriptor],
    tools: hasPrepare ? (run) => preparedTools(tools, run) : () => tools,
  };
}

function refuseStaleDescriptor({ class: target, name, source, tools }: ToolsetDescriptor): void {
  const annotated = methodsWithRecord(target, RECORD.tool);
  const described = tools.map((tool) => tool.method);
  const missing = annotated.filter((method) => !described.includes(method));
  const gone = described.filter((method) => !annotated.includes(method));
  if (missing.length === 0 && gone.length === 0) return;
  const differences = [
    ...missing.map((method) => `the method ${method} is a tool that the generated module does not know`),
    ...gone.map((method) => `the generated module has a tool of the method ${method}, which is none`),
  ];
  throw new HaftError(
    'HAFT_STALE_DESCRIPTOR',
    `${target.name} (toolset ${name}, ${source}): ${differences.join('; ')}.`,
    {
      hint: 'Run `npx haft build` and compile again.',
    },
  );
}

function instructionsOf({ class: target, instructions }: ToolsetDescriptor, run: RunContext): string | undefined {
  const options = readClassRecord(target, RECORD.toolset) as ToolsetOptions | undefined;
  if (typeof options?.instructions === 'function') return options.instructions(run as never);
  return instructions;
}

/** What the tools of a toolset have in common. */
interface ToolsetFacts {
  readonly descriptor: ToolsetDescriptor;
  /** The keys under which the class and its methods have records. */
  readonly keys: ReadonlySet<unknown>;
  readonly instance: object | undefined;
  readonly instructions: AnyTool['instructions'];
}

function reflectedTool(
  { descriptor: toolset, keys, instance, instructions }: ToolsetFacts,
  tool: ToolDescriptor,
): AnyTool {
  const schema = lazily(() => JSON.parse(tool.parameters) as JsonSchemaObject);
  return {
    definition: new ReflectedDefinition(toolset.name, tool, schema),
    aliases: tool.aliases ?? [],
    ownName: tool.name,
    check: reflectedCheck(tool, schema),
    policy: policyOf(toolset.class, tool.method, keys),
    body: bodyOf(toolset.class, tool, instance),
    instructions,
  };
}

/** What stands on the method, else on the class; interceptors and prepare functions of both count, the class's first. */
function policyOf(target: Class, method: string, keys: ReadonlySet<unknown>): ToolPolicy {
  if (!POLICY_KEYS.some((key) => keys.has(key))) return NO_POLICY;
  const own = <T>(key: symbol): T | undefined =>
    keys.has(key) ? (readMethodRecord(target, method, key) as T | undefined) : undefined;
  const common = <T>(key: symbol): T | undefined =>
    keys.has(key) ? (readClassRecord(target, key) as T | undefined) : undefined;
  const nearest = <T>(key: symbol): T | undefined => own<T>(key) ?? common<T>(key);
  const approval = nearest<NonNullable<ToolPolicy['approvals']>[number]>(RECORD.requiresApproval);
  const validate = own<ValidateArguments>(RECORD.validate);
  const use = [...(common<Interceptors>(RECORD.use) ?? []), ...(own<Interceptors>(RECORD.use) ?? [])];
  const prepare = [own<PrepareTool>(RECORD.prepare), common<PrepareTool>(RECORD.prepare)].filter(
    (one) => one !== undefined,
  );
  return {
    timeoutMs: nearest<number>(RECORD.timeout),
    retries: nearest<number>(RECORD.retries),
    callLimit: nearest<CallLimitOptions>(RECORD.callLimit),
    sequential: nearest<boolean>(RECORD.sequential),
    approvals: approval === undefined ? undefined : [approval],
    external: nearest<boolean>(RECORD.external),
    cached: nearest<CachedOptions>(RECORD.cached),
    final: own<boolean>(RECORD.final),
    isolated: nearest<boolean>(RECORD.isolated),
    prepare: prepare.length === 0 ? undefined : prepare,
    validate: validate === undefined ? undefined : [validate],
    interceptors: use.length === 0 ? undefined : use,
    supersedes: own(RECORD.supersedes),
  };
}

/** Of most tools: nothing but `@Tool` stands on them. */
const NO_POLICY: ToolPolicy = Object.freeze({});
const POLICY_KEYS = Object.values(RECORD).filter(
  (key) => ![RECORD.tool, RECORD.toolset, RECORD.methodNames, RECORD.parameters].includes(key as never),
);

type Interceptors = readonly (Interceptor | Class<Interceptor>)[];

function bodyOf(target: Class, tool: ToolDescriptor, instance: object | undefined): ToolBody {
  return {
    target: instance === undefined ? target : undefined,
    instance,
    method: tool.method,
    usesRun: tool.usesRun ?? false,
    host: hostParameters(target, tool),
    visitRules: tool.visitRules,
    invoke: tool.invoke,
  };
}

const NO_HOST_PARAMETERS: readonly HostParameter[] = [];

function hostParameters(target: Class, tool: ToolDescriptor): readonly HostParameter[] {
  if (tool.host === undefined) return NO_HOST_PARAMETERS;
  const records = readParameterRecords<ParameterRecord>(target, tool.method);
  const { parameters = {} } = (readMethodRecord(target, tool.method, RECORD.tool) ?? {}) as ToolOptions;
  return tool.host.map((parameter): HostParameter => {
    const { name } = parameter;
    const record = records.get(parameter.index);
    if (record?.resolve !== undefined) return { kind: 'resolve', name, resolve: record.resolve };
    if (parameter.schema !== undefined) {
      return { kind: 'input', name, schema: JSON.parse(parameter.schema) as JsonSchemaObject };
    }
    const token = record?.inject?.token ?? parameters[name]?.inject ?? parameter.class;
    if (token === undefined) throw staleParameter(target, tool, parameter);
    return { kind: 'inject', name, token, optional: record?.inject?.optional ?? false };
  });
}

function staleParameter(target: Class, tool: ToolDescriptor, { name }: HostParameterDescriptor): HaftError {
  const message = `${target.name}.${tool.method}: the generated module says that the host gives the parameter ${name}; the class does not say from where.`;
  return new HaftError('HAFT_STALE_DESCRIPTOR', message, { hint: 'Run `npx haft build` and compile again.' });
}
