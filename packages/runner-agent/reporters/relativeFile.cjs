'use strict';
const path = require('node:path');

/** @returns the path relative to a folder, in the agent's form: with slashes on every system. */
function relativeFile(folder, file) {
  return path.relative(folder, file).split(path.sep).join('/');
}

module.exports = { relativeFile };
