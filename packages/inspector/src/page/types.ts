import type { DeferralKind } from '@haft/core';
import type { CallReport, Suggestion, ToolReport } from '@haft/core/report';
import type { ToldFailure } from '@haft/core/report';

/** JSON of any form. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Schema, as far as the page reads it. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | boolean;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** A toolset of the tree. */
export interface ToolsetNode {
  readonly name: string;
  readonly kind: string;
  readonly detail?: string;
  readonly parts: readonly ToolsetNode[];
  readonly tools: readonly string[];
}

/** A place in a source file. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A tool in the list. */
export interface ToolRow {
  readonly name: string;
  readonly toolset: string;
  readonly ownName: string;
  readonly aliases: readonly string[];
  readonly class?: string;
  readonly place?: Place;
  readonly parameters: readonly string[];
  /** Whether a parameter is required, of a type that wrong values can have. */
  readonly needsValue: boolean;
  /** About the tokens in each request. */
  readonly tokens: number;
  readonly hasWarning: boolean;
  readonly description: string;
  readonly hints?: Readonly<Record<string, boolean>>;
  readonly isHidden: boolean;
  readonly mayWaitFor: readonly string[];
  readonly traits: readonly string[];
}

/** A diagnostic of the build. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly isError: boolean;
  readonly tool?: string;
  readonly file?: string;
  readonly line?: number;
}

/** The answer of `haft-api/project`. */
export interface Project {
  readonly title: string;
  readonly readOnly: boolean;
  /** The actions that the person may take. */
  readonly may: { readonly call: boolean; readonly decide: boolean };
  readonly presets: readonly string[];
  readonly hasLedger: boolean;
  /** About the tokens of a request, and the instructions. */
  readonly request: {
    readonly definitions: number;
    readonly instructions: number;
    readonly text: string;
    /** The error of a run that could not give them. */
    readonly problem?: string;
  };
  readonly toolset: ToolsetNode;
  readonly tools: readonly ToolRow[];
  readonly build: {
    readonly warnings?: readonly Warning[];
    readonly changes?: readonly string[];
    readonly failure?: string;
    readonly isStale?: boolean;
  };
}

/** The answer of `haft-api/model`. */
export interface Model {
  readonly instructions: string;
  readonly tokens: { readonly definitions: number; readonly instructions: number };
  readonly definitions: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: Json;
    readonly tokens: number;
  }[];
}

/** A report of the mistakes of models. */
export interface Report extends CallReport {
  /** Whether a ledger has more rows than were read. */
  readonly isPartial?: boolean;
}
/** The calls of one tool in a report. */
export type ReportOfTool = ToolReport;
export type { Suggestion };

/** A change of a schema for a provider. */
export interface Rewrite {
  readonly path: readonly (string | number)[];
  readonly keyword: string;
  readonly from?: Json;
  readonly to?: Json;
  readonly reason: string;
  readonly loses?: string;
}

/** A tool in the form of one provider. */
export interface ToolForm {
  readonly target: string;
  readonly entry?: Json;
  readonly strict: boolean;
  readonly tokens: number;
  readonly rewrites: readonly Rewrite[];
  readonly problems: readonly string[];
}

/** The answer of `haft-api/tools/NAME`. */
export interface ToolPage {
  readonly tool: {
    readonly definition: {
      readonly name: string;
      readonly description: string;
      readonly toolset: string;
      readonly parameters: Schema;
      readonly result?: Schema;
      readonly hints?: Readonly<Record<string, boolean>>;
      readonly examples?: readonly Json[];
    };
    readonly ownName: string;
    readonly aliases: readonly string[];
    readonly file?: string;
    readonly class?: string;
    readonly method?: string;
    readonly sensitive: readonly (readonly (string | number)[])[];
    readonly isHidden: boolean;
    readonly mayWaitFor: readonly string[];
    readonly timeoutMs: number;
    readonly traits: readonly string[];
  };
  readonly signature?: string;
  readonly example?: Json;
  readonly wrong: readonly { readonly title: string; readonly value: Json }[];
  readonly forms: readonly ToolForm[];
  readonly place?: { readonly file: string; readonly line: number };
  readonly warnings: readonly Warning[];
}

/** A call in the list. */
export interface CallRow {
  readonly number: number;
  readonly callId: string;
  readonly runId: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly tool: string;
  readonly parent?: string;
  readonly startedAt: number;
  readonly ms?: number;
  readonly status: string;
  readonly text: string;
  readonly repairs: number;
  readonly issues: number;
  readonly isCached: boolean;
  readonly isExhausted: boolean;
  readonly preset?: string;
  /** The failure that the value of a successful call tells. */
  readonly failure?: ToldFailure;
  /** The place in the outer call, such as a line. */
  readonly place?: Json;
}

/** A problem of an argument. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly rule: string;
  readonly expected: string;
  readonly received: string;
  readonly suggestion?: string;
  readonly message?: string;
}

/** The request of a call that waits. */
export interface Request {
  readonly id: string;
  readonly kind: DeferralKind;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly fields?: Schema;
  readonly resultSchema?: Schema;
  readonly preview?: { readonly text: string; readonly data?: Json };
}

/** The outcome of a call. */
export interface Outcome {
  readonly status: string;
  readonly text: string;
  readonly value?: Json;
  readonly issues?: readonly Issue[];
  readonly repairs?: readonly {
    readonly kind: string;
    readonly path?: readonly (string | number)[];
    readonly from: string;
    readonly to: string;
  }[];
  readonly reason?: string;
  readonly request?: Request;
  readonly requests?: readonly Request[];
}

/** The answer of `haft-api/calls/NUMBER`. */
export interface CallDetail extends CallRow {
  readonly sent?: Json;
  readonly arguments?: Json;
  readonly outcome?: Outcome;
  readonly error?: string;
  readonly steps: readonly { readonly step: string; readonly at: number }[];
  readonly events: readonly (Readonly<Record<string, Json>> & { readonly type: string; readonly at: number })[];
  readonly canDecide?: boolean;
  /** About the tokens of the text, in a run. */
  readonly tokens?: number;
}

/** A run in the list. */
export interface RunRow {
  readonly runId: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** A call that waits in the ledger. */
export interface PendingCall {
  readonly key: string;
  readonly runId: string;
  readonly callId: string;
  readonly tool: string;
  readonly state: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly request?: Request;
  readonly createdAt: string;
  readonly expiresAt?: string;
}

/** A call of the ledger in the list of its run. */
export interface LedgerCall {
  readonly key: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly callId: string;
  readonly tool: string;
  readonly state: string;
  readonly attempts: number;
  readonly createdAt: number;
  readonly text?: string;
}
