import type { ProjectProposal, ProposedField } from '@assay/contract';
import { proposeProjects } from '../src/projectProposals/proposeProjects.ts';
import { wantedFiles } from '../src/projectProposals/wantedFiles.ts';

/** A repository as the service sees it: only the files worth reading have a text. */
export function proposalsOf(tree: Record<string, string>): ProjectProposal[] {
  const paths = Object.keys(tree);
  const texts = new Map(wantedFiles(paths).map((path) => [path, tree[path] ?? '']));
  return proposeProjects({ paths, texts }, 'shop');
}

export function onlyOf(tree: Record<string, string>): ProjectProposal {
  const [only, ...others] = proposalsOf(tree);
  expect(others).toEqual([]);
  if (!only) throw new Error('nothing was proposed');
  return only;
}

export const findingOf = ({ findings }: ProjectProposal, field: ProposedField) =>
  findings.find((each) => each.field === field);
/** The settings to check; a command that nothing has run is always one. */
export const openFieldsOf = ({ findings }: ProjectProposal) =>
  findings.filter(({ certain }) => !certain).map(({ field }) => field);
export const manifest = (devDependencies: Record<string, string>, scripts: Record<string, string> = {}) =>
  JSON.stringify({ scripts, devDependencies }, null, 2);
export const npmLock = (name: string, version: string) =>
  JSON.stringify({ packages: { [`node_modules/${name}`]: { version } } });
export const summaries = (tree: Record<string, string>) =>
  proposalsOf(tree).map(({ name, settings: { testingFramework, otherFramework, workingDirectory } }) => [
    name,
    otherFramework ?? testingFramework,
    workingDirectory,
  ]);
