export { noteStoreRequest, timedReads } from './measurement.ts';
export { hasMetricsToken, type MetricsServer, serveProcessMetrics } from './processMetrics.ts';
export { type Begun, type MonitorRecord, openRecorder, type Recorder, type Work } from './recorder.ts';
export { openTracing, type Tracing, tracePlaceOf } from './tracing.ts';
