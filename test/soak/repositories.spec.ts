import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { assayRun, differences, secondRun } from '../repositories/assayRun.ts';
import { countsOf } from '../repositories/countsIn.ts';
import { makeSample } from '../repositories/makeSample.ts';
import { plainRun } from '../repositories/plainRun.ts';
import { isUntouched, type Judged, type Row, repositoryTable } from '../repositories/repositoryTable.ts';
import type { SampleRepository } from '../repositories/sampleRepository.ts';
import { samples } from '../repositories/samples.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment } from '../support/runs.ts';
import { tell } from './chance.ts';

const only = process.env.SOAK_SAMPLES?.split(',');
const wanted = samples.filter(({ name }) => only === undefined || only.includes(name));
/** The page that gets the table; undefined: none. */
const page = process.env.SOAK_PAGE;
const answerWithinMs = 10_000;

async function isThere(need: string): Promise<boolean> {
  if (/^https:/.test(need)) {
    const signal = AbortSignal.timeout(answerWithinMs);
    return fetch(need, { method: 'HEAD', signal }).then(
      () => true,
      () => false,
    );
  }
  try {
    execFileSync('sh', ['-c', isAbsolute(need) ? `test -x ${need}` : `command -v ${need}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs by hand what the README says, on a machine whose caches are empty, as those of a new project are. */
async function byHand(url: string, sample: SampleRepository) {
  const home = await mkdtemp(join(tmpdir(), 'assay-home-'));
  try {
    return await plainRun(url, sample, home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

describe('small repositories that are true to their kind', () => {
  const rows: Row[] = [];
  let installation: Installation;
  let caller: Caller;
  beforeAll(async () => {
    // Tests are isolated as they are by default.
    installation = await startInstallation({
      env: { ASSAY_ISOLATE: 'bubblewrap,user,docker,podman,none', ASSAY_GIT_PROTOCOLS: 'http' },
    });
    caller = await signIn(installation.url, admin);
    await createEnvironment(caller, { key: 'local', name: 'Local' });
  });
  afterAll(async () => {
    await installation.stop();
    await installation.remove();
    tell(repositoryTable(rows));
  });
  // Each time: a run that is interrupted has the rows until then.
  afterEach(async () => {
    if (page !== undefined) await putInto(page, repositoryTable(rows));
  });

  async function judge(sample: SampleRepository): Promise<Judged & { seen: string }> {
    const made = await makeSample(sample);
    try {
      const plain = await byHand(made.url, sample);
      const assay = await assayRun(caller, made.url, sample.name, 'local');
      const settings = assay.proposal?.settings;
      const { framework, workingDirectory = null } = sample.proposed;
      const { clone, install, test } = plain.seconds;
      return {
        proposed:
          (settings?.otherFramework ?? settings?.testingFramework) === framework &&
          settings?.workingDirectory === workingDirectory,
        differences: differences(sample, assay.tests),
        equal: JSON.stringify(plain.counts) === JSON.stringify(countsOf(sample.tests)),
        plain: { whole: clone + install + test, test },
        assay: { whole: assay.seconds, again: assay.run ? await secondRun(caller, sample.name, 'local') : 0 },
        seen: JSON.stringify({
          status: assay.run?.status,
          info: assay.run?.statusInfo,
          tests: assay.tests,
          plain,
          settings,
        }),
      };
    } finally {
      await made.remove();
    }
  }

  it.each(wanted)('$name: $kind', async (sample) => {
    const there = await Promise.all((sample.needs ?? []).map(isThere));
    const missing = sample.needs?.find((_, index) => !there[index]);
    if (missing !== undefined) {
      rows.push({ sample, missing });
      tell(`${sample.name}: ${missing} is missing`);
      return;
    }
    const { seen, ...judged } = await judge(sample);
    rows.push({ sample, ...judged });
    tell(`${sample.name}: ${isUntouched(judged) ? 'right' : `wrong: ${seen}`}`);
    expect({ untouched: isUntouched(judged), seen }).toMatchObject({ untouched: true });
  });
});

async function putInto(file: string, table: string): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const [before = ''] = (await readFile(file, 'utf8')).split('\n## Measured');
  await writeFile(file, `${before}\n## Measured at commit ${commit}\n${table}`);
}
