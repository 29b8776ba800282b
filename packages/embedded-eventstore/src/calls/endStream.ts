import type { DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js';
import { invalidArgument, streamDeleted, wrongExpectedVersion } from '../protocol/callErrors.ts';
import { readExpectedRevision } from '../protocol/expectedRevision.ts';
import { readWritableStreamName } from '../protocol/streamNames.ts';
import type { EventLog } from '../storage/openEventLog.ts';

/**
 * Deletes or tombstones a stream.
 * @returns the position of the event that records it
 * @throws CallError INVALID_ARGUMENT, or FAILED_PRECONDITION with exception stream-deleted or wrong-expected-version
 */
export async function endStream(
  kind: 'delete' | 'tombstone',
  options: DeleteReq.Options | TombstoneReq.Options | undefined,
  log: EventLog,
): Promise<number> {
  if (!options) throw invalidArgument('The request does not name its stream.');
  const streamName = readWritableStreamName(options.getStreamIdentifier()?.getStreamName_asU8());
  const expected = readExpectedRevision(options);
  const outcome = await log.write({ kind, streamName, expected });
  switch (outcome.kind) {
    case 'written':
      return outcome.position;
    case 'streamDeleted':
      throw streamDeleted(streamName);
    case 'wrongExpectedRevision':
      throw wrongExpectedVersion(streamName, expected, outcome.currentRevision);
  }
}
