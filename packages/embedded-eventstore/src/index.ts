export { EventStoreStartError, type StartErrorCode } from './startError.ts';
export { type EventStore, type EventStoreOptions, startEventStore } from './startEventStore.ts';
