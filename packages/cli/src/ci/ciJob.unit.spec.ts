import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CiJob, readCiJob } from './ciJob.ts';

const pushed = 'b'.repeat(40);
const merged = 'a'.repeat(40);

describe('the CI job of an environment', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-ci-job-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const eventFile = (event: unknown) => {
    const path = join(folder, 'event.json');
    writeFileSync(path, typeof event === 'string' ? event : JSON.stringify(event));
    return path;
  };

  const pull = {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_SHA: merged,
    GITHUB_REF_NAME: '7/merge',
    GITHUB_HEAD_REF: 'feature/one',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '4711',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_JOB: 'test',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_SERVER_URL: 'https://github.com',
  };
  const headOf = { pull_request: { number: 7, head: { sha: pushed, ref: 'feature/one' } } };

  it('has the head of a pull request at GitHub, not its merge commit', () => {
    expect(readCiJob({ ...pull, GITHUB_EVENT_PATH: eventFile(headOf) })).toEqual({
      service: 'GitHub Actions',
      branch: 'feature/one',
      commit: pushed,
      pullRequest: '7',
      name: 'CI / test',
      matrix: {},
      url: 'https://github.com/acme/shop/actions/runs/4711',
      attempt: 'acme/shop 4711 1 test',
    });
  });

  it.each([
    ['missing', undefined],
    ['cut off', '{"pull_request":'],
    ['empty', 'null'],
  ])('has no commit rather than the merge commit where the event of a pull request is %s', (_, event) => {
    const GITHUB_EVENT_PATH = event === undefined ? join(folder, 'none.json') : eventFile(event);
    expect(readCiJob({ ...pull, GITHUB_EVENT_PATH })).toMatchObject({ branch: 'feature/one', commit: null });
  });

  it('has the commit of the workflow that a workflow of GitHub follows', () => {
    const event = { workflow_run: { head_sha: pushed, head_branch: 'feature/one' } };
    const variables = { ...pull, GITHUB_EVENT_NAME: 'workflow_run', GITHUB_HEAD_REF: '', GITHUB_REF_NAME: 'main' };
    expect(readCiJob({ ...variables, GITHUB_EVENT_PATH: eventFile(event) })).toMatchObject({
      branch: 'feature/one',
      commit: pushed,
      pullRequest: null,
    });
  });

  const jobs: [string, Record<string, string>, Partial<CiJob>][] = [
    [
      'a push at GitHub',
      { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'push', GITHUB_REF_NAME: 'feature/one', GITHUB_SHA: pushed },
      { pullRequest: null },
    ],
    [
      'a branch pipeline of GitLab',
      { GITLAB_CI: 'true', CI_COMMIT_BRANCH: 'feature/one', CI_COMMIT_SHA: pushed, CI_JOB_NAME: 'test 1/2' },
      { name: 'test 1/2', pullRequest: null },
    ],
    [
      'a pipeline of GitLab for merged results',
      {
        GITLAB_CI: 'true',
        CI_COMMIT_SHA: merged,
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature/one',
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: pushed,
      },
      { pullRequest: '7' },
    ],
    [
      'a merge request pipeline of GitLab',
      {
        GITLAB_CI: 'true',
        CI_COMMIT_SHA: pushed,
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature/one',
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
      },
      { pullRequest: '7' },
    ],
    [
      'a pull request at Bitbucket',
      {
        BITBUCKET_PIPELINE_UUID: '{p}',
        BITBUCKET_BRANCH: 'feature/one',
        BITBUCKET_COMMIT: pushed,
        BITBUCKET_PR_ID: '7',
      },
      { pullRequest: '7' },
    ],
    [
      'a pull request at Azure',
      {
        TF_BUILD: 'True',
        BUILD_REASON: 'PullRequest',
        BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
        BUILD_SOURCEVERSION: merged,
        SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature/one',
        SYSTEM_PULLREQUEST_SOURCECOMMITID: pushed,
        SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '$(System.PullRequest.PullRequestNumber)',
        SYSTEM_PULLREQUEST_PULLREQUESTID: '7',
      },
      { pullRequest: '7' },
    ],
    [
      'a push at Azure',
      { TF_BUILD: 'True', BUILD_SOURCEBRANCH: 'refs/heads/feature/one', BUILD_SOURCEVERSION: pushed },
      { pullRequest: null },
    ],
    [
      'a pull request of Jenkins',
      {
        JENKINS_URL: 'https://ci.example.org/',
        GIT_BRANCH: 'PR-7',
        BRANCH_NAME: 'PR-7',
        CHANGE_ID: '7',
        CHANGE_BRANCH: 'feature/one',
        GIT_COMMIT: pushed,
      },
      { pullRequest: '7' },
    ],
    [
      'a job of Jenkins',
      { JENKINS_URL: 'https://ci.example.org/', GIT_BRANCH: 'origin/feature/one', GIT_COMMIT: pushed },
      { pullRequest: null },
    ],
    [
      'a pull request of Buildkite',
      { BUILDKITE: 'true', BUILDKITE_BRANCH: 'feature/one', BUILDKITE_COMMIT: pushed, BUILDKITE_PULL_REQUEST: '7' },
      { pullRequest: '7' },
    ],
    [
      'a push of Buildkite',
      { BUILDKITE: 'true', BUILDKITE_BRANCH: 'feature/one', BUILDKITE_COMMIT: pushed, BUILDKITE_PULL_REQUEST: 'false' },
      { pullRequest: null },
    ],
    [
      'a pull request of CircleCI',
      {
        CIRCLECI: 'true',
        CIRCLE_BRANCH: 'feature/one',
        CIRCLE_SHA1: pushed,
        CIRCLE_PULL_REQUEST: 'https://github.com/acme/shop/pull/7',
      },
      { pullRequest: '7' },
    ],
  ];
  it.each(jobs)('has the branch and the commit of %s', (_, variables, also) => {
    expect(readCiJob(variables)).toMatchObject({ branch: 'feature/one', commit: pushed, ...also });
  });

  it.each([
    ['GitHub', { GITHUB_ACTIONS: 'true', GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1', GITHUB_SHA: pushed }],
    ['GitLab', { GITLAB_CI: 'true', CI_COMMIT_TAG: 'v1', CI_COMMIT_SHA: pushed }],
    ['Azure', { TF_BUILD: 'True', BUILD_SOURCEBRANCH: 'refs/tags/v1', BUILD_SOURCEVERSION: pushed }],
  ])('has no branch for a tag at %s', (_, variables) => {
    expect(readCiJob(variables)).toMatchObject({ branch: null, commit: pushed });
  });

  it('tells attempts of a job apart, and jobs of a matrix', () => {
    const attempt = (variables: Record<string, string>) => readCiJob({ ...pull, ...variables })?.attempt;
    const attempts: Record<string, string>[] = [
      {},
      { GITHUB_RUN_ATTEMPT: '2' },
      { ASSAY_JOB_INDEX: '1' },
      { RUNNER_NAME: 'GitHub Actions 2' },
    ];
    expect(new Set(attempts.map(attempt)).size).toBe(4);
    expect(attempt({})).toBe(attempt({}));
  });

  it.each([
    ['{"os":"windows","node":22,"db":{"name":"pg"}}', { os: 'windows', node: '22', db: '{"name":"pg"}' }],
    ['null', {}],
    ['{', {}],
    [undefined, {}],
  ])('has the values of a matrix of GitHub that the action passes: %s', (ASSAY_MATRIX, matrix) => {
    expect(readCiJob({ ...pull, ASSAY_MATRIX })?.matrix).toEqual(matrix);
  });

  it.each([
    ['CircleCI', { CIRCLECI: 'true', CIRCLE_JOB: 'e2e', CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '4' }, 'e2e 2/4'],
    ['CircleCI', { CIRCLECI: 'true', CIRCLE_JOB: 'e2e', CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '1' }, 'e2e'],
    [
      'Buildkite',
      {
        BUILDKITE: 'true',
        BUILDKITE_LABEL: 'e2e',
        BUILDKITE_PARALLEL_JOB: '0',
        BUILDKITE_PARALLEL_JOB_COUNT: '2',
      },
      'e2e 1/2',
    ],
    [
      'Azure',
      {
        TF_BUILD: 'True',
        SYSTEM_JOBDISPLAYNAME: 'e2e',
        SYSTEM_JOBPOSITIONINPHASE: '3',
        SYSTEM_TOTALJOBSINPHASE: '3',
      },
      'e2e 3/3',
    ],
    [
      'Bitbucket',
      { BITBUCKET_PIPELINE_UUID: '{p}', BITBUCKET_PARALLEL_STEP: '0', BITBUCKET_PARALLEL_STEP_COUNT: '2' },
      '1/2',
    ],
    ['Bitbucket', { BITBUCKET_PIPELINE_UUID: '{p}', BITBUCKET_BUILD_NUMBER: '17' }, null],
  ])('names the parts of a job at %s', (_, variables, name) => {
    expect(readCiJob(variables)?.name).toBe(name);
  });

  it('does not exist outside of a CI service', () => {
    expect(readCiJob({ PATH: '/usr/bin', HOME: '/root' })).toBeNull();
  });
});
