'use strict';
// Lists the tests of a WebDriverIO project without a browser: the spec files are loaded by the same Mocha, but not
// executed. Usage: node listWdio.cjs <folder of @wdio/cli>
const { createRequire } = require('node:module');
const path = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { send } = require('./channel.cjs');
const order = require('./order.cjs');
const { folderOf } = require('./packageFolder.cjs');
const { relativeFile } = require('./relativeFile.cjs');
const { SpecKeys, tagsOf, titleKey } = require('./specKey.cjs');
const { placesOf } = require('./wdioConfig.cjs');
const { listScenarios } = require('./wdioCucumber.cjs');

/** The first version with packages and configuration as this agent knows them. */
const oldestVersion = 9;
const otherwise = "give the project the framework Other, with a JUnit reporter in WebDriverIO's configuration.";

async function main([cli]) {
  const fromCli = createRequire(path.join(cli, 'package.json'));
  const { version } = fromCli('./package.json');
  if (Number.parseInt(version, 10) < oldestVersion) {
    const message = `WebDriverIO ${version} is too old for this agent, which runs it from ${oldestVersion} on. Update it, or ${otherwise}`;
    send({ t: 'refused', message });
    return;
  }
  await import(pathToFileURL(fromCli.resolve('tsx')).href);
  const { ConfigParser } = await import(
    pathToFileURL(path.join(folderOf(cli, '@wdio/config'), 'build/node/index.js')).href
  );
  const parser = new ConfigParser(order.configFile, {});
  await parser.initialize();
  const config = parser.getConfig();
  const lister = { mocha: listSuites, cucumber: listFeatures }[config.framework];
  if (!lister) {
    send({
      t: 'refused',
      message:
        `The tests are written for ${config.framework}. Of WebDriverIO's frameworks this agent runs Mocha and Cucumber; ` +
        otherwise,
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
  const found = await lister(config, places, perPlace);
  for (const { place, ...test } of found) {
    send({ t: 'listed', ...test, name: labels ? `${test.name} [${labels[place]}]` : test.name });
  }
}

/** @returns the tests of each file, for each capability that runs it */
async function listSuites(config, _places, perPlace) {
  const Mocha = createRequire(path.join(folderOf(process.cwd(), '@wdio/mocha-framework'), 'package.json'))('mocha');
  const listed = [];
  for (const file of new Set(perPlace.flat())) {
    const relative = relativeOf(file);
    const tests = await testsOf(Mocha, file, config).catch((error) => {
      tellUnloaded(relative, error.stack ?? String(error));
      return [];
    });
    for (const place of placesWith(perPlace, file)) {
      const keys = new SpecKeys();
      for (const titles of tests) {
        const title = titles.join(' ');
        const key = keys.keyOf(place, relative, title);
        const together = titleKey(place, relative, title);
        const name = titles.join(' › ');
        listed.push({ place, key, file: relative, name, line: null, tags: tagsOf(title), together });
      }
    }
  }
  return listed;
}

/** @returns the scenarios of each feature, for each capability that runs it */
async function listFeatures(config, places, perPlace) {
  const folder = folderOf(process.cwd(), '@wdio/cucumber-framework');
  const listed = [];
  for (const file of new Set(perPlace.flat())) {
    for (const place of placesWith(perPlace, file)) {
      const onListed = ({ t, ...scenario }) => listed.push({ place, ...scenario });
      await listScenarios(folder, file, config, place, places[place], onListed).catch((error) =>
        tellUnloaded(relativeOf(file), error.message),
      );
    }
  }
  return listed;
}

function placesWith(perPlace, file) {
  return [...perPlace.keys()].filter((place) => perPlace[place].includes(file));
}

function relativeOf(file) {
  return relativeFile(order.directory, file);
}

function tellUnloaded(file, message) {
  send({ t: 'unloaded', file, status: 'FAIL', message });
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

/** What distinguishes the capabilities; null for a single one. */
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
