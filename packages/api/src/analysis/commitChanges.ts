import { timedOut, withTimeout } from '@assay/concurrency';
import { type ChangeSincePass, commitPageOf, type RunOfCause } from '@assay/contract';
import type { FoundTestAnalysis } from '@assay/projections';
import type { Api } from '../api.ts';
import type { Repository, TouchingCommit } from '../git/repositoryReader.ts';

/** How long an answer waits for the repository. */
const patienceMs = 2_000;
const filesNamed = 5;

/** Whether a text, such as a stack, names a file of the repository. */
function isNamedIn(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const place = text.indexOf(name);
  if (place === -1 || name.length < 4) return false;
  return !/[\w.-]/.test(text.charAt(place - 1));
}

function commitChange(
  { id, user, date, message, files }: TouchingCommit,
  { gitUrl }: Repository,
  { file, error, cause }: FoundTestAnalysis,
): ChangeSincePass {
  const text = `${error ?? ''}\n${cause?.description ?? ''}\n${cause?.frame?.text ?? ''}`;
  const suspects = files.filter((path) => path === file || path.endsWith(`/${file}`) || isNamedIn(path, text));
  const shown = suspects.length > 0 ? suspects : files;
  const more = shown.length > filesNamed ? ` and ${shown.length - filesNamed} more` : '';
  return {
    kind: suspects.some((path) => path === file || path.endsWith(`/${file}`)) ? 'TEST' : 'COMMIT',
    title: message,
    from: null,
    to: null,
    detail: files.length === 0 ? null : `${shown.slice(0, filesNamed).join(', ')}${more}`,
    isSuspect: suspects.length > 0,
    commit: id,
    author: user,
    url: commitPageOf(gitUrl, id),
    at: date,
  };
}

type Compared = Pick<FoundTestAnalysis, 'changes' | 'notCompared'>;

const unknownCommit = 'Commits: one of the runs does not say its commit.';
const away = 'Commits: the repository could not be read in time.';

/** @returns what changed since the test passed, with the commits in between, suspects first */
export async function withCommits(
  api: Api,
  repository: Repository | null,
  found: FoundTestAnalysis,
): Promise<Compared> {
  const { lastPassed, firstFailed, changes, notCompared } = found;
  if (lastPassed === null || firstFailed === null) return { changes, notCompared };
  const [from, to] = [lastPassed, firstFailed].map(({ commit }: RunOfCause) => commit);
  if (!from || !to) return { changes, notCompared: [...notCompared, unknownCommit] };
  if (from === to) return { changes, notCompared };
  if (repository === null) return { changes, notCompared: [...notCompared, 'Commits: the project has no repository.'] };
  const reading = api.repositories.touching(repository, from, to).catch((): typeof timedOut => timedOut);
  const commits = await withTimeout(reading, patienceMs);
  if (commits === timedOut) return { changes, notCompared: [...notCompared, away] };
  const all = [...commits.map((commit) => commitChange(commit, repository, found)), ...changes];
  return { changes: all.sort((one, other) => Number(other.isSuspect) - Number(one.isSuspect)), notCompared };
}
