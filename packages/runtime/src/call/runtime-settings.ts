import type { ErrorMapping, Logger } from '@haft/core';
import type { RetryFormatter } from '@haft/arguments';
import type { AcceptOptions } from '@haft/arguments/internal';
import type { RunEventListener } from '../events/run-event.js';
import type { DecisionLedger } from '../ledger/decision-ledger.js';
import type { DeferredHandler } from './deferral/deferred-handler.js';

/** The options of a runtime with their defaults. They are read once. */
export interface RuntimeSettings {
  readonly limits: {
    readonly retries: number;
    readonly timeoutMs: number;
    readonly maxCalls: number;
    readonly concurrency: { readonly runtime: number; readonly batch: number; readonly background: number };
    readonly arguments: AcceptOptions;
  };
  readonly errors: {
    readonly map: readonly ErrorMapping[];
    readonly onUnexpected: 'outcome' | 'throw';
    readonly onExhausted: 'outcome' | 'throw';
    /** Undefined: the built-in formatter. */
    readonly formatter: RetryFormatter | undefined;
  };
  readonly results: { readonly check: boolean; readonly maxCharacters: number };
  readonly people: {
    readonly onDeferred: DeferredHandler | undefined;
    readonly onDeferredTimeoutMs: number | undefined;
    readonly requestExpiryMs: number;
    readonly showSensitive: boolean;
    readonly decisionLedger: DecisionLedger;
    readonly pendingSecret: string | undefined;
  };
  readonly observe: {
    readonly logger: Logger;
    readonly onEvent: RunEventListener | undefined;
    readonly measureDurations: boolean;
    /** In lower case. */
    readonly redactedKeys: ReadonlySet<string>;
  };
}
