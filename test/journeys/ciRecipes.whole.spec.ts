import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DeployPage, GenerateApiKeyAnswer, TestRunView } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, finishedRun } from '../support/runs.ts';
import { passedCase } from '../support/uploadResults.ts';

const recipes = await readFile(join(import.meta.dirname, '../../docs/ci-recipes.md'), 'utf8');
const framework = { testingFramework: 'Playwright', gitUrl: 'https://git.example.com/acme/shop.git' } as const;
const commit = 'a'.repeat(40);

/** The code of a section of the recipes: blocks between fences, without their language. */
function codeOf(section: string): string[] {
  const text = recipes.split(/^## /m).find((part) => part.startsWith(section)) ?? '';
  return [...text.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, code]) => code ?? '');
}

/** The lines from the one that downloads the command line to the last one that belongs to it. */
function scriptOf(section: string, command: string): string {
  const code = codeOf(section).find((block) => block.includes(`assay.mjs ${command}`)) ?? '';
  const lines = code.split('\n');
  const last = lines.findIndex((line) => line.includes(`assay.mjs ${command}`));
  const first = lines.findLastIndex((line, index) => index <= last && line.includes('curl '));
  const end = lines.findIndex((line, index) => index >= last && !line.endsWith('\\'));
  const marks = /^\s*(- (?=curl|node))?/;
  return lines
    .slice(first, end + 1)
    .map((line) => line.replace(marks, ''))
    .join('\n');
}

