import { documentOf, int32, UtcDate } from '../bson/values.ts';
import { maxMessageBytes } from '../connection/wireMessages.ts';
import { maxDocumentBytes } from '../storage/collection.ts';
import type { Command } from './command.ts';

/** The server version whose behaviour is followed; it has wire version 21. */
export const serverVersion = '7.0.0';
const helloFields = [
  'helloOk',
  'client',
  'compression',
  'saslSupportedMechs',
  'speculativeAuthenticate',
  'loadBalanced',
  'topologyVersion',
  'maxAwaitTimeMS',
  'backpressure',
];

function greeting(name: string, primaryField: string): Command {
  return {
    name,
    fields: helloFields,
    open: true,
    run: ({ connection, command }) =>
      documentOf({
        helloOk: true,
        [primaryField]: true,
        maxBsonObjectSize: int32(maxDocumentBytes),
        maxMessageSizeBytes: int32(maxMessageBytes),
        maxWriteBatchSize: int32(100_000),
        localTime: new UtcDate(Date.now()),
        logicalSessionTimeoutMinutes: int32(30),
        connectionId: int32(connection.id),
        minWireVersion: int32(0),
        maxWireVersion: int32(21),
        readOnly: false,
        saslSupportedMechs: connection.authentication.mechanismsFor(command.get('saslSupportedMechs')),
        speculativeAuthenticate: connection.authentication.startAhead(command.get('speculativeAuthenticate')),
      }),
  };
}

/** The handshake. There is no `setName`: this is a standalone server without transactions and retryable writes. */
export const hello = greeting('hello', 'isWritablePrimary');
export const isMaster = greeting('isMaster', 'ismaster');
export const ismaster = greeting('ismaster', 'ismaster');
