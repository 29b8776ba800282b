'use strict';
// The only process that touches files which a tested project can write. It runs where the tests run, with their rights,
// so a link leads it nowhere that a test could not go by itself. Requests arrive on stdin, answers leave on descriptor 3:
// one JSON line each, contents in base64. Usage: node projectFiles.cjs [ROOT …]; with roots, nothing outside of them is
// opened, for a helper that has more rights than the tests.
const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { FileVersions } = require('./fileVersions.cjs');
const { linkTree } = require('./linkTree.cjs');

const { O_CREAT, O_DIRECTORY = 0, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_RDWR, O_WRONLY } = fs.constants;
/** Of Linux; Node does not name it. */
const O_PATH = 0o10000000;
const roots = process.argv.slice(2).map((root) => fs.realpathSync(root));
/** Resolved before any test runs: tests own what is in it, but not the folder itself. */
const runFolder = process.env.ASSAY_RUN_FOLDER
  ? { named: path.resolve(process.env.ASSAY_RUN_FOLDER), real: fs.realpathSync(process.env.ASSAY_RUN_FOLDER) }
  : null;
const maxHandles = 512;
const maxVisited = 500_000;
/** Each level of a removed folder takes two descriptors and a stack frame; tests can make more levels than there are. */
const maxLevels = 64;
const handles = new Map();
let lastHandle = 0;
let movedUp = 0;
const watches = new Map();
let lastWatch = 0;

class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function isWithin(inner, folder) {
  const inside = path.relative(folder, inner);
  return inside !== '..' && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside);
}

/** @returns where an open descriptor really leads: a path may lead elsewhere a moment after it was resolved */
function placeOf(descriptor, named) {
  return fs.realpathSync(process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : named);
}

function requireWithin(place, folders) {
  if (folders.length > 0 && !folders.some((folder) => isWithin(place, folder))) {
    throw new Refusal('EOUTSIDE', 'it lies outside of what the tests may show');
  }
}

function requireInRoots(named) {
  if (roots.length > 0) requireWithin(fs.realpathSync(named), roots);
}

/** @returns the folder without links; one of the run must not have been replaced by a link that leads out of the run */
function realFolder(folder) {
  const real = fs.realpathSync(folder);
  if (runFolder && isWithin(path.resolve(folder), runFolder.named)) requireWithin(real, [runFolder.real]);
  return real;
}