describe('recipes for CI jobs', () => {
  let installation: Installation;
  let caller: Caller;
  let key: string;
  let projectId: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-recipes-'));
    installation = await startInstallation();
    caller = await signIn(installation.url, admin);
    for (const [environment, name] of Object.entries({ staging: 'Staging', ci: 'CI' })) {
      await createEnvironment(caller, { key: environment, name });
    }
    projectId = await createProject(caller, { ...framework, name: 'Shop', key: 'shop' });
    ({ key } = await caller.post<GenerateApiKeyAnswer>('/account/api-key', {}));
  });
  afterAll(async () => {
    await installation.stop();
    await installation.remove();
    await rm(folder, { recursive: true });
  });

  /** Runs a script of the recipes as a CI service does, with the variables of a job. @returns its output */
  async function runScript(script: string, variables: Record<string, string>): Promise<string> {
    const env = { PATH: process.env.PATH, ASSAY_URL: installation.url, ASSAY_API_KEY: key, ...variables };
    return (await promisify(execFile)('bash', ['-ec', script], { cwd: folder, env })).stdout.trim();
  }
  const deploys = () => caller.get<DeployPage>(`/projects/${projectId}/deploys`);
  /** @returns all deploys, once this one is among them */
  const deploysWith = (id: string) =>
    eventually(async () => {
      const page = await deploys();
      return page.deploys.some((deploy) => deploy.id === id) ? page : null;
    });

  /** The variables of an attempt, as the documentation of each CI service describes them. */
  const attempts: [ci: string, of: (run: number, attempt: number) => Record<string, string>][] = [
    ['GitHub Actions', (run, attempt) => ({ GITHUB_RUN_ID: `${run}`, GITHUB_RUN_ATTEMPT: `${attempt}` })],
    ['GitLab', (run, attempt) => ({ CI_PIPELINE_ID: `${run}`, CI_JOB_ID: `${run}${attempt}` })],
    ['Jenkins', (run, attempt) => ({ BUILD_TAG: `jenkins-shop-${run}${attempt}` })],
    [
      'Bitbucket',
      (run, attempt) => ({ BITBUCKET_PIPELINE_UUID: `{pipeline-${run}}`, BITBUCKET_STEP_RUN_NUMBER: `${attempt}` }),
    ],
    [
      'Azure Pipelines',
      (run, attempt) => ({ BUILD_BUILDID: `${run}`, SYSTEM_STAGEATTEMPT: '1', SYSTEM_JOBATTEMPT: `${attempt}` }),
    ],
    ['CircleCI', (run, attempt) => ({ CIRCLE_WORKFLOW_JOB_ID: `00000000-0000-4000-8000-00000000${run}${attempt}` })],
  ];

  it.each(attempts)('report a deploy of %s once per attempt, and again at a re-run', async (ci, variablesOf) => {
    const [, value = ''] = new RegExp(`^\\| ${ci} \\| \`(.*)\` \\|$`, 'm').exec(recipes) ?? [];
    expect(value).not.toBe('');
    const script = `PIPELINE_ATTEMPT="${value}"\n${scriptOf('Deploy, then', 'deploy')}`;
    const deploy = (run: number, attempt: number) =>
      runScript(script, { BRANCH: 'main', COMMIT: commit, ...variablesOf(run, attempt) });
    const before = (await deploys()).total;
    const first = await deploy(17, 1);
    expect(await deploy(17, 1)).toBe(first);
    const rerun = await deploy(17, 2);
    const later = await deploy(18, 1);
    expect(new Set([first, rerun, later]).size).toBe(3);
    expect((await deploysWith(later)).total - before).toBe(3);
  });

  it('report a deploy of a workflow of GitHub once per attempt, and again when it is re-run', async () => {
    const workflow = codeOf('Deploy, then').find((code) => code.includes('jobs:')) ?? '';
    const script = workflow.slice(workflow.indexOf('curl'), workflow.indexOf('  smoke:'));
    const deploy = (attempt: number) =>
      runScript(script, {
        GITHUB_REF_NAME: 'feature/one',
        GITHUB_SHA: commit,
        GITHUB_RUN_ID: '4711',
        GITHUB_RUN_ATTEMPT: `${attempt}`,
      });
    const before = (await deploys()).total;
    const first = await deploy(1);
    expect(await deploy(1)).toBe(first);
    const rerun = await deploy(2);
    expect(rerun).not.toBe(first);
    const page = await deploysWith(rerun);
    expect(page.total - before).toBe(2);
    expect(page.deploys[0]).toMatchObject({
      id: rerun,
      branch: 'feature/one',
      commit,
      environment: { key: 'staging' },
    });
  });

  const pushed = 'b'.repeat(40);
  /** The variables of a push and of a pull request from a branch whose name has a slash. */
  const uploads: [job: string, section: string, variables: Record<string, string>][] = [
    ['a push at GitHub', 'GitHub Actions', { GITHUB_REF_NAME: 'feature/one', COMMIT: pushed }],
    [
      'a pull request at GitHub',
      'GitHub Actions',
      { GITHUB_REF_NAME: '7/merge', GITHUB_HEAD_REF: 'feature/one', COMMIT: pushed },
    ],
    ['a push at GitLab', 'GitLab', { CI_COMMIT_REF_NAME: 'feature/one', CI_COMMIT_SHA: pushed }],
    ['a job of Jenkins', 'Jenkins', { GIT_BRANCH: 'origin/feature/one', GIT_COMMIT: pushed, BUILD_TAG: 'shop-1' }],
    [
      'a pull request of Jenkins',
      'Jenkins',
      { GIT_BRANCH: 'PR-7', CHANGE_BRANCH: 'feature/one', GIT_COMMIT: pushed, BUILD_TAG: 'shop-2' },
    ],
    ['a push at Bitbucket', 'Bitbucket', { BITBUCKET_BRANCH: 'feature/one', BITBUCKET_COMMIT: pushed }],
    ['a push at Azure', 'Azure', { BUILD_SOURCEBRANCH: 'refs/heads/feature/one', BUILD_SOURCEVERSION: pushed }],
    [
      'a pull request at Azure',
      'Azure',
      {
        BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
        BUILD_SOURCEVERSION: commit,
        SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature/one',
        SYSTEM_PULLREQUEST_SOURCECOMMITID: pushed,
      },
    ],
  ];

  it.each(uploads)('name the branch and the commit of %s', async (job, section, variables) => {
    const reports = section === 'Jenkins' ? 'shop/build/test-results/test' : 'reports/unit';
    const file = section === 'Jenkins' ? 'TEST-shop.xml' : 'shop.xml';
    const script = scriptOf(section, 'upload');
    await runScript(`mkdir -p ${reports}`, {});
    await writeFile(join(folder, reports, file), `<testsuite name="s">${passedCase(job)}</testsuite>`);
    const said = await runScript(script, variables);
    const [, id = ''] = /\/test-runs\/([\w-]+)/.exec(said) ?? [];
    expect(await finishedRun(caller, id)).toMatchObject({ branch: 'feature/one', commit: pushed, status: 'PASS' });
    expect(await caller.get<TestRunView>(`/test-runs/${id}`)).toMatchObject({ totalCount: 1 });
  });

  it('never run what a branch is called', async () => {
    const section = recipes.split(/^## /m).find((part) => part.startsWith('GitHub Actions')) ?? '';
    const expressions = [...recipes.matchAll(/\$\{\{ (.*?) \}\}/g)].map(([, expression]) => expression);
    expect(section).toContain('GITHUB_HEAD_REF');
    expect(expressions.filter((expression) => /ref|title|body|message/.test(expression ?? ''))).toEqual([]);
    await runScript(scriptOf('GitHub Actions', 'upload'), {
      GITHUB_REF_NAME: 'main',
      GITHUB_HEAD_REF: 'x";touch\tran;"$(touch\tran)`touch\tran`',
      COMMIT: pushed,
    }).catch(() => undefined);
    expect(await readdir(folder)).not.toContain('ran');
  });
});
