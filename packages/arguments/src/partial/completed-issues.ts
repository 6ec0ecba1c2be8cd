import { createChecker, type Issue, type JsonSchema, type JsonSchemaObject, type Path } from '@haft/schema';
import { ISSUE_LIMIT } from '@haft/schema/internal';
import { isSamePath } from '@haft/schema/basics';
import type { Container, PrefixListener } from './json-prefix-reader.js';
import { PartSchemas, schemaAt } from './part-schemas.js';

/** An incomplete list or object. */
interface Frame {
  readonly container: Container;
  /** Key of the container. Undefined for the root. */
  readonly key: string | number | undefined;
  /** Schemas that it must obey, however the text continues. */
  readonly schemas: readonly JsonSchemaObject[];
}

/** The largest number of suggestions for names. Each compares the name with all properties. */
const MOST_SUGGESTIONS = ISSUE_LIMIT;

/**
 * The issues of complete values. It checks each value at its end, and again as a part of each
 * container around it. So the work is linear in the text for a limited depth.
 */
export class CompletedIssues implements PrefixListener {
  private readonly checker;
  private readonly parts: PartSchemas;
  private readonly frames: Frame[] = [];
  private found: readonly Issue[] = [];
  private final: readonly Issue[] | undefined;
  private suggestions = 0;

  constructor(schema: JsonSchema) {
    this.checker = createChecker(schema);
    this.parts = new PartSchemas(this.checker);
  }

  /** Returns the issues so far, or all issues if the value is complete. */
  of(value: unknown, isComplete: boolean): readonly Issue[] {
    return isComplete ? (this.final ??= this.checker.issuesOf(value)) : this.found;
  }

  opened(key: string | number | undefined, container: Container): void {
    const parent = this.frames.at(-1);
    const schemas =
      parent === undefined || key === undefined
        ? [this.checker.schema]
        : parent.schemas.map((one) => schemaAt(one, key));
    this.frames.push({ container, key, schemas: this.parts.certain(schemas, Array.isArray(container)) });
  }

  /** Forgets the issues of an earlier value of the same name. */
  named(key: string): void {
    if (this.found.length === 0) return;
    const place = [...this.path(), key];
    this.found = this.found.filter(({ path }) => !isSamePath(path.slice(0, place.length), place));
  }

  completed(key: string | number | undefined, value: unknown): void {
    if (typeof value === 'object' && value !== null) this.frames.pop();
    const parent = this.frames.at(-1);
    if (parent === undefined || key === undefined) return;
    for (const schema of parent.schemas) {
      if (this.found.length >= ISSUE_LIMIT) return;
      for (const issue of this.issuesAt(schema, parent, key, value)) this.add(issue);
    }
  }

  private issuesAt(schema: JsonSchemaObject, parent: Frame, key: string | number, value: unknown): readonly Issue[] {
    const issues = this.parts.checkOf(schema, key, this.frames.length === 1)?.(value, key) ?? [];
    if (issues.length === 0) return issues;
    const isMisspelt = issues.some(({ path, rule }) => path.length === 1 && rule === 'additionalProperties');
    const mustCompare = isMisspelt && !Array.isArray(parent.container) && ++this.suggestions <= MOST_SUGGESTIONS;
    // Only all properties together tell which declared names are still free.
    const among = mustCompare ? this.parts.checkOfNames(schema, this.frames.length === 1)(parent.container) : [];
    const place = this.path();
    return issues.map((issue) => {
      const told = among.find(({ path }) => isSamePath(path, issue.path)) ?? issue;
      return { ...told, path: [...place, key, ...told.path.slice(1)] };
    });
  }

  private add(issue: Issue): void {
    const isKnown = this.found.some(({ path }) => isSamePath(path, issue.path));
    if (!isKnown && this.found.length < ISSUE_LIMIT) this.found = [...this.found, issue];
  }

  private path(): Path {
    return this.frames.flatMap(({ key }) => (key === undefined ? [] : [key]));
  }
}
