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
  enableTelemetry,
  type MeterLike,
  type SpanLike,
  type TelemetryOptions,
  type TracerLike,
} from '@haft/runtime/telemetry';
