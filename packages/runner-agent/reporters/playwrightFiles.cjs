'use strict';
// Which files Playwright may take for spec files: what it loads is nowhere to be had when loading goes wrong.
const fs = require('node:fs');
const path = require('node:path');

const script = /\.[cm]?[jt]sx?$/;
const usual = '**/*.@(spec|test).?(c|m)[jt]s?(x)';
const usualName = /\.(spec|test)\.[cm]?[jt]sx?$/;
const skipped = new Set(['node_modules', '.git']);
/** More are not looked through one by one. */
const most = 500;

/** @returns absolute paths; more than there are where a project says by globs of its own what its spec files are. */
function specFilesOf({ projects }) {
  const files = new Set();
  for (const { testDir, testMatch } of projects) {
    const fits = [testMatch].flat().map(fitOf);
    for (const file of scriptsBelow(testDir)) if (fits.some((fit) => fit(file))) files.add(file);
  }
  return [...files].sort().slice(0, most);
}

function fitOf(pattern) {
  if (pattern instanceof RegExp) return (file) => file.search(pattern) !== -1;
  return pattern === usual ? (file) => usualName.test(file) : () => true;
}

function scriptsBelow(folder) {
  const entries = fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : [];
  return entries.flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : scriptsBelow(place);
    return script.test(entry.name) ? [place] : [];
  });
}

module.exports = { specFilesOf };
