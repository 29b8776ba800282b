import type { ProposalFinding } from '@assay/contract';
import { foldersUpFrom, joined, type RepositoryFiles } from './repositoryFiles.ts';
import { toCheck } from './suite.ts';

/** How Rush installs a package and builds what it depends on. */
export type RushSteps = { installCommand: string; buildCommand: string; findings: ProposalFinding[] };

/**
 * @param lacks the package that writes the results, where package.json does not ask for it
 * @returns null for a package outside of a repository of Rush
 */
export function rushSteps(files: RepositoryFiles, folder: string, lacks: string | null): RushSteps | null {
  const root = foldersUpFrom(folder).find((each) => files.paths.includes(joined(each, 'rush.json')));
  if (root === undefined || root === folder) return null;
  const script = joined(root, 'common/scripts/install-run-rush.js');
  const up = '../'.repeat(folder.split('/').length - (root === '' ? 0 : root.split('/').length));
  const rush = files.paths.includes(script) ? `node ${up}common/scripts/install-run-rush.js` : 'npx -y @microsoft/rush';
  const file = { file: joined(root, 'rush.json') };
  const why =
    lacks === null
      ? 'Rush installs the packages'
      : `Rush installs the packages; ${lacks}, which writes the results, has to be in package.json`;
  return {
    installCommand: `${rush} install`,
    buildCommand: `${rush} build --to-except .`,
    findings: [
      toCheck('installCommand', why, file),
      toCheck('buildCommand', 'Rush builds the packages that it depends on', file),
    ],
  };
}
