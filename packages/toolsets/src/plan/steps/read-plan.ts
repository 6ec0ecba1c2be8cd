import type { Issue, Path } from '@haft/schema';
import { Candidates } from '@haft/schema/internal';
import type { PlanStep } from '../plan-step.js';
import { findReferences, type Placeholder, type ReadArguments } from '../references/find-references.js';
import { parseReference } from '../references/parse-reference.js';
import { keepStored } from '../references/keep-stored.js';
import { shortened } from '../../shortened.js';
import { findCycle } from './find-cycle.js';
import type { Plan, PlannedStep } from './plan.js';

/** A plan, and the problems of its ids and references. Do not execute a plan with problems. */
export interface ReadPlan {
  readonly plan: Plan;
  readonly issues: readonly Issue[];
}

/** How ids are read. */
export interface PlanReading {
  /** Returns whether an id that is not the one of a step belongs to a stored value. */
  readonly isStored?: (id: string) => boolean;
  /** The ids of steps, or values in results, that the model asks for. */
  readonly returned?: readonly string[] | undefined;
}

/** Reads ids, references and dependencies of the steps. */
export function readPlan(
  steps: readonly PlanStep[],
  { isStored = () => false, returned = [] }: PlanReading = {},
): ReadPlan {
  const reader = new PlanReader(steps, isStored);
  const plan = steps.map((step, index) => reader.read(step, index));
  reader.requireSteps(returned);
  return { plan, issues: [...reader.issues, ...cycleIssues(plan, steps)] };
}

/** Names that other systems have for all steps, and for the result of one. */
const ALL_STEPS = /^(?:steps?|outputs?|results?)$/i;
const RESULT = /^(?:outputs?|results?)$/i;

class PlanReader {
  readonly issues: Issue[] = [];
  private readonly positions = new Map<string, number>();
  private candidates: Candidates | undefined;

  constructor(
    steps: readonly PlanStep[],
    private readonly isStored: (id: string) => boolean,
  ) {
    for (const [index, step] of steps.entries()) this.name(idOf(step, index), index, step.id !== undefined);
  }

  read(step: PlanStep, index: number): PlannedStep {
    const read = keepStored(findReferences(step.args ?? {}), (id) => !this.positions.has(id) && this.isStored(id));
    if (step.id !== undefined && !ID.test(step.id)) this.issues.push(issueAt(['steps', index, 'id'], 'id', AN_ID));
    this.issues.push(...read.issues.map((issue) => ({ ...issue, path: ['steps', index, 'args', ...issue.path] })));
    this.refusePlaceholders(read, index);
    const needs = this.needsOf(step, read, index);
    return { index, id: idOf(step, index), isNamed: step.id !== undefined, tool: step.tool, read, needs };
  }

  requireSteps(references: readonly string[]): void {
    for (const [at, text] of references.entries()) {
      const id = parseReference(text)?.id ?? text;
      if (!this.positions.has(id)) this.issues.push(this.unknownStep(id, ['return', at]));
    }
  }

  /** A placeholder of another system that names a step would reach the tool as a text. */
  private refusePlaceholders({ placeholders }: ReadArguments, index: number): void {
    for (const placeholder of placeholders) {
      const { path, text, isPart } = placeholder;
      const reference = this.referenceOf(placeholder);
      if (reference === undefined) continue;
      const right = JSON.stringify({ $ref: reference });
      const message = isPart
        ? `no reference works inside of a text: ${JSON.stringify(text)}. Use ${right} as a whole argument, or a program. If the text means itself, write {"$literal":"..."}`
        : `write ${right}, not ${JSON.stringify(text)}`;
      this.issues.push(issueAt(['steps', index, 'args', ...path], '$ref', message));
    }
  }

  /** Returns the reference that a placeholder means: `search.id` for `steps.search.output.id`. */
  private referenceOf({ id, keys, reference }: Placeholder): string | undefined {
    if (this.positions.has(id)) return reference;
    const [step = '', ...inner] = keys;
    const known = this.positions.has(step) ? step : [...this.positions.keys()][Number(step)];
    if (!ALL_STEPS.test(id) || step === '' || known === undefined) return undefined;
    return [known, ...(RESULT.test(inner[0] ?? '') ? inner.slice(1) : inner)].join('.');
  }

  private name(id: string, index: number, isNamed: boolean): void {
    const other = this.positions.get(id);
    if (other === undefined) this.positions.set(id, index);
    else {
      const place = isNamed ? index : other;
      this.issues.push(issueAt(['steps', place, 'id'], 'uniqueId', `there is another step '${id}'`));
    }
  }

  private needsOf({ dependsOn = [] }: PlanStep, { references }: ReadArguments, index: number): readonly number[] {
    const needs = new Set<number>();
    const add = (id: string, path: Path): void => {
      const position = this.positions.get(id);
      if (position === undefined) this.issues.push(this.unknownStep(id, path));
      else needs.add(position);
    };
    for (const { id, path, isStored } of references) if (isStored !== true) add(id, ['steps', index, 'args', ...path]);
    for (const [at, id] of dependsOn.entries()) add(id, ['steps', index, 'dependsOn', at]);
    return [...needs].sort((a, b) => a - b);
  }

  private unknownStep(id: string, path: Path): Issue {
    const text = `there is no step '${shortened(id)}'`;
    if (this.issues.length >= MOST_SUGGESTED) return issueAt(path, 'knownId', text);
    this.candidates ??= new Candidates([...this.positions.keys()].slice(0, MOST_COMPARED));
    const suggestion = this.candidates.nearest(id);
    if (suggestion === undefined) return issueAt(path, 'knownId', text);
    return { ...issueAt(path, 'knownId', `${text}; did you mean '${suggestion}'?`), suggestion };
  }
}

/** References separate an id from the keys behind it by a dot. */
const ID = /^[a-zA-Z_]\w{0,31}$/;
const AN_ID = 'an id has at most 32 letters, digits and _, and begins with no digit';

/** More problems are not shown. A suggestion compares an id with all others. */
const MOST_SUGGESTED = 10;
const MOST_COMPARED = 1_000;

function idOf({ id }: PlanStep, index: number): string {
  return id ?? `step_${index}`;
}

function issueAt(path: Path, rule: string, message: string): Issue {
  return { path, rule, expected: 'an id', received: 'another', message };
}

function cycleIssues(plan: Plan, steps: readonly PlanStep[]): readonly Issue[] {
  const cycle = findCycle(plan.map(({ needs }) => needs));
  const [first, second] = cycle;
  if (first === undefined || second === undefined) return [];
  const ids = cycle.map((index) => (plan[index] as PlannedStep).id);
  const shown = ids.length <= MOST_SHOWN ? ids : [...ids.slice(0, MOST_SHOWN - 1), '...', ids.at(-1)];
  const { id, read } = plan[first] as PlannedStep;
  const text =
    cycle.length === 2 ? `the step ${id} depends on itself` : `the steps ${shown.join(' -> ')} depend on each other`;
  return [issueAt(['steps', first, ...edgePath(steps[first], read, ids[1] as string)], 'acyclic', text)];
}

const MOST_SHOWN = 12;

/** Returns the place in a step that makes it depend on another one. */
function edgePath(step: PlanStep | undefined, { references }: ReadArguments, id: string): Path {
  if (step?.dependsOn?.includes(id) === true) return ['dependsOn'];
  const reference = references.find((one) => one.id === id);
  return reference === undefined ? [] : ['args', ...reference.path];
}
