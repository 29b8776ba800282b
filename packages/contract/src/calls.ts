// Made by `npm run generate` from the files that it lists.
import { accessLogCalls } from './accessLog/accessLogCalls.ts';
import { accountCalls } from './accounts/accountCalls.ts';
import { apiKeyCalls } from './accounts/apiKeyCalls.ts';
import { personalDataCalls } from './accounts/personalDataCalls.ts';
import { profileCalls } from './accounts/profileCalls.ts';
import { ssoRoleCalls } from './accounts/ssoRoleCalls.ts';
import { twoFactorCalls } from './accounts/twoFactorCalls.ts';
import { userRoleCalls } from './accounts/userRoleCalls.ts';
import { agentCalls } from './agents/agentCalls.ts';
import { agentProtocolCalls } from './agents/agentProtocolCalls.ts';
import { alertCalls } from './alerts/alertCalls.ts';
import { analysisCalls } from './analysis/analysisCalls.ts';
import { analyticsCalls } from './analytics/analyticsCalls.ts';
import { authorizationCalls } from './authorizations/authorizationCalls.ts';
import { authProviderCalls } from './authProviders/authProviderCalls.ts';
import { badgeCalls } from './badges/badgeCalls.ts';
import { billingCalls } from './billing/billingCalls.ts';
import { blobCalls } from './blobs/blobCalls.ts';
import { buildCalls } from './builds/buildCalls.ts';
import { codeOwnerCalls } from './codeOwners/codeOwnerCalls.ts';
import { deployKeyCalls } from './deployKeys/deployKeyCalls.ts';
import { deployCalls } from './deploys/deployCalls.ts';
import { environmentCalls } from './environments/environmentCalls.ts';
import { followCalls } from './following/followCalls.ts';
import { gateCalls } from './gate/gateCalls.ts';
import { gitHubAppCalls } from './gitHubApp/gitHubAppCalls.ts';
import { healthCalls } from './health/healthCalls.ts';
import { insightCalls } from './insights/insightCalls.ts';
import { invitationCalls } from './invitations/invitationCalls.ts';
import { jiraCalls } from './jira/jiraCalls.ts';
import { jobCalls } from './jobs/jobCalls.ts';
import { mailSubscriptionCalls } from './mailSubscriptions/mailSubscriptionCalls.ts';
import { noticeCalls } from './notices/noticeCalls.ts';
import { outboxCalls } from './outbox/outboxCalls.ts';
import { performanceCalls } from './performance/performanceCalls.ts';
import { pipelineStageCalls } from './pipelineStages/pipelineStageCalls.ts';
import { problemCalls } from './problems/problemCalls.ts';
import { projectCalls } from './projects/projectCalls.ts';
import { projectTrialCalls } from './projectTrials/projectTrialCalls.ts';
import { registrationCalls } from './registration/registrationCalls.ts';
import { releaseCalls } from './releases/releaseCalls.ts';
import { retentionCalls } from './retention/retentionCalls.ts';
import { reviewCalls } from './reviews/reviewCalls.ts';
import { runnerPoolCalls } from './runnerPools/runnerPoolCalls.ts';
import { searchCalls } from './search/searchCalls.ts';
import { sharedLinkCalls } from './sharedLinks/sharedLinkCalls.ts';
import { sharedRunCalls } from './sharedLinks/sharedRunCalls.ts';
import { slackCalls } from './slack/slackCalls.ts';
import { accountStaffAccessCalls } from './staff/accountStaffAccessCalls.ts';
import { staffCalls } from './staff/staffCalls.ts';
import { staffRunCalls } from './staff/staffRunCalls.ts';
import { teamCalls } from './teams/teamCalls.ts';
import { tellAFriendCalls } from './tellAFriend/tellAFriendCalls.ts';
import { testDistributionCalls } from './testDistribution/testDistributionCalls.ts';
import { testPlanCalls } from './testPlans/testPlanCalls.ts';
import { testPlanRunCalls } from './testPlans/testPlanRunCalls.ts';
import { testRenameCalls } from './testRenames/testRenameCalls.ts';
import { testRunMessageCalls } from './testRunMessages/testRunMessageCalls.ts';
import { comparisonCalls } from './testRuns/comparisonCalls.ts';
import { testRunCalls } from './testRuns/testRunCalls.ts';
import { uploadCalls } from './testRuns/uploadCalls.ts';
import { testSuiteCalls } from './testSuites/testSuiteCalls.ts';
import { tqlCalls } from './tql/tqlCalls.ts';
import { trackedIssueCalls } from './trackedIssues/trackedIssueCalls.ts';
import { triggerCalls } from './triggers/triggerCalls.ts';
import { workflowCalls } from './workflows/workflowCalls.ts';

/** Every call of the service, by area. */
export const callsByArea = {
  accessLogCalls,
  accountCalls,
  apiKeyCalls,
  personalDataCalls,
  profileCalls,
  ssoRoleCalls,
  twoFactorCalls,
  userRoleCalls,
  agentCalls,
  agentProtocolCalls,
  alertCalls,
  analysisCalls,
  analyticsCalls,
  authProviderCalls,
  authorizationCalls,
  badgeCalls,
  billingCalls,
  blobCalls,
  buildCalls,
  codeOwnerCalls,
  deployKeyCalls,
  deployCalls,
  environmentCalls,
  followCalls,
  gateCalls,
  gitHubAppCalls,
  healthCalls,
  insightCalls,
  invitationCalls,
  jiraCalls,
  jobCalls,
  mailSubscriptionCalls,
  noticeCalls,
  outboxCalls,
  performanceCalls,
  pipelineStageCalls,
  problemCalls,
  projectTrialCalls,
  projectCalls,
  registrationCalls,
  releaseCalls,
  retentionCalls,
  reviewCalls,
  runnerPoolCalls,
  searchCalls,
  sharedLinkCalls,
  sharedRunCalls,
  slackCalls,
  accountStaffAccessCalls,
  staffCalls,
  staffRunCalls,
  teamCalls,
  tellAFriendCalls,
  testDistributionCalls,
  testPlanCalls,
  testPlanRunCalls,
  testRenameCalls,
  testRunMessageCalls,
  comparisonCalls,
  testRunCalls,
  uploadCalls,
  testSuiteCalls,
  tqlCalls,
  trackedIssueCalls,
  triggerCalls,
  workflowCalls,
};
