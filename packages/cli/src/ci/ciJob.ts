import { readFileSync } from 'node:fs';

/** The CI job that a command runs in, as its environment describes it. What is null, the CI service does not say. */
export type CiJob = {
  service: string;
  branch: string | null;
  /** The commit that was pushed: never the merge commit that a CI service makes of a pull request. */
  commit: string | null;
  /** Number of the pull or merge request. */
  pullRequest: string | null;
  /** The job's name, the same in each pipeline, and another one for each part of a job that runs in parallel. */
  name: string | null;
  /** What tells legs of a matrix apart that have one name, by key. */
  matrix: Readonly<Record<string, string>>;
  url: string | null;
  /** Differs for each attempt of each job, and stays the same within one. */
  attempt: string;
};

type Variables = Readonly<Record<string, string | undefined>>;
type Service = { isCurrent: (of: Variables) => boolean; read: (of: Variables) => CiJob };

const services: readonly Service[] = [
  { isCurrent: (of) => of.GITHUB_ACTIONS === 'true', read: gitHubJob },
  { isCurrent: (of) => of.GITLAB_CI === 'true', read: gitLabJob },
  { isCurrent: (of) => filled(of.BITBUCKET_PIPELINE_UUID) !== null, read: bitbucketJob },
  { isCurrent: (of) => of.TF_BUILD?.toLowerCase() === 'true', read: azureJob },
  { isCurrent: (of) => of.BUILDKITE === 'true', read: buildkiteJob },
  { isCurrent: (of) => of.CIRCLECI === 'true', read: circleJob },
  // Last: agents of other services may run on machines of Jenkins.
  { isCurrent: (of) => filled(of.JENKINS_URL, of.BUILD_TAG) !== null, read: jenkinsJob },
];

/** @returns the job of a known CI service; null outside of one. */
export function readCiJob(variables: Variables): CiJob | null {
  return services.find(({ isCurrent }) => isCurrent(variables))?.read(variables) ?? null;
}

/** @returns the first that has a value. Azure leaves `$(System.…)` where a variable does not exist. */
function filled(...values: (string | undefined)[]): string | null {
  return values.find((value) => value !== undefined && value.trim() !== '' && !value.startsWith('$('))?.trim() ?? null;
}

function joined(separator: string, ...parts: (string | undefined)[]): string {
  return parts.flatMap((part) => filled(part) ?? []).join(separator);
}

