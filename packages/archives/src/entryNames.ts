import { ArchiveError, type EntryKind } from './archive.ts';

const maxNameLength = 1_000;

/** @returns the name as a file's, relative to the archive's root with forward slashes; '' is the root itself. */
export function safeName(name: string): string {
  const shown = name.slice(0, 200).replace(/\p{Cc}/gu, '?');
  const path = name.replaceAll('\\', '/');
  if (/\p{Cc}/u.test(path) || path.length > maxNameLength) {
    throw new ArchiveError('unsafe', `The archive holds a name that no file can have: '${shown}'.`);
  }
  const parts = path.split('/');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..')) {
    throw new ArchiveError('unsafe', `The archive would write outside its folder: '${shown}'.`);
  }
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/**
 * Checks where a symbolic link leads. Climbing is allowed only at the start: after a name, which may itself be a link,
 * `..` could lead anywhere.
 * @returns the target with forward slashes, relative to the link's own folder
 */
export function safeLinkTarget(link: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const climbs = parts.findIndex((part) => part !== '..');
  const ups = climbs === -1 ? parts.length : climbs;
  const depth = link.split('/').length - 1;
  const isAbsolute = path.startsWith('/') || /^[a-z]:/i.test(path);
  if (isAbsolute || path === '' || /\p{Cc}/u.test(path) || ups > depth || parts.slice(ups).includes('..')) {
    throw new ArchiveError('unsafe', `The link '${link}' would lead outside the archive's folder.`);
  }
  return parts.join('/') || '.';
}

/** The names seen so far in an archive: each only once, and nothing inside an entry that is not a folder. */
export class EntryNames {
  readonly #kinds = new Map<string, EntryKind>();
  readonly #hardLinks: [name: string, target: string][] = [];

  add(name: string, kind: EntryKind): void {
    const known = this.#kinds.get(name);
    if (known !== undefined && (known !== 'folder' || kind !== 'folder')) {
      throw new ArchiveError('unsafe', `The archive holds '${name}' twice.`);
    }
    this.#kinds.set(name, kind);
  }

  addHardLink(name: string, target: string): void {
    this.add(name, 'hardlink');
    this.#hardLinks.push([name, target]);
  }

  /** Call this after reading everything, because an archive may contain a file before the entries inside its path. */
  checkAll(): void {
    for (const name of this.#kinds.keys()) {
      for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
        const kind = this.#kinds.get(name.slice(0, end)) ?? 'folder';
        if (kind === 'folder') continue;
        throw new ArchiveError('unsafe', `'${name.slice(0, end)}' is no folder, but the archive puts '${name}' there.`);
      }
    }
    for (const [name, target] of this.#hardLinks) {
      if (this.#kinds.get(target) === 'file') continue;
      throw new ArchiveError('unsafe', `The hard link '${name}' does not stand for a file of the archive.`);
    }
  }
}
