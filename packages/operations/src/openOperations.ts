import { limits } from '@assay/contract';
import { type AgentIdentities, openAgentIdentities } from './agents/agentIdentities.ts';
import { type AgentPresence, openAgentPresence } from './agents/agentPresence.ts';
import { type AgentTokens, openAgentTokens } from './agents/agentTokens.ts';
import { type ApiKeys, openApiKeys } from './apiKeys/apiKeys.ts';
import type { BucketPlace } from './blobs/blobPlace.ts';
import type { BlobStore } from './blobs/blobStore.ts';
import { type Blobs, openBlobs } from './blobs/blobs.ts';
import { type BlobUploads, openBlobUploads } from './blobs/blobUploads.ts';
import { openBlobStore } from './blobs/openBlobStore.ts';
import { type ChangeFeed, openChangeFeed } from './changeFeed/changeFeed.ts';
import type { Clock } from './clock.ts';
import { type OwnerQuestions, openOwnerQuestions } from './codeOwners/ownerQuestions.ts';
import { type Counters, openCounters } from './commands/counters.ts';
import { type Idempotency, openIdempotency } from './commands/idempotency.ts';
import { type GitHubAppKeys, openGitHubAppKeys } from './gitHubApp/gitHubAppKeys.ts';
import { openScheduledJobs, type ScheduledJobs } from './jobs/scheduledJobs.ts';
import { type MasterKeySource, openKeyRing } from './keys/keyRing.ts';
import { type Keys, openKeys } from './keys/keys.ts';
import { type Logs, openLogs } from './logs/logs.ts';
import { openMongoClient } from './mongo/openMongoClient.ts';
import { type Outbox, openOutbox } from './outbox/outbox.ts';
import { type Credentials, openCredentials } from './people/credentials.ts';
import { openRegistrations, type Registrations } from './people/registrations.ts';
import { openSecondFactors, type SecondFactors } from './people/secondFactors.ts';
import { openSessions, type Sessions } from './people/sessions.ts';
import { openSignInAttempts, type SignInAttempts } from './people/signInAttempts.ts';
import { openVisits, type Visits } from './people/visits.ts';
import { openPerformanceRecords, type PerformanceRecords } from './performance/performanceRecords.ts';
import { type Checkpoints, openCheckpoints } from './processes/checkpoints.ts';
import { type OpenRunsCheckpoint, openOpenRunsCheckpoint } from './processes/openRunsCheckpoint.ts';
import { openProcessLeases, type ProcessLeases } from './processes/processLeases.ts';
import { openProjectTrials, type ProjectTrials } from './projectTrials/projectTrials.ts';
import { openServiceGrants, type ServiceGrants } from './serviceGrants/serviceGrants.ts';
import { openSharedLinks, type SharedLinks } from './sharedLinks/sharedLinks.ts';
import { openStorage, type Storage } from './storage/storage.ts';
import { openUploadImports, type UploadImports } from './uploads/uploadImports.ts';
import { openWorkQueue, type WorkQueue } from './workQueue/workQueue.ts';

/** The name of its database. */
export const operationsDatabase = 'assay_ops';

/** Everything that is neither an event nor a read model. It has its own database and survives every rebuild. */
export type Operations = {
  sessions: Sessions;
  visits: Visits;
  credentials: Credentials;
  registrations: Registrations;
  secondFactors: SecondFactors;
  signInAttempts: SignInAttempts;
  ownerQuestions: OwnerQuestions;
  serviceGrants: ServiceGrants;
  gitHubAppKeys: GitHubAppKeys;
  agentTokens: AgentTokens;
  apiKeys: ApiKeys;
  sharedLinks: SharedLinks;
  agentIdentities: AgentIdentities;
  agentPresence: AgentPresence;
  keys: Keys;
  idempotency: Idempotency;
  counters: Counters;
  checkpoints: Checkpoints;
  openRunsCheckpoint: OpenRunsCheckpoint;
  processLeases: ProcessLeases;
  scheduledJobs: ScheduledJobs;
  performanceRecords: PerformanceRecords;
  logs: Logs;
  blobs: Blobs;
  blobUploads: BlobUploads;
  storage: Storage;
  changeFeed: ChangeFeed;
  workQueue: WorkQueue;
  projectTrials: ProjectTrials;
  uploadImports: UploadImports;
  outbox: Outbox;
  /** Stops every tail of the feed and closes the store. */
  close(): Promise<void>;
};

