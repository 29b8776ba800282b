import { inBatches } from '@assay/concurrency';
import { type AccountId, type DetailKind, daysOf, type Retention, type TestRunId } from '@assay/contract';
import { testRunDetailsDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { type DueStorage, dueStorage, type StoredPart } from '@assay/operations';
import type { AutomationDeps } from '../automationDeps.ts';
import { byItself } from '../policy.ts';

/** Runs looked up, and facts appended, in one round. */
const round = 50;
const appendedAtOnce = 8;

type Expiring = { accountId: AccountId; retention: Retention };
type Part = StoredPart & { kind: DetailKind };

/** The fact comes first, so that nobody is told that something is there that is about to go. */
async function record(deps: AutomationDeps, { retention }: Expiring, { rule }: DueStorage, part: Part): Promise<void> {
  const { accountId, projectId, kind, ownerId, bytes, items } = part;
  const testRunId = ownerId as TestRunId;
  const keptDays = rule === 'age' ? retention[daysOf[kind]] : null;
  const maximumMegabytes = rule === 'size' ? retention.maximumMegabytes : null;
  const fact = { testRunId, projectId, kind, bytes, items, rule, keptDays, maximumMegabytes };
  const context = byItself(accountId, 'expireDetails');
  await deps.eventLog.handle(testRunDetailsDecider, testRunId, { type: 'expireDetails', ...fact }, context);
}

async function recordAll(deps: AutomationDeps, account: Expiring, due: DueStorage, parts: Part[]): Promise<void> {
  await inBatches(parts, appendedAtOnce, (part) => record(deps, account, due, part));
}

/**
 * Lets go what an account keeps no longer, the oldest first: of each run the fact, then the contents that nothing else
 * has. Yields after each run. A process that is killed in between starts over and finds the same runs: a fact is recorded
 * once, and the rest of the contents is found by what is left.
 */
export async function* expireAccount(deps: AutomationDeps, account: Expiring, startedAt: Date): AsyncGenerator<void> {
  const { readModels, operations } = deps;
  const { storage } = operations;
  const { accountId, retention } = account;
  const sweep = { id: newId<string>(), accountId, startedAt };
  let heldBack = 0;
  for (const due of dueStorage(await storage.daysOf(accountId), retention, startedAt)) {
    let from: StoredPart | null = null;
    let removedBytes = 0;
    const isEnough = () => due.rule === 'size' && removedBytes >= due.bytes;
    while (!isEnough()) {
      const found = (await storage.partsBefore(accountId, due.kind, due.before, { from, limit: round })) as Part[];
      if (found.length === 0) break;
      from = found.at(-1) ?? null;
      const kept = await readModels.runsKeptBack(found.map(({ ownerId }) => ownerId as TestRunId));
      let going = found.filter(({ ownerId }) => !kept.has(ownerId as TestRunId));
      heldBack += found.length - going.length;
      if (due.rule === 'size') going = untilEnough(going, due.bytes - removedBytes);
      await recordAll(deps, account, due, going);
      for (const part of going) {
        const { freedBytes, complete } = await storage.remove(part);
        removedBytes += part.bytes;
        // What is not complete is found again later, and counted then.
        if (complete) await storage.sweeps.add(sweep, { runs: 1, bytes: part.bytes, freedBytes }, heldBack);
        yield;
      }
    }
    if (due.rule === 'age') await storage.forgetDaysBefore(accountId, due.kind, due.before);
  }
}

/** The first ones, until they are that large together. */
function untilEnough(parts: Part[], bytes: number): Part[] {
  let sum = 0;
  return parts.filter((part) => {
    const isWanted = sum < bytes;
    sum += part.bytes;
    return isWanted;
  });
}
