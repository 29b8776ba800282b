import { accounts } from './accounts/accounts.ts';
import { agents } from './agents/agents.ts';
import { auditEntries } from './auditEntries/auditEntries.ts';
import { builds } from './builds/builds.ts';
import { deploys } from './deploys/deploys.ts';
import { environments } from './environments/environments.ts';
import { importedResults } from './importedResults/importedResults.ts';
import { people } from './people/people.ts';
import { pipelineStages } from './pipelineStages/pipelineStages.ts';
import type { Projection, ReadModelDocument } from './projection.ts';
import { projects } from './projects/projects.ts';
import { projectTests } from './projectTests/projectTests.ts';
import { runnerPools } from './runnerPools/runnerPools.ts';
import { setAsideReactions } from './setAsideReactions/setAsideReactions.ts';
import { testRunDetails } from './testRunDetails/testRunDetails.ts';
import { testRunHistory } from './testRunHistory/testRunHistory.ts';
import { testRunSummaries } from './testRunSummaries/testRunSummaries.ts';
import { testRunTests } from './testRunTests/testRunTests.ts';
import { testSuites } from './testSuites/testSuites.ts';

/** A projection whose document type the runner need not know: it only hands back what the projection itself made. */
export type AnyProjection = Projection<ReadModelDocument>;

function any<Document extends ReadModelDocument>(projection: Projection<Document>): AnyProjection {
  return projection as Projection<ReadModelDocument> & Projection<Document>;
}

export const projectionCatalogue: readonly AnyProjection[] = [
  any(accounts),
  any(agents),
  any(auditEntries),
  any(builds),
  any(deploys),
  any(environments),
  any(importedResults),
  any(people),
  any(pipelineStages),
  any(projects),
  any(projectTests),
  any(runnerPools),
  any(setAsideReactions),
  any(testRunDetails),
  any(testRunHistory),
  any(testRunSummaries),
  any(testRunTests),
  any(testSuites),
];
