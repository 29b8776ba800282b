'use strict';
// Content that a test attaches from memory becomes a file for the agent to fetch.
const fs = require('node:fs');
const path = require('node:path');

const folder = process.env.ASSAY_ARTIFACTS;
const extensions = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'video/webm': '.webm',
  'text/plain': '.txt',
  'application/json': '.json',
};
let files = 0;

/**
 * @param name any name; an extension for the media type is added where it has none
 * @param mediaType null where the name tells
 * @returns a list with this one file; empty where the agent has no folder for it
 */
function attach(name, content, mediaType) {
  if (!folder) return [];
  files += 1;
  const shown = path.extname(name) ? name : `${name}${extensions[mediaType] ?? ''}`;
  // Several processes of a framework may write there. The extension replaces a missing media type.
  const file = path.join(folder, `${process.pid}-${files}${mediaType === null ? path.extname(shown) : ''}`);
  fs.writeFileSync(file, content);
  return [{ path: file, name: shown, mediaType }];
}

module.exports = { attach };
