'use strict';
// Translates NightWatch's events for the runner agent. NightWatch reports some failed tests as passed at their end: its
// counts and all registered errors decide.
const fs = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { attach } = require('./attachments.cjs');
const { BoundedOutput } = require('./boundedOutput.cjs');
const { captureOutput } = require('./captureOutput.cjs');
const { send } = require('./channel.cjs');
const { textOf } = require('./resultTexts.cjs');

class NightwatchEvents {
  #retry;
  #keys;
  #file = '';
  #context = null;
  #reported = new Set();
  /** The running test, or the finished one that may still fail in its clean-up. */
  #current = null;
  /** Errors outside of tests: in the hooks before them. */
  #errors = [];

  /** @param keys of the requested tests, by file and test name */
  constructor(keys, retry) {
    this.#keys = keys;
    this.#retry = retry;
    captureOutput((text) => this.#current?.output.append(text));
  }

  /** A file is about to run, with these of its tests. */
  fileLoaded(file, context) {
    this.#flush();
    this.#file = file;
    this.#context = context;
    this.#errors = [];
    if (context.isDisabled()) this.#finishFile();
  }

  take(name, data) {
    if (name === 'TestRunStarted') this.#begin(data.testcase);
    else if (name === 'TestRunFinished') this.#finished(data.envelope?.[data.testcase]);
    else if (name === 'ScreenshotCreated') this.#keepPicture(data.path);
    else if (name === 'TestSuiteFinished') this.#finishFile();
  }

  failed(error) {
    const errors = this.#current?.errors ?? this.#errors;
    if (!errors.includes(error)) errors.push(error);
  }

  #begin(name) {
    this.#flush();
    const key = this.#keys.get(this.#file)?.get(name);
    if (key === undefined) return;
    const at = Date.now();
    this.#reported.add(key);
    this.#current = { key, at, durationMs: 0, status: null, errors: [], files: [], output: new BoundedOutput() };
    send({ t: 'begin', key, at });
  }

  #finished(result) {
    if (!this.#current) return;
    this.#current.durationMs = Date.now() - this.#current.at;
    this.#current.status = (result?.failed ?? 0) + (result?.errors ?? 0) > 0 ? 'FAIL' : 'PASS';
  }

  #keepPicture(file) {
    if (!this.#current || !file || !fs.existsSync(file)) return;
    this.#current.files.push(...attach(path.basename(file), fs.readFileSync(file), null));
  }

  #flush() {
    const current = this.#current;
    this.#current = null;
    // Its end was never reported: it counts as still running.
    if (!current || current.status === null) return;
    const status = current.errors.length > 0 ? 'FAIL' : current.status;
    this.#end(current.key, status, current);
  }

  /** The result of the tests that NightWatch does not run. */
  #finishFile() {
    this.#flush();
    for (const [name, key] of this.#keys.get(this.#file) ?? []) {
      if (this.#reported.has(key)) continue;
      this.#reported.add(key);
      const skipped = this.#context.isDisabled() || this.#context.skippedTests.includes(name);
      if (skipped) this.#end(key, 'IGNORED', {});
      else if (this.#errors.length > 0) this.#end(key, 'FAIL', { errors: this.#errors });
      else
        this.#end(key, 'NOT_RUN', {
          errors: [new Error('NightWatch ran no more tests of the file after a failed one.')],
        });
    }
  }

  #end(key, status, { durationMs = 0, errors = [], files = [], output = '' }) {
    const told = status === 'FAIL' || status === 'NOT_RUN';
    send({
      t: 'end',
      key,
      status,
      willRetry: this.#retry && status === 'FAIL',
      timedOut: false,
      durationMs,
      error: told ? textOf(errors.map(({ message }) => message)) || 'NightWatch gave no reason.' : null,
      stack: status === 'FAIL' ? textOf(errors.map(({ stack, message }) => stack || message)) : null,
      output: stripVTControlCharacters(output.toString()),
      files,
    });
  }
}

module.exports = { NightwatchEvents };
