export type { Actor, AppendContext, Envelope, RecordedEvent } from './envelope.ts';
export { beginHistory } from './epoch.ts';
export { type Appended, type EventLog, openEventLog } from './eventLog.ts';
export { decryptField, type KeyStore } from './fieldEncryption.ts';
export type { CommandResult, HandleOptions } from './handleCommand.ts';
export { newId } from './newId.ts';
export { readEvents } from './readEvents.ts';
export { RevisionConflict } from './revisionConflict.ts';
export type { Batch, Subscription } from './subscription.ts';
