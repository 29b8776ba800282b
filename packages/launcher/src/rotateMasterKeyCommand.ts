import { resolve } from 'node:path';
import {
  makeNextMasterKey,
  masterKeyLease,
  nextMasterKey,
  OperationsError,
  openMongoClient,
  operationsDatabase,
  replaceMasterKeyFile,
  rotateMasterKey,
  verifyKeys,
} from '@assay/operations';
import { type CommandContext, CommandError, runCommand } from './operation/command.ts';
import { openInstalledStores } from './operation/installedStores.ts';
import { masterKeysOf } from './operation/masterKeysOf.ts';
import { whileHolding } from './operation/whileHolding.ts';

const usage = `Usage: npm run rotate-master-key
Replaces the master key of the installation in ASSAY_DATA_DIR (.assay), running or stopped, without a restart: makes a
new one, has every process take it, and wraps by it whatever the earlier one wraps. After an interruption the same
command goes on. Where ASSAY_MASTER_KEY holds the key, give the new one as ASSAY_MASTER_KEY_NEXT (openssl rand -hex 32):
first to every process, by a restart of each, and then to this command.
Backups from before can only be read with the earlier key.
Exit codes: 0 done, 1 failed or found damage, 2 wrong use.`;

/** A process looks every two seconds; one that was killed counts for 40. */
const patienceMs = 60_000;
const maxReported = 20;

type Context = Pick<CommandContext<object>, 'say' | 'progress' | 'stop'>;

async function keyToCome(dataDir: string): Promise<Buffer> {
  if (!process.env.ASSAY_MASTER_KEY) return makeNextMasterKey(dataDir);
  const next = await nextMasterKey(dataDir);
  if (next) return next;
  throw new CommandError(`ASSAY_MASTER_KEY holds the key, and ASSAY_MASTER_KEY_NEXT is not set.\n${usage}`);
}

async function rotate(mongoUrl: string, dataDir: string, context: Context): Promise<number> {
  const { say, stop } = context;
  const client = openMongoClient(mongoUrl, { writeConcern: { w: 'majority' } });
  try {
    const db = client.db(operationsDatabase);
    const [from] = await masterKeysOf(dataDir);
    if (!from) throw new CommandError('The master key is missing.');
    const to = await keyToCome(dataDir);
    if (to.equals(from)) throw new CommandError('The new master key is the one that there is. Nothing was done.');
    const { total, counts, damaged, resumed } = await rotateMasterKey({
      db,
      from,
      to,
      now: () => new Date(),
      patienceMs,
      onStep: () => stop.throwIfAborted(),
      progress: context.progress,
      stop,
    }).catch((error: unknown) => {
      if (!(error instanceof OperationsError) || error.code !== 'masterKey.notHeld') throw error;
      throw new CommandError(
        `${error.message} Give them ASSAY_MASTER_KEY_NEXT and restart them, then repeat the command. Nothing is lost.`,
      );
    });
    const { isMasterKey } = await verifyKeys(db, [to]);
    if (!isMasterKey) throw new CommandError('The new master key does not count. Repeat the command.');
    if (!process.env.ASSAY_MASTER_KEY) await replaceMasterKeyFile(dataDir);

    if (resumed) say('A rotation that had been interrupted was gone on with.');
    const each = [...counts].filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
    say(`${total} things were wrapped again by the new master key${each.length > 0 ? `: ${each.join(', ')}` : ''}.`);
    for (const id of damaged.slice(0, maxReported)) say(`WRONG: neither key opens ${id}.`);
    if (damaged.length > maxReported) say(`${damaged.length - maxReported} more of this kind are not listed.`);
    say('The earlier master key opens nothing any more, except in backups from before: keep it as long as those.');
    say('Make a backup now, and replace the copy of the key that you keep elsewhere.');
    if (process.env.ASSAY_MASTER_KEY) {
      say('Set ASSAY_MASTER_KEY to the new key, unset ASSAY_MASTER_KEY_NEXT, and restart the processes one by one.');
    }
    return damaged.length > 0 ? 1 : 0;
  } finally {
    await client.close();
  }
}

await runCommand({
  usage,
  options: {},
  run: async (context) => {
    const dataDir = resolve(process.env.ASSAY_DATA_DIR || '.assay');
    const stores = await openInstalledStores(dataDir);
    try {
      return await whileHolding(stores.mongoUrl, [masterKeyLease], context, () =>
        rotate(stores.mongoUrl, dataDir, context),
      );
    } finally {
      await stores.stop();
    }
  },
});
