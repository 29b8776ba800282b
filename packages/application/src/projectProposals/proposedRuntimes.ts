import { type ProposedRuntime, runtimeFiles, wantedRuntimes } from '@assay/contract';
import { foldersUpFrom, joined, lineOf, type RepositoryFiles } from './repositoryFiles.ts';
import type { Suite } from './suite.ts';

const known = new WeakMap<RepositoryFiles, ReadonlySet<string>>();

/** @returns folders with files that may ask for versions: of deep folders, few have any */
function askingFolders(files: RepositoryFiles): ReadonlySet<string> {
  const found = known.get(files) ?? new Set([...files.texts.keys()].flatMap(folderAsking));
  known.set(files, found);
  return found;
}

function folderAsking(path: string): string[] {
  const file = runtimeFiles.find((each) => path === each || path.endsWith(`/${each}`));
  return file === undefined ? [] : [path.slice(0, -file.length).replace(/\/$/, '')];
}

/** @returns the versions of Node and Python that a suite is asked to run with; what agents have is not known here */
export function proposedRuntimes(files: RepositoryFiles, { folder, settings }: Suite): ProposedRuntime[] {
  const asking = askingFolders(files);
  const folders = foldersUpFrom(folder).filter((each) => each === folder || asking.has(each));
  const textOf = (at: string, name: string) => files.texts.get(joined(at, name));
  return wantedRuntimes(settings.testingFramework, folders, textOf).map((wanted) => {
    const { name, asked, ranges } = wanted;
    const file = joined(wanted.folder, wanted.file);
    const line = lineOf(files.texts.get(file) ?? '', asked);
    return { name, asked, ranges: [...ranges], file, line, used: null, missing: null };
  });
}
