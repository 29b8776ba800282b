import {
  type CommandAnswer,
  isFinished,
  type ProjectProposal,
  type RepositoryProposals,
  type TestRunView,
} from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { resultsOf, startRun } from '../support/runs.ts';
import type { Outcome, SampleRepository } from './sampleRepository.ts';

/** An installation takes longer than what tests usually wait for. */
const patience = 900_000;

/** What Assay makes of a repository. */
export type AssayRun = {
  /** Null: nothing was found. */
  proposal: ProjectProposal | null;
  run: TestRunView | null;
  /** By name. */
  tests: Readonly<Record<string, Outcome | 'other'>>;
  /** From the URL to the verdict, in seconds. */
  seconds: number;
};

/**
 * Takes a repository from its URL to a verdict, by the first proposal as it is.
 * @param name of the new project, which is its key as well
 * @param environment the key of one without variables
 */
export async function assayRun(caller: Caller, url: string, name: string, environment: string): Promise<AssayRun> {
  const began = performance.now();
  const took = () => (performance.now() - began) / 1000;
  const found = await caller.post<RepositoryProposals>('/projects/proposals', { gitUrl: url });
  const [proposal = null] = found.proposals;
  if (!proposal) return { proposal, run: null, tests: {}, seconds: took() };
  const project = { name, key: name, gitUrl: url, defaultBranch: found.defaultBranch, ...proposal.settings };
  await caller.post<CommandAnswer>('/projects', project);
  const run = await finished(caller, name, environment);
  const seconds = took();
  const rows = await resultsOf(caller, run.id);
  return { proposal, run, tests: Object.fromEntries(rows.map((row) => [row.name, outcomeOf(row.status)])), seconds };
}

/** @returns how long another run of the project takes, in seconds */
export async function secondRun(caller: Caller, project: string, environment: string): Promise<number> {
  const began = performance.now();
  await finished(caller, project, environment);
  return (performance.now() - began) / 1000;
}

async function finished(caller: Caller, project: string, environment: string): Promise<TestRunView> {
  const id = await eventually(() => startRun(caller, { project, environment }));
  return await eventually(async () => {
    const seen = await caller.get<TestRunView>(`/test-runs/${id}`);
    return isFinished(seen.status) ? seen : null;
  }, patience);
}

function outcomeOf(status: string): Outcome | 'other' {
  if (status === 'PASS' || status === 'FAIL') return status;
  return status === 'IGNORED' ? 'SKIPPED' : 'other';
}

/** @returns how a run differs from what the sample's tests are to come to, a sentence each; none: it is right */
export function differences({ tests: wanted }: SampleRepository, tests: AssayRun['tests']): string[] {
  const left = new Map(Object.entries(tests));
  const found: string[] = [];
  for (const [title, outcome] of Object.entries(wanted)) {
    const name = [...left.keys()].find((each) => each === title || each.endsWith(title));
    if (name === undefined) found.push(`${title} is missing`);
    else if (left.get(name) !== outcome) found.push(`${name} is ${left.get(name)}, not ${outcome}`);
    if (name !== undefined) left.delete(name);
  }
  return [...found, ...[...left.keys()].map((name) => `${name} is not one of its tests`)];
}
