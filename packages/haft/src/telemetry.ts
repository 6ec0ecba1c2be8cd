export { callChannel, type CallTrace } from '@haft/runtime';
export {
  enableTelemetry,
  type MeterLike,
  type SpanLike,
  type TelemetryOptions,
  type TracerLike,
} from '@haft/runtime/telemetry';
