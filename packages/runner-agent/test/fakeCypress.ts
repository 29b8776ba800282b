import { createRequire } from 'node:module';

const picomatch = createRequire(import.meta.url).resolve('picomatch');

/**
 * A fake of Cypress's command line, as files of a repository. It takes the options that the adapter passes, reads --spec as Cypress does: globs with commas between them, runs a spec
 * file in Node with its own describe and it, reports each test to the Mocha reporter with the events of Cypress 14 in
 * their order, and writes pictures and a video where the configuration says.
 */
export const fakeCypress = {
  'node_modules/cypress/package.json': '{"name":"cypress","version":"0.0.0-fake"}',
  'node_modules/cypress/bin/cypress': `#!/usr/bin/env node
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const picomatch = require(${JSON.stringify(picomatch)});
const options = {};
for (let at = 3; at < process.argv.length; at += 2) options[process.argv[at]] = process.argv[at + 1];
// As Cypress: commas outside of brackets and braces separate globs, which are relative to the working directory.
const globs = options['--spec'].split(/,(?![^[{]*[\\]}])/).map((glob) => picomatch(path.resolve(glob), { dot: true }));
const spec = fs.readdirSync('.', { recursive: true }).find((file) => globs.some((fits) => fits(path.resolve(file))));
if (!spec) {
  console.log("Can't run because no spec files were found.");
  process.exit(1);
}
const config = JSON.parse(options['--config']);
// Left to the project's own configuration, which has none, or to the adapter.
if (config.retries) throw new Error('the adapter tries again by itself');
const root = { title: '', parent: null, tests: [], before: [] };
const tests = [];
let suite = root;
global.describe = (title, body) => { suite = { title, parent: suite, before: [] }; body(); suite = suite.parent; };
global.before = (body) => suite.before.push(body);
const add = (test) => tests.push({ id: 'r' + tests.length, parent: suite, ...test });
global.it = (title, ...given) => {
  const body = given.pop();
  add({ title, body, retries: given[0]?.retries ?? 0 });
};
global.it.skip = (title) => add({ title, pending: true });
try {
  require(path.resolve(spec));
} catch (error) {
  if (error.code === 'MODULE_NOT_FOUND') {
    console.log('Oops...we found an error preparing this test file:\\n\\n  > ' + spec + '\\n\\nThe error was:\\n');
    console.log('Error: Webpack Compilation Error\\nModule not found: ' + error.stack);
    console.log('This occurred while Cypress was compiling and bundling your test code.');
    process.exit(1);
  }
  tests.length = 0;
  add({ title: 'An uncaught error was detected outside of a test', body: () => { throw error; }, retries: 0 });
}
const runner = new EventEmitter();
new (require(options['--reporter']))(runner, {});
const broken = new Set();
for (const test of tests) {
  if (broken.has(test.parent)) continue;
  if (test.pending) { for (const event of ['test:before:run', 'pending', 'test', 'test end']) runner.emit(event, test); continue; }
  let runnable = test;
  try {
    try {
      for (const hook of test.parent.before.splice(0)) hook();
    } catch (error) {
      broken.add(test.parent);
      runnable = { title: '"before all" hook for "' + test.title + '"', parent: test.parent };
      runner.emit('test:before:run', test);
      throw error;
    }
    for (const event of ['test', 'test:before:run']) runner.emit(event, test);
    for (let triesLeft = test.retries; ; triesLeft -= 1) {
      try {
        test.body();
        break;
      } catch (error) {
        if (triesLeft === 0) throw error;
        const { title, parent } = test;
        runner.emit('retry', { title, parent, err: error });
        for (const event of ['test:after:run', 'test:before:run']) runner.emit(event, test);
      }
    }
    runner.emit('pass', test);
  } catch ({ message, name, stack }) {
    const { title, parent } = runnable;
    runner.emit('fail', { title, parent }, { message, name, stack });
    fs.mkdirSync(config.screenshotsFolder, { recursive: true });
    fs.writeFileSync(path.join(config.screenshotsFolder, test.title + ' (failed).png'), 'picture');
  }
  runner.emit('test end', test);
}
runner.emit('end');
if (config.video) {
  fs.mkdirSync(config.videosFolder, { recursive: true });
  fs.writeFileSync(path.join(config.videosFolder, path.basename(spec) + '.mp4'), 'video');
}
`,
};