function withoutHead(ref: string | null): string | null {
  return ref?.replace(/^refs\/heads\//, '') ?? null;
}

type GitHubEvent = {
  pull_request?: { number?: unknown; head?: { sha?: unknown; ref?: unknown } };
  workflow_run?: { head_sha?: unknown; head_branch?: unknown };
};

/** `GITHUB_SHA` of a pull request is a merge commit, and of `workflow_run` the default branch's newest. */
function gitHubJob(of: Variables): CiJob {
  const { pull_request: pull, workflow_run: run } = gitHubEvent(of.GITHUB_EVENT_PATH);
  const isOther = /^(?:pull_request|workflow_run)/.test(of.GITHUB_EVENT_NAME ?? '');
  const branch = of.GITHUB_REF_TYPE === 'tag' ? undefined : of.GITHUB_REF_NAME;
  return {
    service: 'GitHub Actions',
    branch: filled(text(pull?.head?.ref), text(run?.head_branch), of.GITHUB_HEAD_REF, isOther ? undefined : branch),
    commit: filled(text(pull?.head?.sha), text(run?.head_sha), isOther ? undefined : of.GITHUB_SHA),
    pullRequest: filled(text(pull?.number)),
    name: filled(joined(' / ', of.GITHUB_WORKFLOW, of.GITHUB_JOB)),
    matrix: gitHubMatrix(of.ASSAY_MATRIX),
    url: filled(of.GITHUB_RUN_ID) && `${of.GITHUB_SERVER_URL}/${of.GITHUB_REPOSITORY}/actions/runs/${of.GITHUB_RUN_ID}`,
    // Jobs of a matrix share all but the index, which the action passes, and the runner.
    attempt: joined(
      ' ',
      of.GITHUB_REPOSITORY,
      of.GITHUB_RUN_ID,
      of.GITHUB_RUN_ATTEMPT,
      of.GITHUB_JOB,
      of.ASSAY_JOB_INDEX,
      of.RUNNER_NAME,
    ),
  };
}

function gitHubEvent(path: string | undefined): GitHubEvent {
  try {
    return JSON.parse(readFileSync(path ?? '', 'utf8')) ?? {};
  } catch {
    // Without it, what it would say is left out.
    return {};
  }
}

/** @param json the values of a leg, which the action passes: they are not among the variables of a job */
function gitHubMatrix(json: string | undefined): Record<string, string> {
  try {
    const values = Object.entries((JSON.parse(json ?? '') as Record<string, unknown> | null) ?? {});
    return Object.fromEntries(
      values.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  } catch {
    return {};
  }
}

/** @returns the name of a job, and which of its equal parts it is. @param index from 0 */
function partName(name: string | null, index: string | undefined, total: string | undefined): string | null {
  return Number(total) > 1 && index !== undefined ? joined(' ', name ?? '', `${Number(index) + 1}/${total}`) : name;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** `CI_COMMIT_SHA` of a pipeline for merged results is a merge commit. */
function gitLabJob(of: Variables): CiJob {
  return {
    service: 'GitLab',
    branch: filled(
      of.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME,
      of.CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME,
      of.CI_COMMIT_BRANCH,
    ),
    commit: filled(
      of.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA,
      of.CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_SHA,
      of.CI_COMMIT_SHA,
    ),
    pullRequest: filled(of.CI_MERGE_REQUEST_IID, of.CI_EXTERNAL_PULL_REQUEST_IID),
    name: filled(of.CI_JOB_NAME),
    matrix: {},
    url: filled(of.CI_JOB_URL),
    attempt: joined(' ', of.CI_SERVER_HOST, of.CI_JOB_ID),
  };
}

function bitbucketJob(of: Variables): CiJob {
  const number = filled(of.BITBUCKET_BUILD_NUMBER);
  return {
    service: 'Bitbucket',
    branch: filled(of.BITBUCKET_BRANCH),
    commit: filled(of.BITBUCKET_COMMIT),
    pullRequest: filled(of.BITBUCKET_PR_ID),
    name: partName(null, of.BITBUCKET_PARALLEL_STEP, of.BITBUCKET_PARALLEL_STEP_COUNT),
    matrix: {},
    url: number && `https://bitbucket.org/${of.BITBUCKET_REPO_FULL_NAME}/pipelines/results/${number}`,
    attempt: joined(' ', of.BITBUCKET_PIPELINE_UUID, of.BITBUCKET_STEP_UUID, of.BITBUCKET_STEP_RUN_NUMBER),
  };
}

/** `BUILD_SOURCEVERSION` of a pull request is a merge commit. */
function azureJob(of: Variables): CiJob {
  const isPullRequest = of.BUILD_REASON === 'PullRequest';
  const branch = filled(of.SYSTEM_PULLREQUEST_SOURCEBRANCH, isPullRequest ? undefined : of.BUILD_SOURCEBRANCH);
  const site = `${of.SYSTEM_COLLECTIONURI}${encodeURIComponent(of.SYSTEM_TEAMPROJECT ?? '')}`;
  return {
    service: 'Azure Pipelines',
    branch: branch?.startsWith('refs/tags/') ? null : withoutHead(branch),
    commit: filled(of.SYSTEM_PULLREQUEST_SOURCECOMMITID, isPullRequest ? undefined : of.BUILD_SOURCEVERSION),
    pullRequest: filled(of.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER, of.SYSTEM_PULLREQUEST_PULLREQUESTID),
    name: partName(
      filled(joined(' / ', of.BUILD_DEFINITIONNAME, of.SYSTEM_JOBDISPLAYNAME ?? of.AGENT_JOBNAME)),
      filled(of.SYSTEM_JOBPOSITIONINPHASE) ? String(Number(of.SYSTEM_JOBPOSITIONINPHASE) - 1) : undefined,
      of.SYSTEM_TOTALJOBSINPHASE,
    ),
    matrix: {},
    url: filled(of.BUILD_BUILDID) && `${site}/_build/results?buildId=${of.BUILD_BUILDID}`,
    attempt: joined(
      ' ',
      of.SYSTEM_COLLECTIONURI,
      of.BUILD_BUILDID,
      of.SYSTEM_STAGEATTEMPT,
      of.SYSTEM_JOBID,
      of.SYSTEM_JOBATTEMPT,
    ),
  };
}

/** `BUILDKITE_COMMIT` is `HEAD` until the agent has checked it out. */
function buildkiteJob(of: Variables): CiJob {
  return {
    service: 'Buildkite',
    branch: filled(of.BUILDKITE_BRANCH),
    commit: of.BUILDKITE_COMMIT === 'HEAD' ? null : filled(of.BUILDKITE_COMMIT),
    pullRequest: of.BUILDKITE_PULL_REQUEST === 'false' ? null : filled(of.BUILDKITE_PULL_REQUEST),
    name: partName(
      filled(joined(' / ', of.BUILDKITE_PIPELINE_SLUG, of.BUILDKITE_LABEL)),
      of.BUILDKITE_PARALLEL_JOB,
      of.BUILDKITE_PARALLEL_JOB_COUNT,
    ),
    matrix: {},
    url: filled(of.BUILDKITE_BUILD_URL),
    attempt: joined(' ', of.BUILDKITE_JOB_ID, of.BUILDKITE_RETRY_COUNT),
  };
}

function circleJob(of: Variables): CiJob {
  return {
    service: 'CircleCI',
    branch: filled(of.CIRCLE_BRANCH),
    commit: filled(of.CIRCLE_SHA1),
    pullRequest: filled(of.CIRCLE_PR_NUMBER, of.CIRCLE_PULL_REQUEST?.replace(/^.*\//, '')),
    name: partName(filled(of.CIRCLE_JOB), of.CIRCLE_NODE_INDEX, of.CIRCLE_NODE_TOTAL),
    matrix: {},
    url: filled(of.CIRCLE_BUILD_URL),
    attempt: joined(' ', of.CIRCLE_WORKFLOW_JOB_ID, of.CIRCLE_NODE_INDEX),
  };
}

/** `BRANCH_NAME` of a pull request is `PR-7`, and `GIT_BRANCH` may begin with the remote's name. */
function jenkinsJob(of: Variables): CiJob {
  const branch = of.CHANGE_ID ? null : filled(of.BRANCH_NAME, of.GIT_BRANCH?.replace(/^origin\//, ''));
  return {
    service: 'Jenkins',
    branch: filled(of.CHANGE_BRANCH) ?? branch,
    commit: filled(of.GIT_COMMIT),
    pullRequest: filled(of.CHANGE_ID),
    name: filled(joined(' / ', of.JOB_NAME, of.STAGE_NAME)),
    matrix: {},
    url: filled(of.BUILD_URL),
    attempt: joined(' ', of.JENKINS_URL, of.BUILD_TAG, of.STAGE_NAME),
  };
}
