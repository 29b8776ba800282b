export { aiLimitsOf } from './aiQuotas/findAiQuota.ts';
export { type AlertDocument, alerts } from './alerts/alerts.ts';
export { ReadModelsLagging, type WaitScope } from './consistency.ts';
export type { FlakyRulesFacts } from './flakyRulesPreview/flakyRulesFacts.ts';
export type { InsightFact, NamedTest } from './insights/insightFacts.ts';
export type { NamedPerson } from './people/findPeople.ts';
export type { Scope } from './progress.ts';
export { type Notice, type ProjectionTier, projectedTopic, rebuiltTopic, writtenTopic } from './projection.ts';
export { projectionList } from './projectionList.ts';
export { type Projector, type ProjectorOptions, startProjector } from './projector.ts';
export type { TestRunOnDays } from './projectTests/findTestsRun.ts';
export type {
  QuarantinedResult,
  QuarantinedRun,
  QuarantinedTest,
  QuarantineFacts,
} from './quarantinePreview/quarantineFacts.ts';
export { type AccountReads, openReadModels, type ReadModels } from './readModels.ts';
export { rebuildRequests, requestRebuild } from './rebuildRequests.ts';
export type { Replay } from './replay/findReplay.ts';
export { replayedEvents } from './replay/replayedEvents.ts';
export type { ReplayFold } from './replay/replayFold.ts';
export type { FoundRunAnalysis } from './runAnalyses/findRunAnalysis.ts';
export type { PeriodsQuery } from './runStats/foldRuns.ts';
export type { FoundTestAnalysis } from './testAnalyses/findTestAnalysis.ts';
export type { RunsToCompare, TestOfRun } from './testRenames/findRunsToCompare.ts';
export type { TestRunSummaryDocument } from './testRunSummaries/testRunSummaries.ts';
export type { FlakyTime } from './testStats/judgeOverTime.ts';
export type { AttemptToSettle, IssueToRead } from './trackedIssues/trackedIssueReads.ts';
export type { TriggerDocument, TriggerSlotRecord } from './triggers/triggers.ts';
