'use strict';
// Lists the tests of a WebDriverIO project without a browser: the spec files are loaded by the same Mocha, and nothing
// of them is run. Usage: node listWdio.cjs <folder of @wdio/cli>
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { send } = require('./channel.cjs');
const { SpecKeys, tagsOf, titleKey } = require('./specKey.cjs');
const { placesOf } = require('./wdioConfig.cjs');

const order = JSON.parse(fs.readFileSync(process.env.ASSAY_ORDER, 'utf8'));

async function main([cli]) {
  const fromCli = createRequire(path.join(cli, 'package.json'));
  await import(pathToFileURL(fromCli.resolve('tsx')).href);
  const { ConfigParser } = await import(
    pathToFileURL(path.join(folderOf(cli, '@wdio/config'), 'build/node/index.js')).href
  );
  const parser = new ConfigParser(order.configFile, {});
  await parser.initialize();
  const config = parser.getConfig();
  if (config.framework !== 'mocha') {
    send({
      t: 'problem',
      message:
        `The tests are written for ${config.framework}. Of WebDriverIO's frameworks this agent runs Mocha; give the ` +
        "project the framework Other, with a JUnit reporter in WebDriverIO's configuration.",
    });
    return;
  }
  const places = placesOf(parser.getCapabilities());
  const labels = labelsOf(places);
  const perPlace = places.map((place) =>
    parser
      .getSpecs(place['wdio:specs'] ?? place.specs, place['wdio:exclude'] ?? place.exclude)
      .flat()
      .map((spec) => (spec.startsWith('file:') ? fileURLToPath(spec) : spec)),
  );
  const Mocha = createRequire(path.join(folderOf(process.cwd(), '@wdio/mocha-framework'), 'package.json'))('mocha');
  for (const file of new Set(perPlace.flat())) {
    const relative = path.relative(order.directory, file).split(path.sep).join('/');
    const tests = await testsOf(Mocha, file, config).catch((error) => {
      send({ t: 'unloaded', file: relative, status: 'FAIL', message: error.stack ?? String(error) });
      return [];
    });
    for (const [place, files] of perPlace.entries()) {
      if (!files.includes(file)) continue;
      const keys = new SpecKeys();
      for (const titles of tests) {
        const name = titles.join(' › ');
        const title = titles.join(' ');
        send({
          t: 'listed',
          key: keys.keyOf(place, relative, title),
          file: relative,
          name: labels ? `${name} [${labels[place]}]` : name,
          line: null,
          tags: tagsOf(title),
          together: titleKey(place, relative, title),
        });
      }
    }
  }
}

async function testsOf(Mocha, file, config) {
  const mocha = new Mocha({ ...config.mochaOpts, reporter: undefined, grep: undefined, fgrep: undefined });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  if (mocha.suite.hasOnly()) mocha.suite.filterOnly();
  const tests = [];
  mocha.suite.eachTest((test) => tests.push(test.titlePath()));
  return tests;
}

/** Where a package lies that require cannot find, as it is for import only. */
function folderOf(from, name) {
  const places = createRequire(path.join(from, 'package.json')).resolve.paths(name);
  const found = places.map((place) => path.join(place, name)).find((folder) => fs.existsSync(folder));
  if (!found) throw new Error(`${name} is not installed. Add it to the devDependencies of the project's package.json.`);
  return fs.realpathSync(found);
}

/** What tells the places apart; null for a single one. */
function labelsOf(places) {
  if (places.length < 2) return null;
  const names = places.map((place) => place.browserName ?? 'browser');
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}

void main(process.argv.slice(2))
  .catch((error) => {
    console.error(error);
    send({ t: 'problem', message: error.stack ?? String(error) });
  })
  .then(() => process.exit(0));
