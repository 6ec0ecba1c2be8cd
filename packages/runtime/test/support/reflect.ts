import { fingerprintOf, snakeCase, type Class } from '@haft/core';
import {
  reflected,
  REFLECTED_FORMAT,
  type DependencyDescriptor,
  type ReflectedToolsets,
  type ToolChecks,
  type ToolDescriptor,
} from '@haft/core/reflected';
import { createChecker, exampleOf, type JsonSchemaObject, type JsonValue } from '@haft/schema';

/** What the reflector would have found of one method. */
export interface MethodFacts extends Partial<Omit<ToolDescriptor, 'parameters' | 'result'>> {
  /** Schemas of the visible parameters, in order; one that ends in `?` is optional. `run` and `host:NAME` stand for what the host gives. */
  readonly parameters?: Readonly<Record<string, JsonSchemaObject>>;
  readonly result?: JsonSchemaObject;
}

/** The generated module of one class, made at run time: the form of the real one, with checks that interpret the schema, and come when they are asked for. */
export function reflect(
  target: Class,
  methods: Readonly<Record<string, MethodFacts>>,
  { prefix = '', dependencies = [] as readonly DependencyDescriptor[], instructions = '' } = {},
): ReflectedToolsets {
  const described = Object.entries(methods).map(([method, facts]) => describe(prefix, method, facts));
  const checks = { checks: Object.fromEntries(described.map((one) => [one.fingerprint.slice(0, 16), checksOf(one)])) };
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
      },
    ],
    services: [],
  }));
}

function checksOf({ read, checks, visitRules, rules }: Described): ToolChecks {
  return {
    read,
    ...(checks && { checks }),
    ...(visitRules && { visitRules }),
    ...(rules && { rules }),
  };
}

function withoutChecks({
  read: _read,
  checks: _checks,
  visitRules,
  rules: _rules,
  ...tool
}: Described): ToolDescriptor {
  return { ...tool, ...(visitRules && { hasRules: true }) };
}

type Described = ToolDescriptor & ToolChecks;

function describe(prefix: string, method: string, { parameters = {}, result, ...facts }: MethodFacts): Described {
  const names = Object.keys(parameters);
  const visible = names.filter((name) => name !== 'run' && !name.startsWith('host:'));
  const schema: JsonSchemaObject = {
    type: 'object',
    properties: Object.fromEntries(visible.map((name) => [plain(name), parameters[name] as JsonSchemaObject])),
    required: visible.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
  const checker = createChecker(schema);
  const name = facts.name ?? `${prefix}${snakeCase(method)}`;
  const hostNames = names.filter((one) => one.startsWith('host:'));
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
          return one.startsWith('host:') ? host[hostNames.indexOf(one)] : args[plain(one)];
        }),
      ),
    ...(names.includes('run') ? { usesRun: true as const } : {}),
    ...(hostNames.length === 0
      ? {}
      : { host: hostNames.map((one) => ({ index: names.indexOf(one), name: one.slice('host:'.length) })) }),
    ...facts,
  };
}

function plain(name: string): string {
  return name.replace('?', '');
}