/** Opens without blocking: a pipe would otherwise wait for its other end. */
function openChecked(named, flags, within) {
  const descriptor = fs.openSync(named, flags | O_NONBLOCK, 0o600);
  try {
    const place = placeOf(descriptor, named);
    requireWithin(place, roots);
    if (within) requireWithin(place, [within].flat().map(realFolder));
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}

function openFile(named, within) {
  const descriptor = openChecked(named, O_RDONLY, within);
  const stat = fs.fstatSync(descriptor);
  if (stat.isFile()) return { descriptor, stat };
  fs.closeSync(descriptor);
  throw new Refusal('ENOTFILE', 'it is not a regular file');
}

/** Calls with a path whose parent folder cannot be exchanged meanwhile. */
function inParent(given, work, within) {
  // As the last name of a path, '..' would leave the parent that was checked.
  const named = path.resolve(given);
  if (process.platform !== 'linux') {
    requireWithin(fs.realpathSync(path.dirname(named)), within ? [realFolder(within)] : roots);
    return work(named);
  }
  const parent = openChecked(path.dirname(named), O_RDONLY | O_DIRECTORY, within);
  try {
    return work(`/proc/self/fd/${parent}/${path.basename(named)}`);
  } finally {
    fs.closeSync(parent);
  }
}

function unlessMissing(work) {
  try {
    return work();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG', 'EOUTSIDE'].includes(error.code)) return null;
    throw error;
  }
}

function kindOf(entry) {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function kindAt(named) {
  return unlessMissing(() => {
    requireInRoots(named);
    return kindOf(fs.statSync(named));
  });
}

function exists(named) {
  return unlessMissing(() => {
    requireInRoots(path.dirname(named));
    return fs.lstatSync(named);
  });
}

function realPathOf(named) {
  return unlessMissing(() => {
    const real = fs.realpathSync(named);
    requireWithin(real, roots);
    return real;
  });
}

function readAll(descriptor, size) {
  const content = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const count = fs.readSync(descriptor, content, at, size - at, at);
    if (count === 0) break;
    at += count;
  }
  return content.subarray(0, at);
}

function entriesOf(folder) {
  if (process.platform !== 'linux' || roots.length === 0) {
    requireInRoots(folder);
    return fs.readdirSync(folder, { withFileTypes: true });
  }
  const descriptor = openChecked(folder, O_RDONLY | O_DIRECTORY);
  try {
    return fs.readdirSync(`/proc/self/fd/${descriptor}`, { withFileTypes: true });
  } finally {
    fs.closeSync(descriptor);
  }
}

function listed(folder, limit) {
  const entries = entriesOf(folder).slice(0, limit);
  return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
}

function statOfMatch(whole, isLink) {
  return unlessMissing(() => {
    requireInRoots(whole);
    return isLink ? fs.statSync(whole) : fs.lstatSync(whole);
  });
}

/** Whether the path, or a folder that it is in, matches. */
function isExcluded(whole, { base, wanted }) {
  if (!isWithin(whole, base)) return false;
  const names = path.relative(base, whole).split(path.sep);
  return names.some((_, at) => wanted.test(names.slice(0, at + 1).join('/')));
}

function found({ searches, skip, exclude, limit }) {
  const skipped = new Set(skip);
  const excluded = exclude.map(({ base, pattern }) => ({ base, wanted: new RegExp(pattern) }));
  const matches = new Map();
  let visited = 0;
  for (const { base, pattern, depth } of searches) {
    const wanted = new RegExp(pattern);
    const folders = [{ folder: base, inside: '', level: 1 }];
    for (let next = folders.pop(); next; next = folders.pop()) {
      const { folder, inside, level } = next;
      const entries = unlessMissing(() => entriesOf(folder)) ?? [];
      for (const entry of entries) {
        visited += 1;
        if (visited > maxVisited) throw new Refusal('ETOOMANY', `there are more than ${maxVisited} files to search`);
        const whole = path.join(folder, entry.name);
        const relative = inside === '' ? entry.name : `${inside}/${entry.name}`;
        if (entry.isDirectory()) {
          if (level < depth && !skipped.has(entry.name))
            folders.push({ folder: whole, inside: relative, level: level + 1 });
          continue;
        }
        if (!wanted.test(relative) || matches.has(whole) || excluded.some((each) => isExcluded(whole, each))) continue;
        const stat = statOfMatch(whole, entry.isSymbolicLink());
        if (!stat?.isFile()) continue;
        matches.set(whole, {
          path: whole,
          isLink: entry.isSymbolicLink(),
          size: stat.size,
          modifiedMs: stat.mtimeMs,
          inode: stat.ino,
        });
        if (matches.size === limit) return [...matches.values()];
      }
    }
  }
  return [...matches.values()];
}

/**
 * Follows no link, also not one that is put in place of a folder meanwhile.
 * @param top the removed folder itself, which deeper ones are moved to
 */
function removeTree(named, top = null, level = 1) {
  if (process.platform !== 'linux') return fs.rmSync(named, { recursive: true, maxRetries: 12, retryDelay: 50 });
  const stat = fs.lstatSync(named);
  if (!stat.isDirectory()) return fs.unlinkSync(named);
  // Tests leave folders behind that their owner may not enter.
  if ((stat.mode & 0o700) !== 0o700) openUp(named);
  if (level > maxLevels) {
    movedUp += 1;
    return fs.renameSync(named, path.join(top, randomUUID()));
  }
  emptyFolder(named, top, level);
  fs.rmdirSync(named);
}

/** Removes what is in the folder, which stays with its owner and mode. */
function emptyFolder(named, top = null, level = 1) {
  if (process.platform !== 'linux') {
    for (const name of fs.readdirSync(named)) removeTree(path.join(named, name));
    return;
  }
  if (level === 1) openUp(named);
  const descriptor = fs.openSync(named, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const inside = `/proc/self/fd/${descriptor}`;
    let before = movedUp;
    clearFolder(inside, top ?? inside, level);
    for (; top === null && movedUp > before; clearFolder(inside, inside, level)) before = movedUp;
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Removes what a user owns directly in a folder, with what other users have put into it. Only where the folder is sticky:
 * elsewhere other users could replace it meanwhile. Continues after what cannot be removed.
 */
function removeOwned(named, owner) {
  const descriptor = openChecked(named, O_RDONLY | O_DIRECTORY);
  const isSticky = (fs.fstatSync(descriptor).mode & 0o1000) !== 0;
  if (!isSticky) return fs.closeSync(descriptor);
  const folder = fs.opendirSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' });
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      const whole = Buffer.concat([Buffer.from(`/proc/self/fd/${descriptor}/`), entry.name]);
      try {
        if (fs.lstatSync(whole).uid === owner) removeTree(whole);
      } catch {
        // The caller searches for what is left.
      }
    }
  } finally {
    folder.closeSync();
    fs.closeSync(descriptor);
  }
}

/** Names are bytes: tests can give a file one that is no text. One at a time: there can be millions. */
function clearFolder(inside, top, level) {
  const folder = fs.opendirSync(inside, { encoding: 'buffer' });
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      const whole = Buffer.concat([Buffer.from(`${inside}/`), entry.name]);
      unlessMissing(() => removeTree(whole, top, level + 1));
    }
  } finally {
    folder.closeSync();
  }
}

