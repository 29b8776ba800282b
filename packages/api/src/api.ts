import type { DistributionsReader, Flags, StreamOwners } from '@assay/application';
import type { AnswerCache, LruCache } from '@assay/concurrency';
import type { OutgoingText, TestRunId } from '@assay/contract';
import type { CurrentGitApps, GitTokens, JsonReader, Poster } from '@assay/integrations';
import type { Fetch } from '@assay/proxies';
import type { RecentSessions } from './accounts/recentSessions.ts';
import type { SignInLimits } from './accounts/signInLimits.ts';
import type { AgentKnowledge } from './agentProtocol/agentKnowledge.ts';
import type { WorkNotices } from './agentProtocol/workNotices.ts';
import type { ApiDeps } from './apiDeps.ts';
import type { AuthProviders } from './authProviders/authProviders.ts';
import type { RepositoryReader } from './git/repositoryReader.ts';
import type { ProjectProposer } from './projects/projectProposer.ts';
import type { RequestQuota } from './quotas/requestQuota.ts';
import type { UnshownChanges } from './quotas/unshownChanges.ts';
import type { BlobWatch } from './stores/blobWatch.ts';
import type { DiskWatch } from './stores/diskWatch.ts';
import type { StoreWatch } from './stores/storeWatch.ts';
import type { ReplayReader } from './testRuns/replayReader.ts';
import type { UploadReader } from './uploads/uploadReader.ts';
import type { UploadSlots } from './uploads/uploadSlots.ts';

/** What handlers work with: the stores, and the state of this process. */
export type Api = ApiDeps & {
  stores: StoreWatch;
  blobs: BlobWatch;
  disk: DiskWatch;
  uploadSlots: UploadSlots;
  /** For addresses that the operator has set, through the proxies of the environment. */
  fetch: Fetch;
  /** Finds the session of a request. */
  sessions: RecentSessions;
  /** Which account a stream belongs to. */
  owners: StreamOwners;
  workNotices: WorkNotices;
  known: AgentKnowledge;
  /** Fires when this process is told to stop, so that waiting callers are answered at once. */
  stopping: AbortSignal;
  repositories: RepositoryReader;
  /** Reads what accounts have connected. */
  services: JsonReader;
  /** Asks git services for tokens. */
  poster: Poster;
  /** How accounts connect git services besides by token. */
  gitApps: CurrentGitApps;
  gitTokens: GitTokens;
  /** What these list, where people choose step by step. */
  serviceLists: AnswerCache;
  /** What Slack said lately of the tokens of accounts. */
  slackHealth: AnswerCache;
  /** What Jira said lately of the connections of accounts. */
  jiraHealth: AnswerCache;
  /** What Jira said lately to queries of releases. */
  releaseIssues: AnswerCache;
  /** How tests are distributed, counted within the last minute. */
  distributions: DistributionsReader;
  /** What would be sent to a model about runs that people look at; `key`: what it was made from. */
  outgoingAnalyses: LruCache<TestRunId, OutgoingText & { causeCount: number; key: string }>;
  uploadReader: UploadReader;
  proposer: ProjectProposer;
  signInLimits: SignInLimits;
  /** Of requests for mails by people who are not signed in: each counts, whether the address is known or not. */
  mailLimits: SignInLimits;
  /** Of promo codes that are tried. */
  promoLimits: SignInLimits;
  requestQuota: RequestQuota;
  /** What counts against quotas and read models may not show yet. */
  unshownChanges: UnshownChanges;
  /** Of sign-ins by a provider that are begun, by network: each is a row until it lapses. */
  authStarts: RequestQuota;
  /** Of what anyone may read who has the link, such as status badges, by network. */
  publicReads: RequestQuota;
  authProviders: AuthProviders;
  flags: Flags;
  replays: ReplayReader;
};