export type OperationsOptions = {
  mongoUrl: string;
  /** 32 bytes; of a function two such keys, while the master key is replaced. */
  masterKey: MasterKeySource;
  /** How often it is looked whether the master key is being replaced, in milliseconds; 2,000 by default. */
  masterKeyLookMs?: number;
  /** A folder; created if missing. */
  blobDir: string;
  /** Blobs are there in place of the folder, whose files are read until they are moved. */
  bucket?: BucketPlace | null;
  /** Characters that a new password needs at least; 8 by default. */
  passwordMinLength?: number;
  /** The clock, if not the computer's. */
  now?: Clock;
};

/**
 * Opens operational state and creates missing collections and indexes. Any number of processes may have it open.
 * @throws OperationsError `masterKey.invalid` when the master key is not 32 bytes long, `masterKey.wrong` when the data
 * was written with another one, `blobs.refused` when the bucket does not let us in, `blobs.moved` when the
 * files of the folder are in a bucket; the driver's own errors, or BlobsAway, when the store or the bucket cannot be
 * reached.
 */
export async function openOperations(options: OperationsOptions): Promise<Operations> {
  const now = options.now ?? (() => new Date());
  const client = openMongoClient(options.mongoUrl, { writeConcern: { w: 'majority' } });
  let blobStore: BlobStore | null = null;
  try {
    const db = client.db(operationsDatabase);
    const ring = await openKeyRing(db, options.masterKey, now, options.masterKeyLookMs);
    const keys = openKeys(db, ring, now);
    const place = { folder: options.blobDir, bucket: options.bucket ?? null };
    const store = await openBlobStore(place);
    blobStore = store;
    const blobs = await openBlobs(store, ring.addresses, now);
    const checkpoints = openCheckpoints(db);
    const storage = await openStorage(db, { blobs, checkpoints }, now);
    const { feed, close: closeFeed } = await openChangeFeed(db);
    const sessions = await openSessions(db, feed, now);
    const registrations = await openRegistrations(db, { keys, ring }, now);
    const { passwordMinLength = limits.passwordMinLength.min } = options;
    return {
      sessions,
      visits: await openVisits(db, now),
      credentials: await openCredentials(db, { keys, sessions, registrations, passwordMinLength }, now),
      registrations,
      secondFactors: openSecondFactors(db, ring, now),
      signInAttempts: await openSignInAttempts(db, ring, now),
      ownerQuestions: await openOwnerQuestions(db, now),
      serviceGrants: openServiceGrants(db, ring, now),
      gitHubAppKeys: openGitHubAppKeys(db, ring),
      agentTokens: await openAgentTokens(db, now),
      apiKeys: await openApiKeys(db, now),
      sharedLinks: await openSharedLinks(db, now),
      agentIdentities: openAgentIdentities(db),
      agentPresence: await openAgentPresence(db, now),
      keys,
      idempotency: await openIdempotency(db, now),
      counters: openCounters(db),
      checkpoints,
      openRunsCheckpoint: openOpenRunsCheckpoint(db),
      processLeases: openProcessLeases(db, now),
      scheduledJobs: openScheduledJobs(db, now),
      performanceRecords: await openPerformanceRecords(db),
      logs: await openLogs(db, blobs, storage, now),
      blobs,
      blobUploads: await openBlobUploads(db, now),
      storage,
      changeFeed: feed,
      workQueue: await openWorkQueue(db, now),
      projectTrials: await openProjectTrials(db, ring, now),
      uploadImports: await openUploadImports(db, now),
      outbox: await openOutbox(db, now),
      async close() {
        await closeFeed();
        await ring.close();
        await store.close();
        await client.close();
      },
    };
  } catch (error) {
    await blobStore?.close();
    await client.close();
    throw error;
  }
}
