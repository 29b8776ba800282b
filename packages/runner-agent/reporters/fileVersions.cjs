'use strict';
// Contents of watched files that were replaced: a second writer of a file ends what the first one wrote, mostly within
// milliseconds after its end.
const fs = require('node:fs');
const path = require('node:path');

const maxFolders = 1_000;
/** Bytes of one content, and of all together. */
const maxContent = 8 * 1024 * 1024;
const maxContents = 64 * 1024 * 1024;
/** The most that closing tags take: a reporter that adds to a file writes them again. */
const closingBytes = 512;

class FileVersions {
  #watchers = new Map();
  #files = new Map();
  #replaced = [];
  #bytes = 0;
  #order;
  #excluded;
  #tools;

  /**
   * @param order searches as for `find`
   * @param tools the helper's checked ways to folders and files
   */
  constructor(order, tools) {
    this.#order = { ...order, searches: order.searches.map((each) => ({ ...each, wanted: new RegExp(each.pattern) })) };
    this.#excluded = order.exclude.map(({ base, pattern }) => ({ base, wanted: new RegExp(pattern) }));
    this.#tools = tools;
    this.#watchBases(order.within, false);
  }

  /** @returns the next contents that were replaced, in order; null for one that is too large. */
  take(limit) {
    const replaced = this.#replaced.splice(0, limit);
    for (const { content } of replaced) this.#bytes -= content?.length ?? 0;
    return replaced;
  }

  close() {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /**
   * Folders above what is searched are watched too: it may be made later, or anew.
   * @param isNew whether the files in it are to be read: it was made after the watch began
   */
  #watchBases(top, isNew) {
    for (const { base, depth } of this.#order.searches) {
      if (!isInside(base, top)) continue;
      const names = path.relative(top, base).split(path.sep).filter(Boolean);
      for (const count of names.keys()) this.#watchTree(path.join(top, ...names.slice(0, count)), 1, isNew);
      this.#watchTree(base, depth, isNew);
    }
  }

  #watchTree(folder, levels, isNew) {
    if (levels < 1 || this.#watchers.size >= maxFolders) return;
    const isFirst = !this.#watchers.has(folder);
    if (isFirst && !this.#watch(folder)) return;
    for (const entry of this.#tools.unlessMissing(() => this.#tools.entriesOf(folder)) ?? []) {
      if (!entry.isDirectory()) {
        if (isFirst && isNew) this.#changed(folder, entry.name);
      } else if (!this.#order.skip.includes(entry.name)) {
        this.#watchTree(path.join(folder, entry.name), levels - 1, isNew);
      }
    }
  }

  /** @returns whether it is watched: the system limits how many folders are, and then the agent's own reads have to do. */
  #watch(folder) {
    try {
      const watcher = fs.watch(folder, (_, name) => {
        if (name !== null) this.#changed(folder, name);
      });
      watcher.on('error', () => this.#forget(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      return false;
    }
  }

  #forget(folder) {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #changed(folder, name) {
    const whole = path.join(folder, name);
    const stat = this.#tools.unlessMissing(() => fs.lstatSync(whole));
    if (stat?.isDirectory()) return this.#added(whole);
    if (stat === null) {
      if (this.#watchers.has(whole)) this.#forget(whole);
      return this.#end(whole);
    }
    if (stat.isFile() && this.#isWanted(whole)) this.#read(whole);
  }

  #added(folder) {
    if (this.#watchers.has(folder) || this.#order.skip.includes(path.basename(folder))) return;
    this.#watchBases(folder, true);
    for (const { base, depth } of this.#order.searches) {
      if (!isInside(folder, base)) continue;
      this.#watchTree(folder, depth - path.relative(base, folder).split(path.sep).length, true);
    }
  }

  #isWanted(whole) {
    const matches = this.#order.searches.some(({ base, wanted }) =>
      wanted.test(path.relative(base, whole).split(path.sep).join('/')),
    );
    return matches && !this.#excluded.some((each) => this.#tools.isExcluded(whole, each));
  }

  #read(whole) {
    const now = this.#tools.unlessMissing(() => this.#contentOf(whole));
    if (!now) return;
    const before = this.#files.get(whole);
    const goesOn = before && continues(before, now);
    if (before && !goesOn) this.#end(whole);
    else if (before) this.#bytes -= before.content?.length ?? 0;
    this.#bytes += now.content?.length ?? 0;
    this.#files.set(whole, now);
  }

  #contentOf(whole) {
    const { descriptor, stat } = this.#tools.openFile(whole, this.#order.within);
    try {
      const isSmall = stat.size <= maxContent && this.#bytes + stat.size <= maxContents;
      const content = isSmall ? this.#tools.readAll(descriptor, stat.size) : null;
      return { path: whole, size: content?.length ?? stat.size, modifiedMs: stat.mtimeMs, inode: stat.ino, content };
    } finally {
      fs.closeSync(descriptor);
    }
  }

  #end(whole) {
    const before = this.#files.get(whole);
    this.#files.delete(whole);
    if (before && before.size > 0) this.#replaced.push(before);
  }
}

function isInside(inner, folder) {
  const inside = path.relative(folder, inner);
  return inside !== '..' && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside);
}

function continues(before, now) {
  if (before.inode !== now.inode || now.size < before.size) return false;
  if (before.content === null || now.content === null) return true;
  const length = openLength(before.content);
  return now.content.subarray(0, length).equals(before.content.subarray(0, length));
}

/** @returns the bytes of the content without the closing tags at its end */
function openLength(content) {
  const end = content.subarray(-closingBytes).toString('latin1');
  const tags = /(?:<\/[^<>]*>\s*)+$/.exec(end);
  return content.length - (tags ? tags[0].length : 0);
}

module.exports = { FileVersions };
