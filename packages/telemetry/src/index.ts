export { type ErrorReportSettings, errorReportSettingsOf } from './errorReportSettings.ts';
export { openErrorReports, reportUncaught } from './errorReports.ts';
export type { ErrorReports } from './failedWork.ts';
export { answerAlive } from './liveness.ts';
export { noteStoreRequest, timedReads } from './measurement.ts';
export { addProcessMetrics, hasMetricsToken, type MetricsServer, serveProcessMetrics } from './processMetrics.ts';
export { type Begun, type MonitorRecord, openRecorder, type Recorder, type Work } from './recorder.ts';
export type { Tracing } from './spans.ts';
export { openTracing, tracePlaceOf } from './tracing.ts';
