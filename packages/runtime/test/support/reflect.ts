import { fingerprintOf, snakeCase, type Class } from '@haft/core';
import {
  reflected,
  REFLECTED_FORMAT,
  type CheckedDescriptor,
  type DependencyDescriptor,
  type PromptDescriptor,
  type ResourceDescriptor,
  type ReflectedToolsets,
  type ServiceDescriptor,
  type ToolChecks,
  type ToolDescriptor,
} from '@haft/core/reflected';
import { createChecker, exampleOf, type JsonSchemaObject, type JsonValue } from '@haft/schema';

/** The facts of the reflector about one method. */
export interface MethodFacts extends Partial<Omit<ToolDescriptor, 'parameters' | 'result' | 'input'>> {
  /**
   * Schemas of the visible parameters, in order. One that ends in `?` is optional. `run`,
   * `host:NAME` and `input:NAME` mark values of the host and of people.
   */
  readonly parameters?: Readonly<Record<string, JsonSchemaObject>>;
  readonly result?: JsonSchemaObject;
  /** More facts about the object of values from people. */
  readonly input?: Partial<CheckedDescriptor>;
}

/**
 * The generated module of one class, made at run time: the form of the real one, with checks that
 * interpret the schema, and come when they are asked for.
 */
export function reflect(
  target: Class,
  methods: Readonly<Record<string, MethodFacts>>,
  {
    prefix = '',
    dependencies = [] as readonly DependencyDescriptor[],
    services = [] as readonly ServiceDescriptor[],
    instructions = '',
    resources = {} as Readonly<Record<string, MethodFacts & Omit<Partial<ResourceDescriptor>, keyof ToolDescriptor>>>,
    prompts = {} as Readonly<Record<string, MethodFacts & Omit<Partial<PromptDescriptor>, keyof ToolDescriptor>>>,
  } = {},
): ReflectedToolsets {
  const described = Object.entries(methods).map(([method, facts]) => describe(prefix, method, facts));
  const [reads, writes] = [resources, prompts].map((offers) =>
    Object.entries(offers).map(([method, facts]) => describe(prefix, method, facts)),
  );
  const checked: readonly (CheckedDescriptor & ToolChecks)[] = [
    ...described,
    ...(reads ?? []),
    ...(writes ?? []),
  ].flatMap((one) => (one.input === undefined ? [one] : [one, one.input]));
  const checks = { checks: Object.fromEntries(checked.map((one) => [one.fingerprint.slice(0, 16), checksOf(one)])) };
  return reflected(REFLECTED_FORMAT, () => ({
    toolsets: [
      {
        class: target,
        name: target.name,
        source: `src/${target.name}.ts`,
        dependencies,
        ...(instructions === '' ? {} : { instructions }),
        checks: () => Promise.resolve(checks),
        tools: described.map(withoutChecks),
        resources: (reads ?? []).map(withoutChecks) as ResourceDescriptor[],
        prompts: (writes ?? []).map(withoutChecks) as PromptDescriptor[],
      },
    ],
    services,
  }));
}

function checksOf({ read, checks, visitRules, rules }: ToolChecks): ToolChecks {
  return {
    read,
    ...(checks && { checks }),
    ...(visitRules && { visitRules }),
    ...(rules && { rules }),
  };
}

function withoutChecks({ input, ...tool }: Described): ToolDescriptor {
  return { ...bare(tool), ...(input && { input: bare(input) }) };
}

function bare<D extends CheckedDescriptor>(descriptor: D): D {
  const { read: _read, checks: _checks, visitRules, rules: _rules, ...rest } = descriptor;
  return { ...rest, ...(visitRules && { hasRules: true }) } as D;
}

type Described = ToolDescriptor & ToolChecks & { readonly input?: CheckedDescriptor & ToolChecks };

function describe(
  prefix: string,
  method: string,
  { parameters = {}, result, input: ofInput, ...facts }: MethodFacts,
): Described {
  const names = Object.keys(parameters);
  const isHost = (one: string): boolean => /^(host|input):/.test(one);
  const visible = names.filter((name) => name !== 'run' && !isHost(name));
  const schema = objectOf(visible, parameters);
  const checker = createChecker(schema);
  const name = facts.name ?? `${prefix}${snakeCase(method)}`;
  const hostNames = names.filter(isHost);
  const inputs = names.filter((one) => one.startsWith('input:'));
  const input = inputs.length === 0 ? undefined : inputOf(name, objectOf(inputs, parameters), ofInput);
  return {
    name,
    method,
    version: '0',
    description: `Does ${method}.`,
    parameters: JSON.stringify(schema),
    ...(result === undefined ? {} : { result: JSON.stringify(result) }),
    example: JSON.stringify(exampleOf(schema) ?? {}),
    fingerprint: fingerprintOf(name, facts.version ?? '0', schema),
    read: (value) => (checker.validates(value) ? (value as object) : undefined),
    invoke: (toolset: Record<string, (...args: unknown[]) => unknown>, args: Record<string, JsonValue>, run, host) =>
      toolset[method]?.(
        ...names.map((one) => {
          if (one === 'run') return run;
          return isHost(one) ? host[hostNames.indexOf(one)] : args[plain(one)];
        }),
      ),
    ...(names.includes('run') ? { usesRun: true as const } : {}),
    ...(hostNames.length === 0
      ? {}
      : {
          host: hostNames.map((one) => ({
            index: names.indexOf(one),
            name: plain(one),
            ...(inputs.includes(one) && { input: true as const }),
          })),
        }),
    ...facts,
    ...(input && { input }),
  };
}

function inputOf(
  tool: string,
  schema: JsonSchemaObject,
  facts: Partial<CheckedDescriptor> = {},
): CheckedDescriptor & ToolChecks {
  const checker = createChecker(schema);
  return {
    name: tool,
    parameters: JSON.stringify(schema),
    example: JSON.stringify(exampleOf(schema) ?? {}),
    fingerprint: fingerprintOf(`${tool}.input`, '0', schema),
    read: (value) => (checker.validates(value) ? (value as object) : undefined),
    ...facts,
  };
}

function objectOf(names: readonly string[], parameters: Readonly<Record<string, JsonSchemaObject>>): JsonSchemaObject {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [plain(name), parameters[name] as JsonSchemaObject])),
    required: names.filter((name) => !name.endsWith('?')).map(plain),
    additionalProperties: false,
  };
}

function plain(name: string): string {
  return name.replace('?', '').replace(/^(host|input):/, '');
}
