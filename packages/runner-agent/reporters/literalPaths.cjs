'use strict';
// Paths of files are data: without this, CucumberJS reads them as globs, in which `[id]` is one of two letters.
const fs = require('node:fs');
const path = require('node:path');

/** Where the module is that resolves the paths of features, by version. */
const places = ['lib/paths/paths.js', 'lib/api/paths.js'];

/**
 * From now on this CucumberJS takes the paths of features as they are, with the numbers of lines after them.
 * @param folder of the package, version 8 or later
 */
function readPathsLiterally(folder) {
  const file = places.map((place) => path.join(folder, place)).find((place) => fs.existsSync(place));
  const inside = require(file);
  const { resolvePaths } = inside;
  inside.resolvePaths = async (...given) => {
    // The folder comes before the sources in every version, in later ones after a logger.
    const at = given.findIndex((each) => Array.isArray(each?.paths));
    const { paths } = given[at];
    const files = [...new Set(paths.map((each) => path.resolve(given[at - 1], each.replace(/(:\d+)*$/, ''))))];
    const sources = { ...given[at], paths: files.map(globNear) };
    const resolved = await resolvePaths(...given.slice(0, at), sources, ...given.slice(at + 1));
    return {
      ...resolved,
      ...('featurePaths' in resolved
        ? { featurePaths: files, unexpandedFeaturePaths: paths }
        : { sourcePaths: files, unexpandedSourcePaths: paths }),
    };
  };
}

/** A glob for a file, from which CucumberJS derives where step files are: braces and commas cannot be escaped in it. */
function globNear(file) {
  return file.replace(/[{},]/g, '?').replace(/[*()[\]@]/g, '[$&]');
}

module.exports = { readPathsLiterally };
