// `npm run soak [-- --rounds 50]`: repeats the kills and damage of `npm test` many times over. Installs and builds what
// is missing, reports each round, and ends with 1 when anything was lost.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareToRun } from '../../packages/launcher/prepare.mjs';

const usage = `Usage: npm run soak [-- --rounds N] [--only eventstore|mongo|installation|plans|damage|fuzz|repositories|writers]
       npm run soak -- --only repositories [--samples NAME,…] [--docs]
       npm run soak -- --only writers [--writers NAME,…]
Rounds of kill -9: under 64 writers on each embedded store, then of a process of a whole installation, chosen and
killed by chance in the middle of a run, and of two in the course of a plan run. Then rounds of damage: a copy of each store's file is changed in a few places,
verified and read. Last a fuzz of the document store against an oracle, each round from a seed of its own, which its
name tells. N (50) rounds of each; of the installation and of plan runs a fifth as many.
Before these, small repositories of the kinds that are public (test/repositories) go from their URL to a verdict, beside
the plain commands; --docs puts the table into docs/repositories.md.
Public tools that write reports (test/writers) each run on a sample, and what Assay makes of the upload is compared with
the tool's console and exit code; --writers takes those whose names have one of these parts.`;

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const parts = {
  writers: 'test/soak/writers',
  repositories: 'test/soak/repositories',
  eventstore: 'test/soak/eventStore',
  mongo: 'test/soak/documentStore',
  installation: 'test/soak/installation',
  plans: 'test/soak/planRuns',
  damage: 'test/compat/.*/damage.spec',
  fuzz: 'test/compat/mongo/fuzz.spec',
};

function readOptions() {
  try {
    const options = {
      ...{ rounds: { type: 'string' }, only: { type: 'string' }, help: { type: 'boolean' } },
      ...{ samples: { type: 'string' }, docs: { type: 'boolean' }, writers: { type: 'string' } },
    };
    const { rounds = '50', only, help, samples, docs, writers } = parseArgs({ options }).values;
    if (help) {
      console.log(usage);
      process.exit(0);
    }
    if (!/^[1-9]\d*$/.test(rounds)) throw new Error(`--rounds must be a number, not ${rounds}`);
    if (only !== undefined && !(only in parts)) throw new Error(`there is no ${only}`);
    const chosen = {
      ...(samples === undefined ? {} : { SOAK_SAMPLES: samples }),
      ...(writers === undefined ? {} : { SOAK_WRITERS: writers }),
      ...(docs ? { SOAK_PAGE: join(root, 'docs/repositories.md') } : {}),
    };
    return { rounds, chosen, patterns: only === undefined ? Object.values(parts) : [parts[only]] };
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

const { rounds, chosen, patterns } = readOptions();
const firstSeed = String(1 + Math.floor(Math.random() * 1_000_000));
await prepareToRun();
const { status } = spawnSync(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
    ...['--selectProjects', 'soak', 'compat', '--runInBand', '--verbose', '--forceExit', '--', ...patterns],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SOAK_ROUNDS: rounds,
      DAMAGE_SEEDS: rounds,
      FUZZ_SEEDS: rounds,
      FUZZ_FIRST_SEED: firstSeed,
      ...chosen,
    },
  },
);
process.exit(status ?? 1);
