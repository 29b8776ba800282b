import { setTimeout as delay } from 'node:timers/promises';
import { Binary, type Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import { OperationsError } from '../operationsError.ts';
import { type MasterKey, openMasterKey } from './masterKey.ts';
import { findHolders, type Holder } from './masterKeyHolders.ts';
import {
  type MasterKeyRow,
  masterKeyRows,
  signingId,
  signingPurpose,
  storeHashing,
  unwrapHashing,
  wrapHashing,
} from './masterKeyRow.ts';
import { type Rewrapped, rewrapAll } from './rewrap.ts';

/** Addresses of blobs are valid for a quarter of an hour and a minute at most. */
const addressesMs = 17 * 60_000;
const askAgainMs = 200;

export type RotationStep = 'announced' | 'counting' | 'rewrapped' | 'finished';

export type Rotation = {
  db: Db;
  /** The master key so far, 32 bytes. */
  from: Buffer;
  /** That which replaces it. */
  to: Buffer;
  now: Clock;
  /** How long processes may take to get the new key. */
  patienceMs: number;
  /** Told what is done; where it throws, the rotation stops there and can be resumed. */
  onStep?: (step: RotationStep) => void;
  progress: (line: string) => void;
  stop: AbortSignal;
};

export type RotationReport = Rewrapped & {
  /** Whether an earlier rotation to the same key was gone on with. */
  resumed: boolean;
};

/**
 * Replaces the master key while others have operational state open. May be stopped at any moment; the same call resumes.
 * Until the end both keys are needed, and after it the earlier one opens nothing that is stored.
 * 1. The key is announced, and every running process has to have it at hand.
 * 2. It counts from one moment on: one write.
 * 3. Everything is wrapped again by it, each thing by compare-and-set beside whoever changes it.
 * 4. When nothing is left and every process wraps by it, the earlier key is no longer asked for.
 * @throws OperationsError `masterKey.wrong` when `from` is not the key of the data, `masterKey.notHeld` when a process
 * does not get the new one in time: nothing has changed then
 */
export async function rotateMasterKey(rotation: Rotation): Promise<RotationReport> {
  const { db, now, progress, stop, onStep = () => undefined } = rotation;
  const [from, to] = [openMasterKey(rotation.from), openMasterKey(rotation.to)];
  const rows = masterKeyRows(db);
  let row = await rows.findOne({ _id: 'masterKey' });
  const resumed = row?.check === to.check || row?.next?.check === to.check;

  if (row?.check !== to.check) {
    if (row?.check !== from.check) throw wrongKey();
    // 1.
    await storeHashing(db, from);
    await rows.updateOne(
      { _id: 'masterKey', check: from.check },
      { $set: { next: { check: to.check, since: now() } } },
    );
    onStep('announced');
    await untilAll(({ holds }) => holds.includes(to.check), 'to get the new key', rotation);
    stop.throwIfAborted();
    // 2.
    row = await rows.findOne({ _id: 'masterKey' });
    if (!row || !(await makeItCount(row, { db, from, to, now }))) throw wrongKey();
  }
  onStep('counting');

  // 3. The last round is after everybody has heard of the key, and finds nothing any more.
  const report: Rewrapped = await rewrapAll(db, { from, to, progress, stop });
  await untilAll(({ wrapsBy }) => wrapsBy === to.check, 'to wrap by the new key', rotation);
  for (;;) {
    const more = await rewrapAll(db, { from, to, progress, stop });
    for (const [name, count] of more.counts) report.counts.set(name, (report.counts.get(name) ?? 0) + count);
    report.damaged = more.damaged;
    if (more.total === 0) break;
    report.total += more.total;
  }
  onStep('rewrapped');

  // 4.
  await rows.updateOne({ _id: 'masterKey', check: to.check }, { $set: { previous: null } });
  onStep('finished');
  return { ...report, resumed };
}

function wrongKey(): OperationsError {
  return new OperationsError('masterKey.wrong', 'This is not the master key that the data was written with.');
}

/** @returns whether it counts; false where the row has changed meanwhile. */
async function makeItCount(
  row: MasterKeyRow,
  { db, from, to, now }: { db: Db; from: MasterKey; to: MasterKey; now: Clock },
): Promise<boolean> {
  if (!row.hashing) return false;
  const hashing = unwrapHashing(from, row.hashing);
  const wrapSigning = (secret: Buffer, until: Date) => ({ secret: new Binary(to.wrap(signingId, secret)), until });
  const earlierSigning = [
    ...(row.earlierSigning ?? [])
      .filter(({ until }) => until > now())
      .map(({ secret, until }) => wrapSigning(from.unwrap(signingId, Buffer.from(secret.value())), until)),
    wrapSigning(from.hmacKey(signingPurpose), after(now(), addressesMs)),
  ];
  const { modifiedCount } = await masterKeyRows(db).updateOne(
    { _id: 'masterKey', check: from.check },
    {
      $set: {
        check: to.check,
        hashing: wrapHashing(to, (purpose) => hashing[purpose]),
        previous: { check: from.check, since: now() },
        next: null,
        earlierSigning,
      },
    },
  );
  return modifiedCount === 1;
}

async function untilAll(
  isReady: (holder: Holder) => boolean,
  what: string,
  { db, now, patienceMs, progress, stop }: Rotation,
): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  for (;;) {
    stop.throwIfAborted();
    const waitingFor = (await findHolders(db, now)).filter((holder) => !isReady(holder));
    if (waitingFor.length === 0) return;
    const names = waitingFor.map(({ pid, host }) => `process ${pid} on ${host}`).join(', ');
    if (performance.now() > givenUpAt) {
      throw new OperationsError('masterKey.notHeld', `These were waited for ${what}: ${names}.`);
    }
    progress(`waiting for ${waitingFor.length} processes ${what}`);
    await delay(askAgainMs, undefined, { signal: stop });
  }
}
