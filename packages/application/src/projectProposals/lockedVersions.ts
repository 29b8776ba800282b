import { nodeLockFiles } from '@assay/contract';
import { escaped, foldersUpFrom, isIn, joined, type RepositoryFiles, seenFrom } from './repositoryFiles.ts';

/** A package that a package.json asks for. */
type Wanted = { name: string; range: string; folder: string };

/** @returns the version that the nearest lock file has of a package, as the folder that asks for it gets it */
export function lockedVersionOf(
  files: RepositoryFiles,
  folder: string,
  wanted: Wanted,
): { version: string; file: string } | null {
  for (const above of foldersUpFrom(folder)) {
    for (const [lockFile] of nodeLockFiles) {
      const file = joined(above, lockFile);
      const text = files.texts.get(file);
      if (text === undefined) continue;
      const seen = wanted.folder !== above && isIn(above, `${wanted.folder}/`) ? seenFrom(above, wanted.folder) : '';
      const version = versionIn(lockFile, text, wanted, seen);
      if (version !== null) return { version, file };
    }
  }
  return null;
}

/** @param folder the one that asks for the package, seen from the lock file */
function versionIn(
  lockFile: (typeof nodeLockFiles)[number][0],
  text: string,
  { name, range }: Wanted,
  folder: string,
): string | null {
  switch (lockFile) {
    case 'package-lock.json':
    case 'npm-shrinkwrap.json': {
      // Parsing takes long where a lock file is large; npm writes the version first, or after the name of an alias.
      const version = (entry: string) =>
        new RegExp(`"${escaped(entry)}":\\s*\\{\\s*(?:"name":\\s*"[^"]*",\\s*)?"version":\\s*"([^"]+)"`).exec(
          text,
        )?.[1];
      for (const above of foldersUpFrom(folder)) {
        const found = version(joined(above, `node_modules/${name}`));
        if (found !== undefined) return found;
      }
      return version(name) ?? null;
    }
    case 'yarn.lock': {
      const entry = new RegExp(`^("?${escaped(name)}@[^\\n]*):\\n\\s+version:? "?([^"\\n]+)`, 'gm');
      const entries = [...text.matchAll(entry)];
      const asked = [`${name}@${range}`, `${name}@npm:${range}`];
      const own = entries.find(([, ranges = '']) => ranges.split(/", "|, |"/).some((each) => asked.includes(each)));
      return (own ?? entries[0])?.[2] ?? null;
    }
    case 'pnpm-lock.yaml':
      return importedVersion(text, name, folder) ?? packageVersion(text, name);
    default:
      return lockFile satisfies never;
  }
}

/** @returns the version that a folder of a workspace gets by pnpm */
function importedVersion(text: string, name: string, folder: string): string | null {
  const end = text.search(/^packages:/m);
  const lines = (end < 0 ? text : text.slice(0, end)).split('\n');
  const start = lines.indexOf('importers:');
  const plain = (key: string) => key.replace(/^['"]|['"]$/g, '');
  let [isOwn, isName] = [start < 0, false];
  for (const line of lines.slice(start + 1)) {
    const [, indent = '', key = '', value = ''] = /^( *)((?:'[^']*'|"[^"]*"|[^'":\s]+)):\s*(.*)$/.exec(line) ?? [];
    if (start >= 0 && indent.length === 2) isOwn = plain(key) === (folder === '' ? '.' : folder);
    if (!isOwn || key === '') continue;
    if (isName && key === 'version') return numberOf(value);
    if (key === 'specifier') continue;
    isName = plain(key) === name;
    if (isName && value !== '') return numberOf(value);
  }
  return null;
}

/** @returns the version, without what it was installed with */
function numberOf(value: string): string | null {
  return /^['"]?(\d+\.\d+\.\d+[^\s('"_]*)/.exec(value)?.[1] ?? null;
}

function packageVersion(text: string, name: string): string | null {
  return new RegExp(`^ +['"]?/?${escaped(name)}[@/](\\d+\\.\\d+\\.\\d+[^\\s:('"_]*)`, 'm').exec(text)?.[1] ?? null;
}
