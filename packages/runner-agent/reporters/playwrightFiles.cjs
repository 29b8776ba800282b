'use strict';
// The files that Playwright may treat as spec files: after a failed load, Playwright does not tell which files it
// loaded.
const fs = require('node:fs');
const path = require('node:path');

const script = /\.[cm]?[jt]sx?$/;
const usual = '**/*.@(spec|test).?(c|m)[jt]s?(x)';
const usualName = /\.(spec|test)\.[cm]?[jt]sx?$/;
const skipped = new Set(['node_modules', '.git']);
/** More files are not searched one by one. */
const most = 500;

/** @returns absolute paths; too many where a project defines its spec files with its own globs. */
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
