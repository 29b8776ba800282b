// Made by `npm run generate` from the files that it lists.
import { accessLogPermissions } from './accessLog/accessLogPermissions.ts';
import { accountPermissions } from './accounts/accountPermissions.ts';
import { agentPermissions } from './agents/agentPermissions.ts';
import { alertPermissions } from './alerts/alertPermissions.ts';
import { analysisPermissions } from './analysis/analysisPermissions.ts';
import { authorizationPermissions } from './authorizations/authorizationPermissions.ts';
import { buildPermissions } from './builds/buildPermissions.ts';
import { deployKeyPermissions } from './deployKeys/deployKeyPermissions.ts';
import { deployPermissions } from './deploys/deployPermissions.ts';
import { environmentPermissions } from './environments/environmentPermissions.ts';
import { followPermissions } from './following/followPermissions.ts';
import { insightPermissions } from './insights/insightPermissions.ts';
import { noticePermissions } from './notices/noticePermissions.ts';
import { outboxPermissions } from './outbox/outboxPermissions.ts';
import { pipelineStagePermissions } from './pipelineStages/pipelineStagePermissions.ts';
import { projectPermissions } from './projects/projectPermissions.ts';
import { releasePermissions } from './releases/releasePermissions.ts';
import { reviewPermissions } from './reviews/reviewPermissions.ts';
import { runnerPoolPermissions } from './runnerPools/runnerPoolPermissions.ts';
import { sharedLinkPermissions } from './sharedLinks/sharedLinkPermissions.ts';
import { accountStaffAccessPermissions } from './staff/accountStaffAccessPermissions.ts';
import { teamPermissions } from './teams/teamPermissions.ts';
import { tellAFriendPermissions } from './tellAFriend/tellAFriendPermissions.ts';
import { testDistributionPermissions } from './testDistribution/testDistributionPermissions.ts';
import { testPlanPermissions } from './testPlans/testPlanPermissions.ts';
import { testRunMessagePermissions } from './testRunMessages/testRunMessagePermissions.ts';
import { testRunPermissions } from './testRuns/testRunPermissions.ts';
import { testSuitePermissions } from './testSuites/testSuitePermissions.ts';
import { trackedIssuePermissions } from './trackedIssues/trackedIssuePermissions.ts';
import { triggerPermissions } from './triggers/triggerPermissions.ts';
import { workflowPermissions } from './workflows/workflowPermissions.ts';

/** The roles that have each permission in an account. */
export const rolesWith = {
  ...accessLogPermissions,
  ...accountPermissions,
  ...agentPermissions,
  ...alertPermissions,
  ...analysisPermissions,
  ...authorizationPermissions,
  ...buildPermissions,
  ...deployKeyPermissions,
  ...deployPermissions,
  ...environmentPermissions,
  ...followPermissions,
  ...insightPermissions,
  ...noticePermissions,
  ...outboxPermissions,
  ...pipelineStagePermissions,
  ...projectPermissions,
  ...releasePermissions,
  ...reviewPermissions,
  ...runnerPoolPermissions,
  ...sharedLinkPermissions,
  ...accountStaffAccessPermissions,
  ...teamPermissions,
  ...tellAFriendPermissions,
  ...testDistributionPermissions,
  ...testPlanPermissions,
  ...testRunMessagePermissions,
  ...testRunPermissions,
  ...testSuitePermissions,
  ...trackedIssuePermissions,
  ...triggerPermissions,
  ...workflowPermissions,
};
