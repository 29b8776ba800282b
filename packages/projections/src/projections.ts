// Made by `npm run generate` from the files that it lists.
import { accessFacts } from './accessFacts/accessFacts.ts';
import { accounts } from './accounts/accounts.ts';
import { accountUsage } from './accountUsage/accountUsage.ts';
import { agents } from './agents/agents.ts';
import { aiQuotas } from './aiQuotas/aiQuotas.ts';
import { alerts } from './alerts/alerts.ts';
import { apiKeys } from './apiKeys/apiKeys.ts';
import { auditEntries } from './auditEntries/auditEntries.ts';
import { authorizations } from './authorizations/authorizations.ts';
import { builds } from './builds/builds.ts';
import { criteriaTemplates } from './criteriaTemplates/criteriaTemplates.ts';
import { deployKeys } from './deployKeys/deployKeys.ts';
import { deploys } from './deploys/deploys.ts';
import { environments } from './environments/environments.ts';
import { expiredDetails } from './expiredDetails/expiredDetails.ts';
import { failures } from './failures/failures.ts';
import { importedResults } from './importedResults/importedResults.ts';
import { insightMarks } from './insightMarks/insightMarks.ts';
import { invitations } from './invitations/invitations.ts';
import { notices } from './notices/notices.ts';
import { people } from './people/people.ts';
import { pipelineStages } from './pipelineStages/pipelineStages.ts';
import { problems } from './problems/problems.ts';
import { projects } from './projects/projects.ts';
import { projectTests } from './projectTests/projectTests.ts';
import { releases } from './releases/releases.ts';
import { reviews } from './reviews/reviews.ts';
import { runAnalyses } from './runAnalyses/runAnalyses.ts';
import { runnerPools } from './runnerPools/runnerPools.ts';
import { runStats } from './runStats/runStats.ts';
import { setAsideReactions } from './setAsideReactions/setAsideReactions.ts';
import { teams } from './teams/teams.ts';
import { testAnalyses } from './testAnalyses/testAnalyses.ts';
import { testDistributionRules } from './testDistributionRules/testDistributionRules.ts';
import { testPlanRuns } from './testPlanRuns/testPlanRuns.ts';
import { testPlans } from './testPlans/testPlans.ts';
import { testRenames } from './testRenames/testRenames.ts';
import { testRunCounts } from './testRunCounts/testRunCounts.ts';
import { testRunDetails } from './testRunDetails/testRunDetails.ts';
import { testRunFollowers } from './testRunFollowers/testRunFollowers.ts';
import { testRunHistory } from './testRunHistory/testRunHistory.ts';
import { testRunMessages } from './testRunMessages/testRunMessages.ts';
import { testRunSummaries } from './testRunSummaries/testRunSummaries.ts';
import { testRunTests } from './testRunTests/testRunTests.ts';
import { testStats } from './testStats/testStats.ts';
import { testSuites } from './testSuites/testSuites.ts';
import { trackedIssues } from './trackedIssues/trackedIssues.ts';
import { triggers } from './triggers/triggers.ts';
import { userActions } from './userActions/userActions.ts';
import { workflows } from './workflows/workflows.ts';

/** Every read model, by its name. Its collection, its type and what the projector runs all follow from this. */
export const projections = {
  accessFacts,
  accountUsage,
  accounts,
  agents,
  aiQuotas,
  alerts,
  apiKeys,
  auditEntries,
  authorizations,
  builds,
  criteriaTemplates,
  deployKeys,
  deploys,
  environments,
  expiredDetails,
  failures,
  importedResults,
  insightMarks,
  invitations,
  notices,
  people,
  pipelineStages,
  problems,
  projectTests,
  projects,
  releases,
  reviews,
  runAnalyses,
  runStats,
  runnerPools,
  setAsideReactions,
  teams,
  testAnalyses,
  testDistributionRules,
  testPlanRuns,
  testPlans,
  testRenames,
  testRunCounts,
  testRunDetails,
  testRunFollowers,
  testRunHistory,
  testRunMessages,
  testRunSummaries,
  testRunTests,
  testStats,
  testSuites,
  trackedIssues,
  triggers,
  userActions,
  workflows,
} as const;
