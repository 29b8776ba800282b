// Made by `npm run generate` from the files that it lists.
import { accessFactReads } from './accessFacts/accessFactReads.ts';
import { accountReads, accountServiceReads } from './accounts/accountReads.ts';
import { accountUsageReads } from './accountUsage/accountUsageReads.ts';
import { agentReads, agentServiceReads } from './agents/agentReads.ts';
import { aiQuotaReads, aiQuotaServiceReads } from './aiQuotas/aiQuotaReads.ts';
import { alertReads } from './alerts/alertReads.ts';
import { auditEntryReads } from './auditEntries/auditEntryReads.ts';
import { authorizationReads, authorizationServiceReads } from './authorizations/authorizationReads.ts';
import { buildReads } from './builds/buildReads.ts';
import { comparisonReads } from './comparison/comparisonReads.ts';
import { criteriaTemplateReads } from './criteriaTemplates/criteriaTemplateReads.ts';
import { deployKeyReads } from './deployKeys/deployKeyReads.ts';
import { deployReads } from './deploys/deployReads.ts';
import { environmentReads } from './environments/environmentReads.ts';
import { expiredDetailReads, expiredDetailServiceReads } from './expiredDetails/expiredDetailReads.ts';
import { flakyRulesPreviewReads } from './flakyRulesPreview/flakyRulesPreviewReads.ts';
import { gateReads } from './gate/gateReads.ts';
import { insightMarkReads } from './insightMarks/insightMarkReads.ts';
import { insightReads } from './insights/insightReads.ts';
import { invitationReads, invitationServiceReads } from './invitations/invitationReads.ts';
import { noticeReads } from './notices/noticeReads.ts';
import { personReads, personServiceReads } from './people/personReads.ts';
import { pipelineStageReads } from './pipelineStages/pipelineStageReads.ts';
import { problemReads } from './problems/problemReads.ts';
import { projectReads } from './projects/projectReads.ts';
import { projectTestReads, projectTestServiceReads } from './projectTests/projectTestReads.ts';
import { quarantinePreviewReads } from './quarantinePreview/quarantinePreviewReads.ts';
import { releaseReads } from './releases/releaseReads.ts';
import { replayReads } from './replay/replayReads.ts';
import { reviewReads } from './reviews/reviewReads.ts';
import { runAnalysisReads } from './runAnalyses/runAnalysisReads.ts';
import { runnerPoolReads, runnerPoolServiceReads } from './runnerPools/runnerPoolReads.ts';
import { runStatsReads } from './runStats/runStatsReads.ts';
import { setAsideReactionServiceReads } from './setAsideReactions/setAsideReactionReads.ts';
import { teamReads, teamServiceReads } from './teams/teamReads.ts';
import { testAnalysisReads } from './testAnalyses/testAnalysisReads.ts';
import { testDistributionRuleReads } from './testDistributionRules/testDistributionRuleReads.ts';
import { testPlanRunReads } from './testPlanRuns/testPlanRunReads.ts';
import { testPlanReads } from './testPlans/testPlanReads.ts';
import { testRenameReads } from './testRenames/testRenameReads.ts';
import { testRunDetailReads } from './testRunDetails/testRunDetailReads.ts';
import { testRunFollowerReads, testRunFollowerServiceReads } from './testRunFollowers/testRunFollowerReads.ts';
import { testRunHistoryReads } from './testRunHistory/testRunHistoryReads.ts';
import { testRunMessageReads, testRunMessageServiceReads } from './testRunMessages/testRunMessageReads.ts';
import { testRunSummaryReads, testRunSummaryServiceReads } from './testRunSummaries/testRunSummaryReads.ts';
import { testRunTestReads, testRunTestServiceReads } from './testRunTests/testRunTestReads.ts';
import { testStatsReads } from './testStats/testStatsReads.ts';
import { testSuiteReads } from './testSuites/testSuiteReads.ts';
import { tqlReads } from './tql/tqlReads.ts';
import { trackedIssueReads, trackedIssueServiceReads } from './trackedIssues/trackedIssueReads.ts';
import { triggerReads, triggerServiceReads } from './triggers/triggerReads.ts';
import { userActionServiceReads } from './userActions/userActionReads.ts';
import { workflowReads } from './workflows/workflowReads.ts';

/** Queries of one account. */
export const readsOfAccount = {
  ...accessFactReads,
  ...accountUsageReads,
  ...accountReads,
  ...agentReads,
  ...aiQuotaReads,
  ...alertReads,
  ...auditEntryReads,
  ...authorizationReads,
  ...buildReads,
  ...comparisonReads,
  ...criteriaTemplateReads,
  ...deployKeyReads,
  ...deployReads,
  ...environmentReads,
  ...expiredDetailReads,
  ...flakyRulesPreviewReads,
  ...gateReads,
  ...insightMarkReads,
  ...insightReads,
  ...invitationReads,
  ...noticeReads,
  ...personReads,
  ...pipelineStageReads,
  ...problemReads,
  ...projectTestReads,
  ...projectReads,
  ...quarantinePreviewReads,
  ...releaseReads,
  ...replayReads,
  ...reviewReads,
  ...runAnalysisReads,
  ...runStatsReads,
  ...runnerPoolReads,
  ...teamReads,
  ...testAnalysisReads,
  ...testDistributionRuleReads,
  ...testPlanRunReads,
  ...testPlanReads,
  ...testRenameReads,
  ...testRunDetailReads,
  ...testRunFollowerReads,
  ...testRunHistoryReads,
  ...testRunMessageReads,
  ...testRunSummaryReads,
  ...testRunTestReads,
  ...testStatsReads,
  ...testSuiteReads,
  ...tqlReads,
  ...trackedIssueReads,
  ...triggerReads,
  ...workflowReads,
} as const;

/** Queries over all accounts, for the service itself. */
export const readsOfService = {
  ...accountServiceReads,
  ...agentServiceReads,
  ...aiQuotaServiceReads,
  ...authorizationServiceReads,
  ...expiredDetailServiceReads,
  ...invitationServiceReads,
  ...personServiceReads,
  ...projectTestServiceReads,
  ...runnerPoolServiceReads,
  ...setAsideReactionServiceReads,
  ...teamServiceReads,
  ...testRunFollowerServiceReads,
  ...testRunMessageServiceReads,
  ...testRunSummaryServiceReads,
  ...testRunTestServiceReads,
  ...trackedIssueServiceReads,
  ...triggerServiceReads,
  ...userActionServiceReads,
} as const;
