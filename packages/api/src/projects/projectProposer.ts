import type { RepositoryProposals } from '@assay/contract';
import { BoundedProcesses, ProcessLimitExceeded, processFile } from '../boundedProcesses/boundedProcesses.ts';
import { GitLimitExceeded } from '../git/gitLimits.ts';
import type { ListedFile } from '../git/listedFiles.ts';

/** What is known of a repository's files: their list as git prints it, and the texts of those that were chosen. */
type FilesSeen = { list: Uint8Array; texts: ReadonlyMap<string, string> };

/** Orders of the process, and its answer to each. */
export type ProposalOrder =
  | { step: 'choose'; list: Uint8Array }
  | ({ step: 'propose'; repository: string } & FilesSeen);
export type ProposalAnswer = Chosen | Proposed;

type Chosen = { chosen: ListedFile[] };
type Proposed = Pick<RepositoryProposals, 'fileCount' | 'proposals'>;

/** Proposes projects in a process: a repository decides how many files there are and how deep their folders. */
export type ProjectProposer = {
  /** @returns the files whose texts are needed, the most important first. @throws GitLimitExceeded */
  choose(accountId: string, list: Uint8Array, signal: AbortSignal): Promise<ListedFile[]>;
  /**
   * @param files `repository`: its name, from which projects get theirs
   * @throws GitLimitExceeded
   */
  propose(accountId: string, files: FilesSeen & { repository: string }, signal: AbortSignal): Promise<Proposed>;
  close(): void;
};

/** The largest repository that is looked at takes 3 s on a machine of 2026; an account looks at one at a time. */
const usualLimits = { ms: 20_000, heapMiB: 512, idleMs: 10_000, atOnce: 2, perAccount: 1 };

export function projectProposer(limits = usualLimits): ProjectProposer {
  const file = processFile(import.meta.url, 'proposalProcess');
  const processes = new BoundedProcesses<ProposalOrder, ProposalAnswer>(file, limits);
  /** @returns the answer of the order's step */
  const run = <Answer extends ProposalAnswer>(accountId: string, order: ProposalOrder, signal: AbortSignal) =>
    processes.run(accountId, order, signal).catch((error: unknown) => {
      throw error instanceof ProcessLimitExceeded ? new GitLimitExceeded(error.message) : error;
    }) as Promise<Answer>;

  return {
    choose: async (accountId, list, signal) => (await run<Chosen>(accountId, { step: 'choose', list }, signal)).chosen,
    propose: (accountId, files, signal) => run<Proposed>(accountId, { step: 'propose', ...files }, signal),
    close: () => processes.close(),
  };
}
