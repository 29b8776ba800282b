import type { SingleFlight } from '@assay/concurrency';
import type { AccountId, AuthorizationView, Position } from '@assay/contract';
import type { Collections } from './collections.ts';
import type { ComparisonsReader } from './comparison/findComparison.ts';
import type { InsightsReader } from './insights/insightFacts.ts';
import type { TestsByDaysReader } from './projects/testsByDays.ts';
import type { RunCausesReader } from './runAnalyses/runCauses.ts';
import type { RunColumnsReader, RunsReader } from './runStats/openRuns.ts';
import type { TestingMinutesReader } from './runStats/testingMinutes.ts';
import type { StandingsReader } from './testRunSummaries/openStandings.ts';
import type { SlowerTestsReader } from './testStats/findSlowerTests.ts';

/** What a query over all accounts reads from; only the service itself makes such queries. */
export type ServiceReader = {
  collections: Collections;
};

/** What a query of one account reads from. */
export type AccountReader = ServiceReader & {
  accountId: AccountId;
  /** How far the read models are. A query that answers with it asks first: what comes between is sent twice, not missed. */
  projected: () => Promise<Position>;
  /** Shares the reads of an account's connected services: each unit of work that an agent is given needs them. */
  authorizations: SingleFlight<AccountId, AuthorizationView[]>;
  testsByDays: TestsByDaysReader;
  runs: RunsReader;
  runColumns: RunColumnsReader;
  testingMinutes: TestingMinutesReader;
  comparisons: ComparisonsReader;
  insights: InsightsReader;
  slowerTests: SlowerTestsReader;
  standings: StandingsReader;
  runCauses: RunCausesReader;
};
