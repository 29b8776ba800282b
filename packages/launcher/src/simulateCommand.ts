import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { accountNamed, InvalidFields, openStores, ownerOfName, type Stores } from '@assay/application';
import type { AccountId, UserId } from '@assay/contract';
import { accountDecider, DomainError, projectTestsDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { pino } from 'pino';
import { type CommandContext, CommandError, runCommand } from './operation/command.ts';
import { findRunning, type InstalledStores, openInstalledStores } from './operation/installedStores.ts';
import { masterKeysOf } from './operation/masterKeysOf.ts';
import { simulateMonth } from './simulation/simulatedMonth.ts';
import { createSimulatedThings, simulatedThingsOf } from './simulation/simulatedThings.ts';

const usage = `Usage: npm run simulate -- [--days N] [--account NAME]
Writes the history of three made-up projects up to now, to try the product with: runs of 30 days (--days 1 to 90) with
flaky, broken, slower and quarantined tests, a regression, an outage, uploads and canceled runs. Assay must be stopped;
only its stores run meanwhile. The history stays, and is part of what the account has used; each account gets one.
  --account NAME   whose it becomes; by default that of the first start. Alerts of the account hear of its runs.
Exit codes: 0 done, 1 failed, 2 wrong use, 130 stopped by Ctrl-C: the days that were written stay.`;

const dayMs = 24 * 3_600_000;
/** Verdicts are overruled an hour after their runs, and that is not in the future either. */
const beforeNowMs = 2 * 3_600_000;
const runsPerDay = 24;
const days = { least: 1, usual: 30, most: 90 };
const stoppedCode = 130;

function daysOf(text: string | undefined): number {
  const count = text === undefined ? days.usual : Number(text);
  if (Number.isInteger(count) && count >= days.least && count <= days.most) return count;
  throw new CommandError(`--days must be a whole number from ${days.least} to ${days.most}, not '${text}'.`);
}

/** @returns who started the installation, and the account that is theirs */
async function firstOwner(dataDir: string): Promise<{ accountId: AccountId; userId: UserId }> {
  try {
    return JSON.parse(await readFile(join(dataDir, 'installation.json'), 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    throw new CommandError(`${dataDir} has no account yet. Start Assay once with npm start.`);
  }
}

async function accountCalled(stores: Stores, name: string): Promise<AccountId> {
  const stream = await ownerOfName(stores, accountNamed(name.trim()));
  const accountId = stream?.replace(/^account-/, '') as AccountId | undefined;
  if (accountId && (await stores.eventLog.load(accountDecider, accountId)).state.exists) return accountId;
  throw new CommandError(`There is no account called '${name}'.`);
}

type Wanted = { dataDir: string; dayCount: number; account: string | undefined };

async function simulate(
  { eventStoreUrl, mongoUrl }: InstalledStores,
  { dataDir, dayCount, account }: Wanted,
  { say, progress, stop }: Pick<CommandContext<object>, 'say' | 'progress' | 'stop'>,
): Promise<number> {
  await masterKeysOf(dataDir);
  const owner = await firstOwner(dataDir);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const stores = await openStores({ eventStoreUrl, mongoUrl, dataDir }, log, stop);
  try {
    const accountId = account === undefined ? owner.accountId : await accountCalled(stores, account);
    const { eventLog, operations } = stores;
    const { state } = await eventLog.load(projectTestsDecider, simulatedThingsOf(accountId).web);
    if (state.quarantined.size > 0) {
      throw new CommandError('The account has a simulated history already. Nothing was written.');
    }
    const start = Date.now() - beforeNowMs - dayCount * dayMs;
    const things = await createSimulatedThings(stores, accountId, {
      accountId,
      actor: { kind: 'user', id: owner.userId },
      occurredAt: new Date(start).toISOString(),
      $correlationId: newId<string>(),
    });
    const month = { ...things, accountId, userId: owner.userId, start, days: dayCount, runsPerDay };
    const written = await simulateMonth(eventLog, month, {
      nextNumber: (projectId) => operations.counters.next(`testRun:${projectId}`),
      onDay: (day) => {
        progress(`day ${day + 1} of ${dayCount}`);
        return !stop.aborted;
      },
    });
    if (written.days < dayCount) {
      say(`Stopped after ${written.days} of ${dayCount} days: ${written.runs} runs were written and stay.`);
      return stoppedCode;
    }
    say(`${written.runs} runs of ${written.days} days in 3 projects were written. Start Assay with npm start.`);
    return 0;
  } finally {
    await stores.close();
  }
}

await runCommand({
  usage,
  options: { days: { type: 'string' }, account: { type: 'string' } },
  run: async ({ values, ...context }) => {
    const dayCount = daysOf(values.days);
    const dataDir = resolve(process.env.ASSAY_DATA_DIR || '.assay');
    if (await findRunning(dataDir)) throw new CommandError(`Assay runs on ${dataDir}. Stop it first.`);
    const stores = await openInstalledStores(dataDir);
    try {
      return await simulate(stores, { dataDir, dayCount, account: values.account }, context);
    } catch (error) {
      if (error instanceof DomainError || error instanceof InvalidFields)
        throw new CommandError(`${error.message} Nothing was simulated.`);
      throw error;
    } finally {
      await stores.stop();
    }
  },
});
