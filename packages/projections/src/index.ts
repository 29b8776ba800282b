export type { Whose } from './progress.ts';
export { type Notice, type Pace, projectedTopic, rebuiltTopic } from './projection.ts';
export { projectionList } from './projectionList.ts';
export { type Projector, type ProjectorOptions, startProjector } from './projector.ts';
export { type AccountReads, openReadModels, type ReadModels, type WaitedFor } from './readModels.ts';
export { rebuildRequests, requestRebuild } from './rebuildRequests.ts';
export type { TestRunSummaryDocument } from './testRunSummaries/testRunSummaries.ts';
