import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { dtos } from '../class-validator/dtos.js';
import { decorateOtherClasses } from '../class-validator/other-classes.js';
import { VALIDATOR_OPTIONS } from '../class-validator/pipeline.js';
import { handChecks } from '../floor/floor.js';
import { instantiate } from '../floor/instances.js';
import { measureInProcess, type Measurement } from '../harness/measure-in-process.js';
import { payloads, VARIANT_MASK } from '../shapes/payloads.js';
import { SHAPES, type Shape } from '../shapes/shapes.js';
import { ValidatedToolset } from '../toolsets/validated.toolset.js';
import { checks } from '../toolsets.checks.gen.js';
import { toolsets } from '../toolsets.gen.js';
import type { ToolChecks } from '@haft/core/reflected';
import type { SuiteOptions } from './suite.js';

/**
 * P3 and P4: from a plain object to a checked DTO instance, alone and among many other decorated
 * classes.
 */
export interface DtoResults {
  readonly tables: readonly {
    readonly otherClasses: number;
    readonly shape: Shape;
    readonly rows: readonly Measurement[];
  }[];
  /**
   * Tools whose rules the schema does not express completely. The rest runs in the call, so it is
   * not measured here.
   */
  readonly uncovered: readonly string[];
}

const OTHER_CLASSES = 10_000;

export async function dtoSuite(options: SuiteOptions): Promise<DtoResults> {
  const tables = [];
  const others: object[] = [];
  for (const otherClasses of [0, OTHER_CLASSES]) {
    others.push(...decorateOtherClasses(otherClasses));
    for (const shape of SHAPES) {
      tables.push({ otherClasses, shape, rows: await measureInProcess(cases(shape), options) });
    }
  }
  const uncovered = descriptors().filter((one) => one.hasRules === true);
  return { tables, uncovered: uncovered.map(({ name }) => name) };
}

function cases(shape: Shape): { name: string; run: (i: number) => unknown }[] {
  const check = handChecks[shape];
  const make = instantiate[shape] as (args: unknown) => object;
  const read = checksOf(`validated_${shape}`)?.read;
  if (read === undefined) throw new Error(`There is no tool validated_${shape}.`);
  const participants: [string, (args: unknown) => unknown][] = [
    ['hand-written check and instance', (args) => (check(args) === undefined ? make(args) : undefined)],
    ['Haft: emitted read', read],
    ['class-validator: plainToInstance + validateSync', (args) => validated(shape, args)],
  ];
  const { valid, invalid } = payloads[shape];
  for (const [name, accept] of participants) {
    const wrong = valid.objects.some((one) => !accept(one)) || invalid.objects.some((one) => accept(one));
    if (wrong) throw new Error(`${name} has another verdict on a payload of shape ${shape}.`);
  }
  const objects: readonly unknown[] = valid.objects;
  return participants.map(([name, accept]) => ({ name, run: (i) => accept(objects[i & VARIANT_MASK]) }));
}

function checksOf(tool: string): ToolChecks | undefined {
  const found = descriptors().find(({ name }) => name === tool);
  return found === undefined ? undefined : checks[found.fingerprint.slice(0, 16)];
}

function descriptors(): ReturnType<typeof toolsets.read>['toolsets'][number]['tools'] {
  return toolsets
    .pick(ValidatedToolset)
    .read()
    .toolsets.flatMap(({ tools }) => tools);
}

function validated(shape: Shape, args: unknown): object | undefined {
  const instance = plainToInstance<object, object>(dtos[shape], args as object);
  return validateSync(instance, VALIDATOR_OPTIONS).length === 0 ? instance : undefined;
}
