import type { AccountId } from '@assay/contract';
import { newId } from '@assay/event-log';
import { blobRemovalLease, whileLeased } from '@assay/operations';
import type { Job } from '../jobs/jobs.ts';
import { expireAccount } from './expireAccount.ts';
import { takeStock } from './takeStock.ts';

/** A backup waits for so long after a process was killed while it removed something. */
const leaseMs = 20_000;

/** A run of the job works for at most this long: between two of them, test runs have the stores to themselves. */
const lookMs = 500;
/** When an account is looked through again after everything that was due is gone. */
const againMs = 10 * 60_000;

type Pass = { rules: string; steps: AsyncGenerator<void> | null; againAt: number };

/** Removes logs, details and attachments that accounts keep no longer, little by little. */
export function expireDetails(): Job {
  const holder = newId<string>();
  const passes = new Map<AccountId, Pass>();
  let stock: AsyncGenerator<void> | null = null;
  let isStockTaken = false;
  let areRemovalsFinished = false;

  return {
    className: 'Retention',
    functionName: 'expireDetails',
    schedule: '*/2 * * * * *',
    run: async (deps, now) => {
      const { operations, readModels } = deps;
      const until = performance.now() + lookMs;
      const hasTime = () => performance.now() < until;

      // 1. Nothing goes before it is known what needs it.
      stock ??= takeStock(deps);
      try {
        while (!isStockTaken && hasTime()) isStockTaken = (await stock.next()).done ?? false;
      } catch (error) {
        stock = null;
        throw error;
      }
      if (!isStockTaken) return;

      // 2. Who keeps less than everything.
      const accounts = await readModels.accountsLettingGo();
      if (accounts.length === 0) return;
      await whileLeased(operations.processLeases, { name: blobRemovalLease, holder, leaseMs }, async () => {
        // 3. What a process was killed in.
        if (!areRemovalsFinished) await operations.storage.finishRemovals();
        areRemovalsFinished = true;

        // 4. A share of the time for each account.
        for (const [place, account] of accounts.entries()) {
          const rules = JSON.stringify(account.retention);
          let pass = passes.get(account.accountId);
          if (pass?.rules !== rules) pass = { rules, steps: null, againAt: 0 };
          passes.set(account.accountId, pass);
          if (pass.steps === null && now.getTime() < pass.againAt) continue;
          pass.steps ??= expireAccount(deps, account, now);
          const share = performance.now() + Math.max(0, until - performance.now()) / (accounts.length - place);
          try {
            for (let isDone = false; !isDone && performance.now() < share; ) {
              isDone = (await pass.steps.next()).done ?? false;
              if (isDone) passes.set(account.accountId, { rules, steps: null, againAt: now.getTime() + againMs });
            }
          } catch (error) {
            passes.delete(account.accountId);
            throw error;
          }
        }
      });
    },
  };
}
