export type { AgentIdentities } from './agents/agentIdentities.ts';
export type { AgentPresence, AgentSighting } from './agents/agentPresence.ts';
export type { AgentTokens, FoundAgentToken } from './agents/agentTokens.ts';
export type { ApiKeys, FoundApiKey } from './apiKeys/apiKeys.ts';
export { type BlobPlace, type BucketPlace, blobPlaceOf, bucketPlaceOf, shownBucket } from './blobs/blobPlace.ts';
export type { SignedBlobQuery } from './blobs/blobSigning.ts';
export type { BlobStore, ListedBlob } from './blobs/blobStore.ts';
export { type Blobs, blobIdOf, type StoredBlob } from './blobs/blobs.ts';
export { openFileBlobStore } from './blobs/fileBlobStore.ts';
export { noteMove } from './blobs/movedBlobs.ts';
export { openBlobStore, openBucketStore } from './blobs/openBlobStore.ts';
export { BlobsAway } from './blobs/s3/bucketErrors.ts';
export { storeChecked } from './blobs/storeChecked.ts';
export type { ChangeFeed } from './changeFeed/changeFeed.ts';
export type { FeedListener } from './changeFeed/feedTail.ts';
export type { Notice } from './changeFeed/notice.ts';
export type { Clock } from './clock.ts';
export type { ClaimedQuestion, OwnerQuestions, OwnersOfFiles } from './codeOwners/ownerQuestions.ts';
export type { Counters } from './commands/counters.ts';
export type { Idempotency } from './commands/idempotency.ts';
export { isDiskFull } from './diskFull.ts';
export type { GitHubAppKeys, RegisteredGitHubApp } from './gitHubApp/gitHubAppKeys.ts';
export type {
  JobCommand,
  JobProcess,
  JobProgress,
  RequestedRun,
  ScheduledJobRow,
  ScheduledJobs,
} from './jobs/scheduledJobs.ts';
export type { MasterKeySource } from './keys/keyRing.ts';
export type { Keys } from './keys/keys.ts';
export {
  loadMasterKey,
  loadMasterKeys,
  makeNextMasterKey,
  masterKeyFile,
  nextMasterKey,
  nextMasterKeyFile,
  replaceMasterKeyFile,
} from './keys/loadMasterKey.ts';
export { type RotationReport, rotateMasterKey } from './keys/rotateMasterKey.ts';
export { type KeysReport, verifyKeys } from './keys/verifyKeys.ts';
export type { LogChunk, Logs } from './logs/logs.ts';
export { openMongoClient } from './mongo/openMongoClient.ts';
export { type Operations, type OperationsOptions, openOperations, operationsDatabase } from './openOperations.ts';
export { OperationsError, type OperationsErrorCode } from './operationsError.ts';
export type { AttemptOutcome, DueDestination, NewOutboxRow, Outbox } from './outbox/outbox.ts';
export type { AttemptRecord, OutboxRow, OutboxState } from './outbox/outboxRows.ts';
export type { Credentials, SignInCheck } from './people/credentials.ts';
export type { RegisteringPerson, Registrations } from './people/registrations.ts';
export type { SecondFactors } from './people/secondFactors.ts';
export { type Sessions, type SignInPlace, sessionEndedTopic } from './people/sessions.ts';
export type {
  AwayAttempt,
  GitHubAppAttempt,
  GitServiceAttempt,
  JiraAttempt,
  SignInAttempt,
  SignInAttempts,
  SlackAttempt,
  TestedAttempt,
  TestingAttempt,
} from './people/signInAttempts.ts';
export type { Checkpoints } from './processes/checkpoints.ts';
export { blobRemovalLease, masterKeyLease, openProcessLeases, type ProcessLeases } from './processes/processLeases.ts';
export { whileLeased } from './processes/whileLeased.ts';
export type { NewProjectTrial, ProjectTrialRow, ProjectTrials } from './projectTrials/projectTrials.ts';
export { trialIdOf, workIdOf } from './projectTrials/workIdOf.ts';
export type { SharedLink, SharedLinks } from './sharedLinks/sharedLinks.ts';
export { type DueStorage, dueStorage } from './storage/dueStorage.ts';
export {
  type HeldBlob,
  type Storage,
  type StoredDay,
  type StoredPart,
  stockCheckpoint,
  stockTaken,
} from './storage/storage.ts';
export type { StorageOwner, StoredKind } from './storage/storedRows.ts';
export { isStoreAway } from './storeAway.ts';
export { type Claimer, noPools, type SeatPools } from './workQueue/seatPlaces.ts';
export type { ClaimedUnit, LeaseState } from './workQueue/workClaims.ts';
export type { SetupOffer, UnitOffer, UnitsOffer } from './workQueue/workOffers.ts';
export type { WorkOverview } from './workQueue/workOverview.ts';
export type { WorkQueue } from './workQueue/workQueue.ts';
export type { WorkUnitRow } from './workQueue/workRows.ts';
