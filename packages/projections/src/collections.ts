import type { Collection, Db } from 'mongodb';
import { type AccountDocument, accounts } from './accounts/accounts.ts';
import { type AgentDocument, agents } from './agents/agents.ts';
import { type AuditEntryDocument, auditEntries } from './auditEntries/auditEntries.ts';
import { type BuildDocument, builds } from './builds/builds.ts';
import { type DeployDocument, deploys } from './deploys/deploys.ts';
import { type EnvironmentDocument, environments } from './environments/environments.ts';
import { type ImportedResultsDocument, importedResults } from './importedResults/importedResults.ts';
import { type PersonDocument, people } from './people/people.ts';
import { type PipelineStageDocument, pipelineStages } from './pipelineStages/pipelineStages.ts';
import type { Projection, ReadModelDocument } from './projection.ts';
import type { ProjectionState } from './projectionStates.ts';
import { type ProjectDocument, projects } from './projects/projects.ts';
import { type ProjectTestDocument, projectTests } from './projectTests/projectTests.ts';
import { type RunnerPoolDocument, runnerPools } from './runnerPools/runnerPools.ts';
import { type SetAsideReactionDocument, setAsideReactions } from './setAsideReactions/setAsideReactions.ts';
import { type TestRunDetailDocument, testRunDetails } from './testRunDetails/testRunDetails.ts';
import { type TestRunHistoryDocument, testRunHistory } from './testRunHistory/testRunHistory.ts';
import { type TestRunSummaryDocument, testRunSummaries } from './testRunSummaries/testRunSummaries.ts';
import { type TestRunTestDocument, testRunTests } from './testRunTests/testRunTests.ts';
import { type TestSuiteDocument, testSuites } from './testSuites/testSuites.ts';

/** The collections that readers use now. */
export type Collections = {
  accounts: Collection<AccountDocument>;
  agents: Collection<AgentDocument>;
  auditEntries: Collection<AuditEntryDocument>;
  builds: Collection<BuildDocument>;
  deploys: Collection<DeployDocument>;
  environments: Collection<EnvironmentDocument>;
  importedResults: Collection<ImportedResultsDocument>;
  people: Collection<PersonDocument>;
  pipelineStages: Collection<PipelineStageDocument>;
  projects: Collection<ProjectDocument>;
  projectTests: Collection<ProjectTestDocument>;
  runnerPools: Collection<RunnerPoolDocument>;
  setAsideReactions: Collection<SetAsideReactionDocument>;
  testRunDetails: Collection<TestRunDetailDocument>;
  testRunHistory: Collection<TestRunHistoryDocument>;
  testRunSummaries: Collection<TestRunSummaryDocument>;
  testRunTests: Collection<TestRunTestDocument>;
  testSuites: Collection<TestSuiteDocument>;
};

/** @param states where the projections are; one that was never built yet is read from where it will be. */
export function liveCollections(db: Db, states: readonly ProjectionState[]): Collections {
  const names = new Map(states.map(({ _id, live }) => [_id, live]));
  const of = <Document extends ReadModelDocument>({ name, version }: Projection<Document>): Collection<Document> =>
    db.collection<Document>(names.get(name) ?? `${name}_v${version}`);
  return {
    accounts: of(accounts),
    agents: of(agents),
    auditEntries: of(auditEntries),
    builds: of(builds),
    deploys: of(deploys),
    environments: of(environments),
    importedResults: of(importedResults),
    people: of(people),
    pipelineStages: of(pipelineStages),
    projects: of(projects),
    projectTests: of(projectTests),
    runnerPools: of(runnerPools),
    setAsideReactions: of(setAsideReactions),
    testRunDetails: of(testRunDetails),
    testRunHistory: of(testRunHistory),
    testRunSummaries: of(testRunSummaries),
    testRunTests: of(testRunTests),
    testSuites: of(testSuites),
  };
}
