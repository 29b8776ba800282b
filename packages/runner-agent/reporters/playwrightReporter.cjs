'use strict';
// A Playwright reporter that tells the runner agent which tests there are and how they go, as it happens.
const fs = require('node:fs');
const path = require('node:path');
const { attach } = require('./attachments.cjs');
const { BoundedOutput } = require('./boundedOutput.cjs');
const { send } = require('./channel.cjs');
const { specFilesOf } = require('./playwrightFiles.cjs');
const { relativeFile } = require('./relativeFile.cjs');
const { stepsOf } = require('./playwrightSteps.cjs');
const { textOf } = require('./resultTexts.cjs');

const listing = process.env.ASSAY_LIST === '1';

class AssayReporter {
  #outputs = new Map();
  /** Tests after a failed one of their serial group, or after a hook: they may still run in a retry. */
  #notRun = new Map();
  #failed = new Set();
  #config = null;
  /** Errors in files, while listing. */
  #broken = [];

  // The list reporter, which runs beside this one, writes the raw log.
  printsToStdio() {
    return false;
  }

  onBegin(config, suite) {
    if (!listing) return;
    this.#config = config;
    const several = config.projects.length > 1;
    for (const test of suite.allTests()) send({ t: 'listed', ...describe(test, several) });
  }

  onTestBegin(test, result) {
    this.#notRun.delete(test.id);
    this.#outputs.set(test.id, new BoundedOutput());
    send({ t: 'begin', key: test.id, at: result.startTime.getTime() });
  }

  onStdOut(chunk, test) {
    this.#keepOutput(chunk, test);
  }

  onStdErr(chunk, test) {
    this.#keepOutput(chunk, test);
  }

  onTestEnd(test, result) {
    const output = this.#outputs.get(test.id)?.toString() ?? '';
    this.#outputs.delete(test.id);
    // Playwright itself was interrupted: that is not a result of the test.
    if (result.status === 'interrupted') return;
    // A test that has failed, and is not reached when its serial group is retried, is still a failed test.
    const unreached = this.#failed.has(test.id) && statusOf(test, result) === 'NOT_RUN';
    const status = unreached ? 'FAIL' : statusOf(test, result);
    const failed = status === 'FAIL';
    if (failed) this.#failed.add(test.id);
    const unexpectedPass = failed && result.status === 'passed';
    const errors = unexpectedPass ? [{ message: 'The test is expected to fail, and passed.' }] : [...result.errors];
    if (unreached) errors.push({ message: 'It was not reached when its serial group was tried again.' });
    const end = {
      t: 'end',
      key: test.id,
      status,
      willRetry: failed && result.retry < test.retries,
      timedOut: result.status === 'timedOut',
      durationMs: Math.max(0, result.duration),
      error: failed ? textOf(errors.map(({ message, value }) => message ?? value ?? '')) : null,
      stack: failed ? textOf(errors.flatMap(({ stack, snippet }) => [snippet ?? '', stack ?? ''])) : null,
      output,
      files: result.attachments.flatMap(filesOf),
      steps: stepsOf(result),
    };
    if (status === 'NOT_RUN' && result.retry < test.retries) this.#notRun.set(test.id, end);
    else send(end);
  }

  onEnd() {
    this.#tellBroken();
    for (const end of this.#notRun.values()) send(end);
  }

  onError(error) {
    if (listing) this.#broken.push(error);
    else tellProblem(error);
  }

  onExit() {
    this.#tellBroken();
  }

  // The spec file of an error is certain only when the error is in a spec file. Nothing tells which spec file imported
  // an ES module.
  #tellBroken() {
    const errors = this.#broken.splice(0);
    if (errors.length === 0) return;
    const specs = this.#config ? specFilesOf(this.#config) : null;
    const unknown = errors.filter((error) => {
      const file = brokenFile(error, specs);
      if (file === null) return true;
      const said = textOf([error.message ?? error.value ?? 'unknown error', error.snippet ?? '', error.stack ?? '']);
      send({ t: 'unloaded', file: relativeOf(file), status: 'FAIL', message: said });
      return false;
    });
    for (const error of unknown) tellProblem(error);
    if (unknown.length > 0 && specs) tellSuspects(specs.map(relativeOf));
  }

  #keepOutput(chunk, test) {
    if (test) this.#outputs.get(test.id)?.append(typeof chunk === 'string' ? chunk : chunk.toString('utf8'));
  }
}

// The pictures of a comparison are told apart by the name that the assertion gives them.
const compared = /-(?:expected|actual|diff|previous)\.\w+$/;

function filesOf({ name, contentType, path: file, body }) {
  const shown = path.basename(compared.test(name) ? name : (file ?? ''));
  if (file) return [{ path: file, name: shown, mediaType: contentType }];
  return body === undefined ? [] : attach(name, body, contentType);
}

function describe(test, several) {
  const [, project, , ...titles] = test.titlePath();
  const name = titles.join(' › ');
  const file = relativeOf(fileOf(test));
  const tags = test.tags ?? [];
  const together = serialGroupOf(test);
  const own = { key: test.id, file, name: several ? `${name} [${project}]` : name, line: test.location.line, tags };
  return together === null ? own : { ...own, together };
}

// Tests of a serial group build on each other. Playwright does not document this property; without it each test is on
// its own.
function serialGroupOf(test) {
  let group = null;
  for (let suite = test.parent; suite; suite = suite.parent) {
    if (suite._parallelMode === 'serial') group = suite;
  }
  if (!group) return null;
  const { line = 0, column = 0 } = group.location ?? {};
  return JSON.stringify([...group.titlePath(), line, column]);
}

// The spec file is at the far end of the stack when the error is in a file that it uses.
function brokenFile({ location, message, stack }, specs) {
  const frames = [...(stack ?? '').matchAll(/^\s+at (?:.*\()?(?:file:\/\/)?(.+?):\d+:\d+\)?$/gm)].map(
    ([, file]) => file,
  );
  const importer = / imported from (.+)$/m.exec(message ?? '')?.[1] ?? '';
  const own = [importer, location?.file ?? '', ...frames].filter(
    (file) => path.isAbsolute(file) && !/[\\/]node_modules[\\/]/.test(file) && fs.existsSync(file),
  );
  return own.findLast((file) => !specs || specs.includes(file)) ?? null;
}

/** Paths of a thousand files fit into one line. */
function tellSuspects(files) {
  for (let from = 0; from < files.length; from += 1000) send({ t: 'suspects', files: files.slice(from, from + 1000) });
}

function tellProblem(error) {
  send({ t: 'problem', message: textOf([error.message ?? error.value ?? 'unknown error', error.snippet ?? '']) });
}

function relativeOf(file) {
  return relativeFile(process.cwd(), file);
}

// A function in another file may declare a test; it belongs to the spec file that called it.
function fileOf(test) {
  for (let suite = test.parent; suite; suite = suite.parent) {
    if (suite.type === 'file' && suite.location) return suite.location.file;
  }
  return test.location.file;
}

function statusOf(test, result) {
  if (result.status === 'skipped') return test.expectedStatus === 'skipped' ? 'IGNORED' : 'NOT_RUN';
  return result.status === test.expectedStatus ? 'PASS' : 'FAIL';
}

module.exports = AssayReporter;
