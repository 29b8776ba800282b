/**
 * A fake of Cypress's command line, as files of a repository: its binary cannot be had from the npm registry. It takes
 * the options that the adapter gives, runs a spec file in Node with a describe and an it of its own, tells the Mocha
 * reporter of each test, and leaves pictures and a video where the configuration says.
 */
export const fakeCypress = {
  'node_modules/cypress/package.json': '{"name":"cypress","version":"0.0.0-fake"}',
  'node_modules/cypress/bin/cypress': `#!/usr/bin/env node
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const options = {};
for (let at = 3; at < process.argv.length; at += 2) options[process.argv[at]] = process.argv[at + 1];
const config = JSON.parse(options['--config']);
// Left to the project's own configuration, which has none, or to the adapter.
if (config.retries) throw new Error('the adapter tries again by itself');
const root = { title: '', parent: null, tests: [], before: [] };
const tests = [];
let suite = root;
global.describe = (title, body) => { suite = { title, parent: suite, before: [] }; body(); suite = suite.parent; };
global.before = (body) => suite.before.push(body);
global.it = (title, body) => tests.push({ title, parent: suite, body });
global.it.skip = (title) => tests.push({ title, parent: suite, pending: true });
const runner = new EventEmitter();
new (require(options['--reporter']))(runner, {});
require(path.resolve(options['--spec']));
const broken = new Set();
for (const test of tests) {
  if (broken.has(test.parent)) continue;
  if (test.pending) { runner.emit('pending', test); continue; }
  runner.emit('test', test);
  try {
    for (const hook of test.parent.before.splice(0)) { try { hook(); } catch (error) { broken.add(test.parent); throw error; } }
    test.body();
    runner.emit('pass', test);
  } catch (error) {
    runner.emit('fail', test, error);
    fs.mkdirSync(config.screenshotsFolder, { recursive: true });
    fs.writeFileSync(path.join(config.screenshotsFolder, test.title + ' (failed).png'), 'picture');
  }
  runner.emit('test end', test);
}
runner.emit('end');
if (config.video) {
  fs.mkdirSync(config.videosFolder, { recursive: true });
  fs.writeFileSync(path.join(config.videosFolder, path.basename(options['--spec']) + '.mp4'), 'video');
}
`,
};
