import { Pace } from '../cursor/pace.ts';
import { mongoError } from '../errors/mongoError.ts';
import { numberField } from '../query/numberOperand.ts';
import { type Command, missingField, wrongType } from './command.ts';
import { cursorReply } from './cursorReply.ts';

/** How long an await-data cursor waits by default. */
const defaultWaitMs = 1000;

/** `{ getMore: <cursor id>, collection, batchSize, maxTimeMS }` → the next batch */
export const getMore: Command = {
  name: 'getMore',
  fields: ['collection', 'batchSize'],
  async run({ server, connection, database, command }) {
    const id = command.get('getMore');
    if (typeof id !== 'bigint') throw wrongType('getMore', id ?? null, 'long');
    const collection = command.get('collection');
    if (collection === undefined) throw missingField('getMore.collection');
    if (typeof collection !== 'string') throw wrongType('getMore.collection', collection, 'string');
    const batchSize = numberField(command, 'batchSize', 0);
    if (batchSize < 0) throw mongoError('BadValue', `batchSize must be non-negative, got ${batchSize}`);
    const namespace = `${database}.${collection}`;
    const cursor = server.cursors.checkOut(id, namespace);
    const { source } = cursor;
    const interrupted = (): boolean => cursor.killed || connection.isClosed;
    const waiting = source.waitForMore !== undefined;
    const maxTimeMs = numberField(command, 'maxTimeMS', 0);
    const pace = new Pace(waiting ? 0 : maxTimeMs, interrupted);
    try {
      let batch = await source.nextBatch(batchSize, pace);
      if (waiting && !batch.exhausted) {
        // When the filter rejects all new documents, wait again until the time is up.
        const until = performance.now() + (maxTimeMs || defaultWaitMs);
        while (batch.documents.length === 0 && !batch.exhausted && !interrupted()) {
          const left = until - performance.now();
          if (left <= 0) break;
          await source.waitForMore?.(left, interrupted);
          batch = await source.nextBatch(batchSize, pace);
        }
      }
      if (batch.exhausted) server.cursors.kill(id);
      return cursorReply('nextBatch', batch.documents, batch.exhausted ? 0n : id, namespace);
    } catch (error) {
      server.cursors.kill(id);
      throw error;
    } finally {
      server.cursors.checkIn(cursor);
    }
  },
};
