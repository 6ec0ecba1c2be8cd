/*
 * Spans and metrics of OpenTelemetry, diagnostic channels, and recorded calls with a report.
 */

export {
  callChannel,
  eventChannel,
  runChannel,
  stepChannel,
  type CallTrace,
  type EventMessage,
  type RunMessage,
  type StepMessage,
  type StepName,
} from '@haft/runtime';
export {
  callReport,
  type CallReport,
  type Mistake,
  type RecordedCall,
  type Suggestion,
  type SuggestionKind,
  type ToolReport,
  type UnknownName,
} from '@haft/core/report';
export {
  addAttributes,
  callsOfLedger,
  enableTelemetry,
  recordCalls,
  withAttributes,
  type CallAttributes,
  type LedgerCalls,
  type MeterLike,
  type RecordCallsOptions,
  type SpanLike,
  type TelemetryOptions,
  type TracerLike,
} from '@haft/runtime/telemetry';
