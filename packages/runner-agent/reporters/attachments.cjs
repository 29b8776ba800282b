'use strict';
// What a test hands over in memory becomes a file for the agent to fetch.
const fs = require('node:fs');
const path = require('node:path');

const folder = process.env.ASSAY_ARTIFACTS;
let files = 0;

/** @returns the list of this one file; empty where the agent has no place for it. */
function attach(name, content, mediaType) {
  if (!folder) return [];
  files += 1;
  // Several processes of a framework may write there.
  const file = path.join(folder, `${process.pid}-${files}${path.extname(name)}`);
  fs.writeFileSync(file, content);
  return [{ path: file, name, mediaType }];
}

module.exports = { attach };
