export type { Notice } from './projection.ts';
export { projectionCatalogue } from './projectionCatalogue.ts';
export { type Projector, type ProjectorOptions, projectedTopic, rebuiltTopic, startProjector } from './projector.ts';
export { type AccountReads, openReadModels, type ReadModels } from './readModels.ts';
export { rebuildRequests, requestRebuild } from './rebuildRequests.ts';
export type { TestRunSummaryDocument } from './testRunSummaries/testRunSummaries.ts';