/** Each folder is made in its checked parent: a link above it could lead elsewhere. */
function makeFolder(named, mode) {
  const parent = path.dirname(named);
  if (unlessMissing(() => fs.statSync(parent)) === null && parent !== named) makeFolder(parent, 0o777);
  inParent(named, (checked) => {
    try {
      fs.mkdirSync(checked, { mode });
    } catch (error) {
      if (error.code !== 'EEXIST' || !fs.lstatSync(checked).isDirectory()) throw error;
    }
  });
}

function openUp(folder) {
  const descriptor = fs.openSync(folder, O_PATH | O_DIRECTORY | O_NOFOLLOW);
  try {
    fs.chmodSync(`/proc/self/fd/${descriptor}`, 0o700);
  } finally {
    fs.closeSync(descriptor);
  }
}

function makeExecutable(named) {
  const descriptor = fs.openSync(named, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (!fs.fstatSync(descriptor).isFile()) throw new Refusal('ENOTFILE', 'it is not a regular file');
    fs.fchmodSync(descriptor, 0o755);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** @param opened a descriptor, or the content itself */
function keepHandle(opened) {
  if (handles.size >= maxHandles) {
    if (!Buffer.isBuffer(opened)) fs.closeSync(opened);
    throw new Refusal('EMFILE', 'too many files are open');
  }
  lastHandle += 1;
  handles.set(lastHandle, opened);
  return lastHandle;
}

function openedAs(handle) {
  const opened = handles.get(handle);
  if (opened === undefined) throw new Refusal('EBADF', 'the file is not open');
  return opened;
}

const operations = {
  kind: ({ path: named }) => kindAt(named),
  firstExisting: ({ paths, dangling }) =>
    paths.find((each) => (dangling ? exists(each) : kindAt(each)) !== null) ?? null,
  realPath: ({ path: named }) => realPathOf(named),
  read({ path: named, within, limit }) {
    return unlessMissing(() => {
      const { descriptor, stat } = openFile(named, within);
      try {
        if (stat.size > limit) throw new Refusal('EFBIG', `it has ${stat.size} bytes; at most ${limit} are read`);
        return readAll(descriptor, stat.size).toString('base64');
      } finally {
        fs.closeSync(descriptor);
      }
    });
  },
  list: ({ path: named, limit }) => unlessMissing(() => listed(named, limit)),
  find: found,
  watch(order) {
    lastWatch += 1;
    watches.set(lastWatch, new FileVersions(order, { entriesOf, isExcluded, openFile, readAll, unlessMissing }));
    return lastWatch;
  },
  unwatch({ watch }) {
    watches.get(watch)?.close();
    watches.delete(watch);
    return null;
  },
  replaced: ({ watch, limit }) =>
    (watches.get(watch)?.take(limit) ?? []).map(({ content, ...file }) => ({
      ...file,
      handle: content === null ? null : keepHandle(content),
    })),
  makeFolder({ path: named, mode }) {
    makeFolder(named, mode);
    return null;
  },
  restoreFolder({ path: named }) {
    inParent(named, (checked) => {
      const stat = unlessMissing(() => fs.lstatSync(checked));
      // Only Linux opens a folder without the right to read it.
      const isOpen = stat !== null && ((stat.mode & 0o700) === 0o700 || process.platform !== 'linux');
      if (stat?.isDirectory()) return isOpen ? undefined : openUp(checked);
      if (stat) fs.unlinkSync(checked);
      makeFolder(checked, 0o700);
    });
    return null;
  },
  write({ path: named, content, mode }) {
    inParent(named, (checked) => {
      const descriptor = fs.openSync(checked, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
      try {
        fs.writeFileSync(descriptor, Buffer.from(content, 'base64'));
      } finally {
        fs.closeSync(descriptor);
      }
    });
    return null;
  },
  link({ path: named, target }) {
    inParent(named, (checked) => fs.symlinkSync(target, checked, 'junction'));
    return null;
  },
  makeExecutable({ path: named }) {
    inParent(named, makeExecutable);
    return null;
  },
  remove({ path: named, keepFolder }) {
    try {
      inParent(named, keepFolder ? (checked) => emptyFolder(checked) : (checked) => removeTree(checked));
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(error.code)) throw error;
    }
    return null;
  },
  removeOwned({ path: named, owner }) {
    removeOwned(named, owner);
    return null;
  },
  move({ path: named, within, to, toWithin }) {
    inParent(named, (from) => inParent(to, (target) => fs.renameSync(from, target), toWithin), within);
    return null;
  },
  linkFiles({ path: named, within, to, toWithin }) {
    inParent(named, (from) => inParent(to, (target) => linkTree(from, target), toWithin), within);
    return null;
  },
  open({ path: named, within }) {
    const { descriptor, stat } = openFile(named, within);
    return { handle: keepHandle(descriptor), size: stat.size, modifiedMs: stat.mtimeMs };
  },
  create: ({ path: named }) =>
    inParent(named, (checked) => {
      const flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
      return { handle: keepHandle(fs.openSync(checked, flags, 0o600)), size: 0, modifiedMs: Date.now() };
    }),
  chunk({ handle, position, length }) {
    const opened = openedAs(handle);
    if (Buffer.isBuffer(opened)) return opened.subarray(position, position + length).toString('base64');
    const chunk = Buffer.alloc(length);
    const count = fs.readSync(opened, chunk, 0, length, position);
    return chunk.subarray(0, count).toString('base64');
  },
  close({ handle }) {
    const opened = openedAs(handle);
    if (!Buffer.isBuffer(opened)) fs.closeSync(opened);
    handles.delete(handle);
    return null;
  },
};

const answers = new net.Socket({ fd: 3, readable: false, writable: true });
answers.on('error', () => process.exit(1));

function answer(line) {
  const { id, operation, answerLimit, ...order } = JSON.parse(line);
  try {
    const text = JSON.stringify({ id, result: operations[operation](order) });
    if (text.length > answerLimit) {
      throw new Refusal(
        'ETOOLONG',
        `the answer to '${operation}' has ${text.length} characters, at most ${answerLimit} are read: there are too many ` +
          'files, or their paths are too long',
      );
    }
    answers.write(`${text}\n`);
  } catch (error) {
    const { code = 'EUNKNOWN', message } = error;
    // How the helper names a folder that it has opened says nothing to people.
    const shown = message.replaceAll(/\/proc\/self\/fd\/\d+\//g, '');
    answers.write(`${JSON.stringify({ id, error: { code, message: shown } })}\n`);
  }
}

let parts = [];
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = chunk.split('\n');
  parts.push(lines[0]);
  for (const line of lines.slice(1)) {
    answer(parts.join(''));
    parts = [line];
  }
});
process.stdin.on('end', () => process.exit(0));
