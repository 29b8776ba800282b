import { valuesEqual } from '../bson/compareValues.ts';
import { type Document, documentOf, int32, newObjectId, UtcDate } from '../bson/values.ts';
import type { ClientConnection } from '../connection/clientConnection.ts';
import { maxMessageBytes } from '../connection/wireMessages.ts';
import { locationError } from '../errors/mongoError.ts';
import { int32Of } from '../query/numberOperand.ts';
import { maxDocumentBytes } from '../storage/collection.ts';
import type { Command } from './command.ts';

/** The server version whose behaviour is followed; it has wire version 21. */
export const serverVersion = '7.0.0';

/** Tells this server from one that takes its place; its state never changes. */
const topologyVersion = documentOf({ processId: newObjectId(), counter: 0n });

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
    async run({ connection, command }) {
      await untilChanged(connection, command);
      return documentOf({
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
        topologyVersion,
        saslSupportedMechs: connection.authentication.mechanismsFor(command.get('saslSupportedMechs')),
        speculativeAuthenticate: connection.authentication.startAhead(command.get('speculativeAuthenticate')),
      });
    },
  };
}

/** A client that knows the present state of the server waits for another one, in vain: it stays what it is. */
async function untilChanged(connection: ClientConnection, command: Document): Promise<void> {
  const known = command.get('topologyVersion') ?? undefined;
  const longest = command.get('maxAwaitTimeMS') ?? undefined;
  if ((known === undefined) !== (longest === undefined))
    throw locationError(31368, "A request with 'topologyVersion' must include 'maxAwaitTimeMS', and the reverse");
  if (known === undefined || longest === undefined) return;
  const milliseconds = int32Of(longest);
  if (milliseconds === undefined || milliseconds < 0)
    throw locationError(31373, 'maxAwaitTimeMS must be a non-negative integer');
  if (valuesEqual(known, topologyVersion)) await connection.pause(milliseconds);
}

/** The handshake. There is no `setName`: this is a standalone server without transactions and retryable writes. */
export const hello = greeting('hello', 'isWritablePrimary');
export const isMaster = greeting('isMaster', 'ismaster');
export const ismaster = greeting('ismaster', 'ismaster');
