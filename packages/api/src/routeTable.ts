// Made by `npm run generate` from the files that it lists.

import { accountRoutes } from './accounts/accountRoutes.ts';
import { profileRoutes } from './accounts/profileRoutes.ts';
import { twoFactorRoutes } from './accounts/twoFactor/twoFactorRoutes.ts';
import { userRoleRoutes } from './accounts/userRoleRoutes.ts';
import { agentProtocolRoutes } from './agentProtocol/agentProtocolRoutes.ts';
import { agentRoutes } from './agents/agentRoutes.ts';
import { alertRoutes } from './alerts/alertRoutes.ts';
import { analysisRoutes } from './analysis/analysisRoutes.ts';
import { analyticsRoutes } from './analytics/analyticsRoutes.ts';
import { authorizationRoutes } from './authorizations/authorizationRoutes.ts';
import { authProviderRoutes } from './authProviders/authProviderRoutes.ts';
import { badgeRoutes } from './badges/badgeRoutes.ts';
import { billingRoutes } from './billing/billingRoutes.ts';
import { blobRoutes } from './blobs/blobRoutes.ts';
import { buildRoutes } from './builds/buildRoutes.ts';
import { codeOwnerRoutes } from './codeOwners/codeOwnerRoutes.ts';
import { deployKeyRoutes } from './deployKeys/deployKeyRoutes.ts';
import { deployRoutes } from './deploys/deployRoutes.ts';
import { environmentRoutes } from './environments/environmentRoutes.ts';
import { followRoutes } from './following/followRoutes.ts';
import { gateRoutes } from './gate/gateRoutes.ts';
import { gitHubAppRoutes } from './gitHubApp/gitHubAppRoutes.ts';
import { healthRoutes } from './health/healthRoutes.ts';
import type { Route } from './http/route.ts';
import { insightRoutes } from './insights/insightRoutes.ts';
import { invitationRoutes } from './invitations/invitationRoutes.ts';
import { jiraRoutes } from './jira/jiraRoutes.ts';
import { jobRoutes } from './jobs/jobRoutes.ts';
import { mailSubscriptionRoutes } from './mailSubscriptions/mailSubscriptionRoutes.ts';
import { noticeRoutes } from './notices/noticeRoutes.ts';
import { outboxRoutes } from './outbox/outboxRoutes.ts';
import { performanceRoutes } from './performance/performanceRoutes.ts';
import { personalDataRoutes } from './personalData/personalDataRoutes.ts';
import { pipelineStageRoutes } from './pipelineStages/pipelineStageRoutes.ts';
import { problemRoutes } from './problems/problemRoutes.ts';
import { projectRoutes } from './projects/projectRoutes.ts';
import { projectTrialRoutes } from './projectTrials/projectTrialRoutes.ts';
import { registrationRoutes } from './registration/registrationRoutes.ts';
import { criteriaTemplateRoutes } from './releases/criteriaTemplateRoutes.ts';
import { releaseRoutes } from './releases/releaseRoutes.ts';
import { retentionRoutes } from './retention/retentionRoutes.ts';
import { reviewRoutes } from './reviews/reviewRoutes.ts';
import { runnerPoolRoutes } from './runnerPools/runnerPoolRoutes.ts';
import { searchRoutes } from './search/searchRoutes.ts';
import { sharedLinkRoutes } from './sharedLinks/sharedLinkRoutes.ts';
import { sharedRunRoutes } from './sharedLinks/sharedRunRoutes.ts';
import { slackRoutes } from './slack/slackRoutes.ts';
import { accountStaffAccessRoutes } from './staff/accountStaffAccessRoutes.ts';
import { staffRoutes } from './staff/staffRoutes.ts';
import { staffRunRoutes } from './staff/staffRunRoutes.ts';
import { teamRoutes } from './teams/teamRoutes.ts';
import { tellAFriendRoutes } from './tellAFriend/tellAFriendRoutes.ts';
import { testDistributionRoutes } from './testDistribution/testDistributionRoutes.ts';
import { testPlanRunRoutes } from './testPlanRuns/testPlanRunRoutes.ts';
import { testPlanRoutes } from './testPlans/testPlanRoutes.ts';
import { testRenameRoutes } from './testRenames/testRenameRoutes.ts';
import { testRunMessageRoutes } from './testRunMessages/testRunMessageRoutes.ts';
import { testRunRoutes } from './testRuns/testRunRoutes.ts';
import { testSuiteRoutes } from './testSuites/testSuiteRoutes.ts';
import { tqlRoutes } from './tql/tqlRoutes.ts';
import { issueKeyRoutes } from './trackedIssues/issueKeyRoutes.ts';
import { trackedIssueRoutes } from './trackedIssues/trackedIssueRoutes.ts';
import { triggerRoutes } from './triggers/triggerRoutes.ts';
import { workflowRoutes } from './workflows/workflowRoutes.ts';

/** Every route of the service. Tests walk it: who may call each, and what another account or a lesser role is told. */
export const routeTable: readonly Route[] = [
  ...accountRoutes,
  ...profileRoutes,
  ...twoFactorRoutes,
  ...userRoleRoutes,
  ...agentProtocolRoutes,
  ...agentRoutes,
  ...alertRoutes,
  ...analysisRoutes,
  ...analyticsRoutes,
  ...authProviderRoutes,
  ...authorizationRoutes,
  ...badgeRoutes,
  ...billingRoutes,
  ...blobRoutes,
  ...buildRoutes,
  ...codeOwnerRoutes,
  ...deployKeyRoutes,
  ...deployRoutes,
  ...environmentRoutes,
  ...followRoutes,
  ...gateRoutes,
  ...gitHubAppRoutes,
  ...healthRoutes,
  ...insightRoutes,
  ...invitationRoutes,
  ...jiraRoutes,
  ...jobRoutes,
  ...mailSubscriptionRoutes,
  ...noticeRoutes,
  ...outboxRoutes,
  ...performanceRoutes,
  ...personalDataRoutes,
  ...pipelineStageRoutes,
  ...problemRoutes,
  ...projectTrialRoutes,
  ...projectRoutes,
  ...registrationRoutes,
  ...criteriaTemplateRoutes,
  ...releaseRoutes,
  ...retentionRoutes,
  ...reviewRoutes,
  ...runnerPoolRoutes,
  ...searchRoutes,
  ...sharedLinkRoutes,
  ...sharedRunRoutes,
  ...slackRoutes,
  ...accountStaffAccessRoutes,
  ...staffRoutes,
  ...staffRunRoutes,
  ...teamRoutes,
  ...tellAFriendRoutes,
  ...testDistributionRoutes,
  ...testPlanRunRoutes,
  ...testPlanRoutes,
  ...testRenameRoutes,
  ...testRunMessageRoutes,
  ...testRunRoutes,
  ...testSuiteRoutes,
  ...tqlRoutes,
  ...issueKeyRoutes,
  ...trackedIssueRoutes,
  ...triggerRoutes,
  ...workflowRoutes,
];
