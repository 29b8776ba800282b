'use strict';
// Lists and runs NightWatch tests inside its own runner, because its command line selects only files, and single tests.
// Usage: node runNightwatch.cjs <folder of nightwatch>
const fs = require('node:fs');
const path = require('node:path');
const { send } = require('./channel.cjs');
const { NightwatchEvents } = require('./nightwatchEvents.cjs');
const order = require('./order.cjs');
const { relativeFile } = require('./relativeFile.cjs');
const { readKey, SpecKeys } = require('./specKey.cjs');

async function main([folder]) {
  // Some versions keep it in lib/, others in dist/.
  const code = path.dirname(require.resolve(folder));
  const inside = (name) => require(path.join(code, name));
  if (!fs.existsSync(path.join(code, 'runner/eventHub.js'))) return refuse(folder);
  const Context = inside('testsuite/context.js');
  readPathsLiterally(inside('utils/index.js'));
  // This leaves NightWatch's own argument parser with nothing but defaults and what the project adds.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...order.args);
  const { argv } = inside('runner/cli/argv-setup.js');
  // Tests may be named on the command line alone.
  const sources = order.files.length > 0 ? order.files : [...(argv._ ?? [])].map(String);
  useOwnSettings(order.configFile);
  Object.assign(argv, { config: order.configFile, retries: 0, suiteRetries: 0, _source: sources });
  const runner = inside('index.js').CliRunner(argv);
  await runner.setupAsync();
  if (order.list) return await list(runner, Context);
  const events = new NightwatchEvents(wantedKeys(), order.retry);
  selectTests(Context, events);
  const { NightwatchEventHub } = inside('runner/eventHub.js');
  const { emit } = NightwatchEventHub;
  NightwatchEventHub.emit = function (name, data) {
    events.take(name, data);
    return emit.call(this, name, data);
  };
  const Results = inside('reporter/results.js');
  const { setLastError } = Results.prototype;
  Results.prototype.setLastError = function (error, options) {
    events.failed(error);
    return setLastError.call(this, error, options);
  };
  await runner.runTests();
}

function refuse(folder) {
  const { version } = require(path.join(folder, 'package.json'));
  send({
    t: 'refused',
    message:
      `NightWatch ${version} does not tell how its tests go; from 3.2 on it does. Update it, or give the project the ` +
      "framework Other, with a JUnit reporter in NightWatch's command.",
  });
}

/**
 * NightWatch loads the project's configuration with our changes, if this process can load it. It stays the file that it
 * is: paths in it, such as that of globals, count from its folder.
 */
function useOwnSettings(configFile) {
  try {
    require(configFile);
  } catch {
    return;
  }
  require.cache[require.resolve(configFile)].exports = require('./nightwatchConfig.cjs');
}

/** Paths of files are data: NightWatch reads what looks like a glob as one, also where a file has that name. */
function readPathsLiterally(Utils) {
  const { checkPath, readDir } = Utils;
  Utils.checkPath = async (source, originalError, followSymlinks = true) =>
    (followSymlinks ? fs.statSync : fs.lstatSync)(source, { throwIfNoEntry: false }) ??
    checkPath.call(Utils, source, originalError, followSymlinks);
  Utils.readDir = async (source) => (fs.existsSync(source) ? fs.readdirSync(source) : readDir.call(Utils, source));
}

/** The globals that NightWatch defines once it has a browser. */
const globals = ['browser', 'app', 'element', 'expect', 'by', 'By', 'locateWith', 'withTagName', 'Keys'];

/** Suites may use NightWatch's globals where they are declared. Listing has no browser, so these accept anything. */
function standInForGlobals() {
  const anything = new Proxy(() => undefined, {
    // It must not look like a promise: awaiting it would never end.
    get: (_, name) => (name === 'then' ? undefined : name === Symbol.toPrimitive ? () => '' : anything),
    apply: () => anything,
    construct: () => anything,
  });
  for (const name of globals) if (!(name in global)) global[name] = anything;
}

async function list(runner, Context) {
  standInForGlobals();
  const files = Object.values(await runner.getTestsFiles()).flat();
  const settings = Object.values(runner.testEnvSettings)[0] ?? runner.test_settings;
  const other = settings.test_runner?.type ?? settings.test_runner;
  if (typeof other === 'string' && other !== 'default') {
    send({
      t: 'refused',
      message:
        `The tests are written for ${other}. Of NightWatch's test runners this agent runs its own; give the project the ` +
        "framework Other, with a JUnit reporter in NightWatch's command.",
    });
    return;
  }
  for (const file of new Set(files)) {
    const context = new Context({ modulePath: file, settings, argv: {} });
    const relative = relativeOf(file);
    try {
      await context.init();
    } catch (error) {
      send({ t: 'unloaded', file: relative, status: 'FAIL', message: error.stack ?? String(error) });
      continue;
    }
    const keys = new SpecKeys();
    const suite = context.usingBddDescribe ? [context.getSuiteName()] : [];
    const tags = [context.attributes['@tags'] ?? []].flat().map(String);
    for (const test of context.usingBddDescribe ? context.allScreenedTests : context.tests) {
      const name = [...suite, test].join(' › ');
      send({ t: 'listed', key: keys.keyOf(0, relative, test), file: relative, name, line: null, tags });
    }
  }
}

function wantedKeys() {
  const keys = new Map();
  for (const key of order.keys) {
    const { file, title } = readKey(key);
    if (!keys.has(file)) keys.set(file, new Map());
    keys.get(file).set(title, key);
  }
  return keys;
}

/** Keeps only the requested tests of a file, before NightWatch plans them. */
function selectTests(Context, events) {
  const { createTestSuite } = Context.prototype;
  const wanted = wantedKeys();
  Context.prototype.createTestSuite = function () {
    const file = relativeOf(this.modulePath);
    this.tests = this.tests.filter((name) => wanted.get(file)?.has(name));
    events.fileLoaded(file, this);
    return createTestSuite.call(this);
  };
}

function relativeOf(file) {
  return relativeFile(order.directory, file);
}

void main(process.argv.slice(2))
  .catch((error) => {
    console.error(error);
    send({ t: 'problem', message: error.stack ?? String(error) });
  })
  .then(() => process.exit(0));
