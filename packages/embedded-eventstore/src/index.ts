export { type BackupSummary, backupEventStore } from './maintenance/backupEventStore.ts';
export { compactEventStore } from './maintenance/compactEventStore.ts';
export { type VerifyOptions, type VerifyReport, verifyEventStore } from './maintenance/verifyEventStore.ts';
export { EventStoreStartError, type StartErrorCode } from './startError.ts';
export { type EventStore, type EventStoreOptions, startEventStore } from './startEventStore.ts';
