'use strict';
const path = require('node:path');

/** @returns the file's path from a folder on as the agent knows files: with slashes on every system. */
function relativeFile(folder, file) {
  return path.relative(folder, file).split(path.sep).join('/');
}

module.exports = { relativeFile };
