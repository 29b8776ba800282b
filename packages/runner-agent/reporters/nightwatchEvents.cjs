'use strict';
// Turns NightWatch's events into what the runner agent is told. NightWatch calls some failed tests passed at their
// end: what counts is its numbers and every error that it registered.
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
  /** The test that runs, or has run and may yet fail in what tidies up after it. */
  #current = null;
  /** Errors outside of the tests: of the hooks before them. */
  #errors = [];

  /** @param keys those wanted, as file to test name to key */
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
    // Nothing was said of its end: it is still running, for all that anybody knows.
    if (!current || current.status === null) return;
    const status = current.errors.length > 0 ? 'FAIL' : current.status;
    this.#end(current.key, status, current);
  }

  /** What became of the tests that NightWatch does not run. */
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
