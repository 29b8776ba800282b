export { isPace, projectedTopic } from './lane.ts';
export type { Notice, Pace } from './projection.ts';
export { projectionCatalogue } from './projectionCatalogue.ts';
export { type Projector, type ProjectorOptions, rebuiltTopic, startProjector } from './projector.ts';
export { type AccountReads, openReadModels, type ReadModels } from './readModels.ts';
export { rebuildRequests, requestRebuild } from './rebuildRequests.ts';
export type { TestRunSummaryDocument } from './testRunSummaries/testRunSummaries.ts';
