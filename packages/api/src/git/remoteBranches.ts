import { type BranchView, byName } from '@assay/contract';
import type { Static } from 'typebox';
import type { Git } from './gitCommand.ts';

export type Branch = Static<typeof BranchView>;

/** The branches of a repository by name, and the one that its HEAD names; null where it names none. */
export type RemoteBranches = { head: string | null; branches: Branch[] };

/** Asks a repository for its branches, without copying anything. */
export async function remoteBranches(git: Git, source: string): Promise<RemoteBranches> {
  const listed = await git.raw(['ls-remote', '--symref', '--quiet', '--', source, 'HEAD', 'refs/heads/*']);
  const lines = listed.split('\n').map((line) => line.trim());
  const heads = lines.map((line) => /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line)?.[1]);
  const branches = lines
    .map((line) => /^([0-9a-f]{40,64})\trefs\/heads\/(.+)$/.exec(line))
    .flatMap((match) => (match?.[1] && match[2] ? [{ name: match[2], commit: match[1] }] : []))
    .sort(byName);
  return { head: heads.find((name) => name !== undefined) ?? null, branches };
}
