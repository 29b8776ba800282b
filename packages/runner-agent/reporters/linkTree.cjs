'use strict';
// A second tree of folders for the same files, for `projectFiles.cjs`: no link is followed, also not one that is put in
// place of a folder meanwhile.
const fs = require('node:fs');

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = fs.constants;
/** Of Linux; Node does not name it. */
const O_PATH = 0o10000000;
const most = { entries: 500_000, levels: 64 };

class TooLarge extends Error {
  code = 'ETOOMANY';
}

/**
 * @param from of a folder, whose parent cannot be exchanged
 * @param to where nothing is yet. Folders and links in it have the owners that they have in `from`
 */
function linkTree(from, to, left = { entries: most.entries }, level = 1) {
  if (level > most.levels) throw new TooLarge(`it has more than ${most.levels} levels`);
  const source = fs.openSync(from, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const { mode, uid, gid } = fs.fstatSync(source);
    fs.mkdirSync(to, { mode: 0o700 });
    const target = fs.openSync(to, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      linkEntries(pathOf(source, from), pathOf(target, to), left, level);
      fs.fchmodSync(target, mode & 0o777);
      if (process.getuid() === 0) fs.fchownSync(target, uid, gid);
    } finally {
      fs.closeSync(target);
    }
  } finally {
    fs.closeSync(source);
  }
}

/** What the descriptor is of stays the same; elsewhere than on Linux there is only the name. */
function pathOf(descriptor, named) {
  return process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : named;
}

/** Names are bytes, as for their removal. */
function linkEntries(from, to, left, level) {
  const folder = fs.opendirSync(from, { encoding: 'buffer' });
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      left.entries -= 1;
      if (left.entries < 0) throw new TooLarge(`it has more than ${most.entries} entries`);
      const [source, target] = [from, to].map((each) => Buffer.concat([Buffer.from(`${each}/`), entry.name]));
      if (entry.isDirectory()) linkTree(source, target, left, level + 1);
      else if (entry.isSymbolicLink()) copyLink(source, target);
      else if (entry.isFile()) fs.linkSync(source, target);
    }
  } finally {
    folder.closeSync();
  }
}

function copyLink(source, target) {
  fs.symlinkSync(fs.readlinkSync(source, { encoding: 'buffer' }), target);
  const { uid, gid } = fs.lstatSync(source);
  if (process.getuid() !== 0) return;
  if (process.platform !== 'linux') return fs.lchownSync(target, uid, gid);
  // By what was opened: tests could put another name of a file of root in its place, where the system lets them.
  const link = fs.openSync(target, O_PATH | O_NOFOLLOW);
  try {
    if (fs.fstatSync(link).isSymbolicLink()) fs.chownSync(`/proc/self/fd/${link}`, uid, gid);
  } finally {
    fs.closeSync(link);
  }
}

module.exports = { linkTree };
