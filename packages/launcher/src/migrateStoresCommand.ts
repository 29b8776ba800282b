import { resolve } from 'node:path';
import { migrateStores } from './migration/migrateStores.ts';
import { checkUrls, isSamePlace, type StorePair, shown } from './migration/storePair.ts';
import { CommandError, runCommand } from './operation/command.ts';
import { openInstalledStores } from './operation/installedStores.ts';

const usage = `Usage: npm run migrate-stores -- --to-eventstore URL --to-mongodb URL
         [--from-eventstore URL --from-mongodb URL] [--one-at-a-time]
Copies the event log and the operational state of an installation into empty stores elsewhere, builds the read models
there and compares both sides. The source is only read. After an interruption, the same command resumes.
  --to-eventstore, --to-mongodb       the target: esdb://host:2113, mongodb://host:27017
  --from-eventstore, --from-mongodb   the source; by default the stores of the installation in ASSAY_DATA_DIR (.assay),
                                      running or stopped. While it runs, a first copy is made; stopped, it is finished.
  --one-at-a-time                     for a server that does not keep the order of appends that are sent together
The master key is read from ASSAY_DATA_DIR or ASSAY_MASTER_KEY. Exit codes: 0 done, 1 failed, 2 wrong use, 3 not
finished because Assay still runs.`;

const unfinished = 3;
const text = { type: 'string' } as const;

function pairOf(
  eventStoreUrl: string | undefined,
  mongoUrl: string | undefined,
  side: 'from' | 'to',
): StorePair | null {
  if (!eventStoreUrl && !mongoUrl) return null;
  if (!eventStoreUrl || !mongoUrl) {
    throw new CommandError(`--${side}-eventstore and --${side}-mongodb belong together.`);
  }
  const pair = { eventStoreUrl, mongoUrl };
  checkUrls(pair, side);
  return pair;
}

await runCommand({
  usage,
  options: {
    'to-eventstore': text,
    'to-mongodb': text,
    'from-eventstore': text,
    'from-mongodb': text,
    'one-at-a-time': { type: 'boolean' },
  },
  run: async ({ values, say, progress, stop }) => {
    const dataDir = resolve(process.env.ASSAY_DATA_DIR || '.assay');
    const to = pairOf(values['to-eventstore'], values['to-mongodb'], 'to');
    if (!to) throw new CommandError(`--to-eventstore and --to-mongodb are missing.\n${usage}`);
    const given = pairOf(values['from-eventstore'], values['from-mongodb'], 'from');
    const installed = given ? null : await openInstalledStores(dataDir);
    try {
      const from = given ?? (installed as StorePair);
      if (isSamePlace(from.eventStoreUrl, to.eventStoreUrl) || isSamePlace(from.mongoUrl, to.mongoUrl)) {
        throw new CommandError('Source and target are the same place.');
      }
      say(`From ${shown(from.eventStoreUrl)} and ${shown(from.mongoUrl)}`);
      say(`to   ${shown(to.eventStoreUrl)} and ${shown(to.mongoUrl)}`);
      const oneAtATime = values['one-at-a-time'] ?? false;
      if (!(await migrateStores({ from, to, dataDir, oneAtATime, say, progress, stop }))) return unfinished;
      say('');
      say('Next: start Assay with');
      say(`  EVENTSTORE_URL=${shown(to.eventStoreUrl)}`);
      say(`  MONGODB_URL=${shown(to.mongoUrl)}`);
      say(`  ASSAY_DATA_DIR=${dataDir}`);
      if (process.env.ASSAY_BLOBS_URL) say('  ASSAY_BLOBS_URL as it is set now');
      say(
        'Blobs and keys stay in that folder (on another machine: copy blobs/, keys/, master.key and installation.json).',
      );
      say('Its eventstore/ and mongo/ are no longer used; keep them until you are sure.');
      return 0;
    } finally {
      await installed?.stop();
    }
  },
});
