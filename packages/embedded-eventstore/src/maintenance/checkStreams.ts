import { unpackNumber } from '../storage/storeFiles.ts';
import { decodeRow, isFirstRow, type StreamHead } from '../storage/streamHeads.ts';
import { tombstoneRevision } from '../storage/tombstoneRevision.ts';
import type { Verification } from './verification.ts';

/**
 * Checks that the list of streams is complete, and that the index has every revision of every stream and no other.
 * @returns the number of streams
 */
export async function checkStreams(verification: Verification): Promise<number> {
  const heads = await readHeads(verification);
  await checkIndex(verification, heads);
  return heads.size;
}

/** All heads by stream number. */
async function readHeads({ snapshot, report, step }: Verification): Promise<Map<number, StreamHead>> {
  const heads = new Map<number, StreamHead>();
  let promised: Buffer | undefined;
  let lastNumber = 0;
  for (const { key, value } of snapshot.streamHeads.getRange({ ...snapshot.at })) {
    if (promised ? !promised.equals(key) : !isFirstRow(key)) report('The list of streams has a gap.');
    const { head, next } = decodeRow(key, value);
    promised = next;
    if (isFirstRow(key)) lastNumber = head.number;
    else if (heads.has(head.number)) report(`Two streams have the number ${head.number}.`);
    else heads.set(head.number, head);
    await step();
  }
  if (promised?.length !== 0) report('The list of streams ends too soon.');
  if (heads.size !== lastNumber) report(`There are ${heads.size} streams where there were ${lastNumber}.`);
  return heads;
}

async function checkIndex({ snapshot, report, step }: Verification, heads: Map<number, StreamHead>): Promise<void> {
  const unseen = new Map(heads);
  let stream = 0;
  let revisions: number[] = [];
  const endStream = () => {
    const head = unseen.get(stream);
    if (!head) report(`The index has a stream ${stream} that is not in the list, or has it twice.`);
    else checkRevisions(stream, head, revisions, report);
    unseen.delete(stream);
    revisions = [];
  };
  for (const { key, value } of snapshot.streamIndex.getRange({ ...snapshot.at })) {
    const number = key.readUIntBE(0, 6);
    if (number !== stream && revisions.length > 0) endStream();
    stream = number;
    revisions.push(key.readUIntBE(6, 6));
    const position = unpackNumber(value);
    if (!snapshot.events.get(position, snapshot.at)) {
      report(`The stream index names position ${position}, where there is no event.`);
    }
    await step();
  }
  if (revisions.length > 0) endStream();
  for (const number of unseen.keys()) report(`The stream with the number ${number} is not in the index.`);
}

function checkRevisions(
  stream: number,
  { firstKept, lastRevision, tombstoned }: StreamHead,
  found: readonly number[],
  report: (problem: string) => void,
): void {
  let expected = firstKept;
  for (const revision of found) {
    if (revision === tombstoneRevision) continue;
    if (revision !== expected) {
      report(`The index of the stream with the number ${stream} has revision ${revision} where ${expected} should be.`);
    }
    expected = revision + 1;
  }
  if (expected !== lastRevision + 1) {
    report(`The index of the stream with the number ${stream} ends before revision ${lastRevision}.`);
  }
  if (tombstoned !== (found.at(-1) === tombstoneRevision)) {
    report(`The stream with the number ${stream} has ${tombstoned ? 'lost its' : 'a'} tombstone.`);
  }
}
