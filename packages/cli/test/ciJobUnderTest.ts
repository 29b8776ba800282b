import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundled } from '../../../test/support/bundled.ts';
import { type ReceivingServer, type Reply, receivingServer } from '../../../test/support/receivingServer.ts';

const script = await bundled('packages/cli/src/main.ts');

/** The head of the pull request that the job tests. */
export const pushed = 'b'.repeat(40);

/** @returns a failed test as the service lists it */
export const failedTest = (name: string, error: string, file = 'test/cart.spec.js') => ({
  file,
  name,
  error,
  line: 12,
  copy: null,
  status: 'FAIL',
  quarantined: false,
});
const json = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'retry-after': '0' },
  body: JSON.stringify(body),
});

type Ended = { code: number | null; out: string; err: string };

/** @returns a CI job and the fake service that it uploads to, both new for each test of the file */
export function ciJobOfEach() {
  let service: ReceivingServer;
  let folder: string;
  const job = {
    /** What the service lists of the uploaded run. */
    tests: [] as unknown[],
    verdict: { status: 'FAIL', gate: 'notMet' },
    isAway: false,
    get service() {
      return service;
    },
    get folder() {
      return folder;
    },
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-ci-'));
    mkdirSync(join(folder, 'test'));
    mkdirSync(join(folder, 'reports'));
    writeFileSync(join(folder, 'test/cart.spec.js'), '');
    writeFileSync(join(folder, 'reports/shop.xml'), '<testsuite name="s"><testcase name="t"/></testsuite>');
    writeFileSync(
      join(folder, 'event.json'),
      JSON.stringify({ pull_request: { number: 7, head: { sha: pushed, ref: 'feature/one' } } }),
    );
    job.tests = [failedTest('adds', 'expected 1 to be 2\n  at cart.spec.js:12')];
    job.verdict = { status: 'FAIL', gate: 'notMet' };
    job.isAway = false;
    service = await receivingServer();
    service.reply = answer;
  });
  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  /** A fake of the service: what the command line reads of an upload that became a run. */
  function answer({ path, method }: { path: string; method: string }): Reply {
    // Where it lies, as what it was bundled with is next to it.
    if (path === '/assay.mjs') return { status: job.isAway ? 404 : 200, body: `import '${pathToFileURL(script)}';` };
    if (job.isAway) return json({ code: 'store.away', message: 'The stores are away.' }, 503);
    if (method === 'POST') {
      const notes = { unreadable: [], duplicates: [], repaired: [], hints: [], leftOut: [] };
      return json({ id: 'run-1', position: '1', repeated: false, ...notes }, 201);
    }
    if (path.includes('/results')) return json({ tests: path.includes('offset=0') ? job.tests : [] });
    if (path.includes('/gate')) return json({ answer: job.verdict.gate, reason: 'One run decides', evidence: [] });
    if (path.startsWith('/api/account')) return json({ name: 'acme' });
    const { tests, verdict } = job;
    const failCount = verdict.status === 'FAIL' ? tests.length : 0;
    const counts = { totalCount: 20, testCount: 20, passCount: 20 - failCount, failCount, flakyCount: 0 };
    const others = { ignoredCount: 0, notRunCount: 0, quarantineTotalCount: 0, remainingTests: 0, runningCount: 0 };
    const run = { id: 'run-1', number: 1, projectId: 'p-1', commit: pushed, branch: 'feature/one', upload: null };
    const { status } = verdict;
    const shown = { status, statusDisplay: status === 'FAIL' ? 'Failed' : 'Passed', statusInfo: null };
    return json({ ...run, ...counts, ...others, ...shown, nothingCouldPass: false });
  }

  const gitHub = (): Record<string, string> => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_RUN_ID: '4711',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_JOB: 'test',
    GITHUB_WORKFLOW: 'CI',
  });

  /** Runs a program as a CI service does: in the repository's folder, with the variables of the job alone. */
  function run(program: string, args: string[], variables: Record<string, string>): Promise<Ended> {
    const env = { PATH: process.env.PATH, ASSAY_API_KEY: 'key-1', ...variables };
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended: Ended = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      ended.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      ended.err += chunk;
    });
    return new Promise((done) => child.once('close', (code) => done({ ...ended, code })));
  }

  const upload = (variables: Record<string, string>, ...options: string[]) => {
    const args = [script, 'upload', 'reports/*.xml', '--project', 'shop', '--environment', 'ci', ...options];
    return run(process.execPath, args, { ASSAY_URL: service.url, ...variables });
  };
  const uploaded = () => service.received.filter(({ method }) => method === 'POST');
  const keys = () => uploaded().map(({ headers }) => headers['idempotency-key']);
  const summary = () => readFileSync(join(folder, 'summary.md'), 'utf8');
  const fieldOf = (name: string) =>
    new RegExp(`name="${name}"\r\n\r\n(.*?)\r\n--`, 's').exec(uploaded()[0]?.body ?? '')?.[1];

  return Object.assign(job, { gitHub, run, upload, uploaded, keys, summary, fieldOf });
}
