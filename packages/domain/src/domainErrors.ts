// Made by `npm run generate` from the files that it lists.
import { accountErrors } from './account/accountErrors.ts';
import { agentErrors } from './agent/agentErrors.ts';
import { agentTokenErrors } from './agentToken/agentTokenErrors.ts';
import { aiQuotaErrors } from './aiQuota/aiQuotaErrors.ts';
import { alertErrors } from './alert/alertErrors.ts';
import { apiKeyErrors } from './apiKey/apiKeyErrors.ts';
import { authorizationErrors } from './authorization/authorizationErrors.ts';
import { buildErrors } from './build/buildErrors.ts';
import { criteriaTemplatesErrors } from './criteriaTemplates/criteriaTemplatesErrors.ts';
import { deployErrors } from './deploy/deployErrors.ts';
import { deployKeyErrors } from './deployKey/deployKeyErrors.ts';
import { environmentErrors } from './environment/environmentErrors.ts';
import { invitationErrors } from './invitation/invitationErrors.ts';
import { mailErrors } from './mail/mailErrors.ts';
import { mailSubscriptionErrors } from './mail/mailSubscriptionErrors.ts';
import { passwordResetErrors } from './passwordReset/passwordResetErrors.ts';
import { pipelineStageErrors } from './pipelineStage/pipelineStageErrors.ts';
import { problemErrors } from './problem/problemErrors.ts';
import { projectErrors } from './project/projectErrors.ts';
import { projectBadgeErrors } from './projectBadge/projectBadgeErrors.ts';
import { projectTestsErrors } from './projectTests/projectTestsErrors.ts';
import { reactionErrors } from './reaction/reactionErrors.ts';
import { registrationErrors } from './registration/registrationErrors.ts';
import { releaseErrors } from './release/releaseErrors.ts';
import { reservationErrors } from './reservation/reservationErrors.ts';
import { reviewErrors } from './review/reviewErrors.ts';
import { runAnalysisErrors } from './runAnalysis/runAnalysisErrors.ts';
import { runnerPoolErrors } from './runnerPool/runnerPoolErrors.ts';
import { sharedLinkErrors } from './sharedLink/sharedLinkErrors.ts';
import { staffAccessErrors } from './staffAccess/staffAccessErrors.ts';
import { teamErrors } from './team/teamErrors.ts';
import { testDistributionErrors } from './testDistribution/testDistributionErrors.ts';
import { testListErrors } from './testList/testListErrors.ts';
import { testPlanErrors } from './testPlan/testPlanErrors.ts';
import { testPlanRunErrors } from './testPlanRun/testPlanRunErrors.ts';
import { testRenamesErrors } from './testRenames/testRenamesErrors.ts';
import { testResultsErrors } from './testResults/testResultsErrors.ts';
import { testRunErrors } from './testRun/testRunErrors.ts';
import { testRunMessageErrors } from './testRunMessage/testRunMessageErrors.ts';
import { testRunnerErrors } from './testRunner/testRunnerErrors.ts';
import { testSuiteErrors } from './testSuite/testSuiteErrors.ts';
import { trackedIssueErrors } from './trackedIssue/trackedIssueErrors.ts';
import { triggerErrors } from './trigger/triggerErrors.ts';
import { userErrors } from './user/userErrors.ts';
import { userRoleErrors } from './userRole/userRoleErrors.ts';
import { workflowErrors } from './workflow/workflowErrors.ts';
import { workUnitErrors } from './workUnit/workUnitErrors.ts';

/** What the domain refuses with, by aggregate. */
export const domainErrorTables = {
  accountErrors,
  agentErrors,
  agentTokenErrors,
  aiQuotaErrors,
  alertErrors,
  apiKeyErrors,
  authorizationErrors,
  buildErrors,
  criteriaTemplatesErrors,
  deployErrors,
  deployKeyErrors,
  environmentErrors,
  invitationErrors,
  mailErrors,
  mailSubscriptionErrors,
  passwordResetErrors,
  pipelineStageErrors,
  problemErrors,
  projectErrors,
  projectBadgeErrors,
  projectTestsErrors,
  reactionErrors,
  registrationErrors,
  releaseErrors,
  reservationErrors,
  reviewErrors,
  runAnalysisErrors,
  runnerPoolErrors,
  sharedLinkErrors,
  staffAccessErrors,
  teamErrors,
  testDistributionErrors,
  testListErrors,
  testPlanErrors,
  testPlanRunErrors,
  testRenamesErrors,
  testResultsErrors,
  testRunErrors,
  testRunMessageErrors,
  testRunnerErrors,
  testSuiteErrors,
  trackedIssueErrors,
  triggerErrors,
  userErrors,
  userRoleErrors,
  workUnitErrors,
  workflowErrors,
} as const;

export const domainErrors = {
  ...accountErrors,
  ...agentErrors,
  ...agentTokenErrors,
  ...aiQuotaErrors,
  ...alertErrors,
  ...apiKeyErrors,
  ...authorizationErrors,
  ...buildErrors,
  ...criteriaTemplatesErrors,
  ...deployErrors,
  ...deployKeyErrors,
  ...environmentErrors,
  ...invitationErrors,
  ...mailErrors,
  ...mailSubscriptionErrors,
  ...passwordResetErrors,
  ...pipelineStageErrors,
  ...problemErrors,
  ...projectErrors,
  ...projectBadgeErrors,
  ...projectTestsErrors,
  ...reactionErrors,
  ...registrationErrors,
  ...releaseErrors,
  ...reservationErrors,
  ...reviewErrors,
  ...runAnalysisErrors,
  ...runnerPoolErrors,
  ...sharedLinkErrors,
  ...staffAccessErrors,
  ...teamErrors,
  ...testDistributionErrors,
  ...testListErrors,
  ...testPlanErrors,
  ...testPlanRunErrors,
  ...testRenamesErrors,
  ...testResultsErrors,
  ...testRunErrors,
  ...testRunMessageErrors,
  ...testRunnerErrors,
  ...testSuiteErrors,
  ...trackedIssueErrors,
  ...triggerErrors,
  ...userErrors,
  ...userRoleErrors,
  ...workUnitErrors,
  ...workflowErrors,
} as const;
