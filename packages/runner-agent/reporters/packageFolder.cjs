'use strict';
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

/** The path of a package that require cannot find, because it exports only an ES module. */
function folderOf(from, name) {
  const places = createRequire(path.join(from, 'package.json')).resolve.paths(name);
  const found = places.map((place) => path.join(place, name)).find((folder) => fs.existsSync(folder));
  if (!found) throw new Error(`${name} is not installed. Add it to the devDependencies of the project's package.json.`);
  return fs.realpathSync(found);
}

module.exports = { folderOf };
