'use strict';
// A WebDriverIO reporter that tells the runner agent how the tests of a spec file go. It runs in the process of the
// file, beside the tests.
const { EventEmitter } = require('node:events');
const { fileURLToPath } = require('node:url');
const { attach } = require('./attachments.cjs');
const { BoundedOutput } = require('./boundedOutput.cjs');
const { captureOutput } = require('./captureOutput.cjs');
const { send } = require('./channel.cjs');
const order = require('./order.cjs');
const { relativeFile } = require('./relativeFile.cjs');
const { headOf, marks, textOf } = require('./resultTexts.cjs');
const { readKey, SpecKeys } = require('./specKey.cjs');
const { pictureOf } = require('./wdioPicture.cjs');

class AssayReporter extends EventEmitter {
  #place = 0;
  #file = '';
  #suites = [];
  #keys = new SpecKeys();
  #reported = new Set();
  /** The running test, or the finished one that may still fail in its clean-up. */
  #current = null;
  #say = captureOutput((text) => this.#current?.output.append(text));

  constructor() {
    super();
    this.on('runner:start', ({ cid, specs }) => {
      this.#place = order.places[Number.parseInt(cid, 10)] ?? 0;
      this.#file = relative(specs[0]);
    });
    this.on('suite:start', ({ title, file }) => {
      if (file) this.#file = relative(file);
      this.#suites.push(title);
    });
    this.on('suite:end', () => this.#suites.pop());
    this.on('test:start', ({ title }) => this.#begin(title));
    this.on('test:pass', (test) => this.#outcome('PASS', test));
    this.on('test:fail', (test) => this.#outcome('FAIL', test));
    this.on('test:pending', (test) => {
      // Also the end of a test that skips itself while it runs.
      if (!this.#current || this.#current.status !== null) this.#begin(test.title);
      this.#outcome('IGNORED', test);
    });
    this.on('test:retry', (test) => {
      this.#outcome('FAIL', test);
      this.#end(true);
    });
    this.on('hook:end', (hook) => this.#hookEnded(hook));
    this.on('client:afterCommand', (command) => this.#keepPicture(command));
    this.on('runner:end', () => this.#flush());
  }

  get isSynchronised() {
    return true;
  }

  #begin(title) {
    const again = this.#current?.retried && this.#current.title === title ? this.#current.key : null;
    this.#flush();
    const key = again ?? this.#keys.keyOf(this.#place, this.#file, [...this.#suites, title].join(' '));
    this.#start(key, title);
  }

  #start(key, title) {
    this.#reported.add(key);
    this.#current = { key, title, at: Date.now(), output: new BoundedOutput(), status: null, errors: [], files: [] };
    send({ t: 'begin', key, at: this.#current.at });
  }

  #outcome(status, { error, duration }) {
    const current = this.#current;
    if (!current) return;
    current.status = status;
    current.durationMs = typeof duration === 'number' ? duration : Date.now() - current.at;
    if (error) current.errors.push(error);
  }

  #hookEnded({ error, title, parent }) {
    if (!error) return;
    const named = { message: `${title}: ${error.message}`, stack: error.stack };
    if (/^"after/.test(title) && this.#current) {
      this.#current.status = 'FAIL';
      this.#current.errors.push(named);
      return;
    }
    // Before a test: it and all tests after the same hook do not run.
    const depth = this.#suites.lastIndexOf(parent);
    const suite = this.#suites.slice(0, depth === -1 ? this.#suites.length : depth + 1).join(' ');
    this.#outcome('FAIL', { error: named });
    this.#flush();
    for (const key of order.keys) {
      const { place, file, title: test } = readKey(key);
      const behind = place === this.#place && file === this.#file && test.startsWith(suite);
      if (!behind || this.#reported.has(key)) continue;
      this.#start(key, test);
      this.#outcome('FAIL', { error: named, duration: 0 });
      this.#flush();
    }
  }

  #keepPicture(command) {
    const picture = pictureOf(command);
    if (picture === null || !this.#current) return;
    const { files } = this.#current;
    files.push(...attach(`screenshot-${files.length + 1}.png`, Buffer.from(picture, 'base64'), 'image/png'));
  }

  #flush() {
    const willRetry = order.retry && this.#current?.status === 'FAIL';
    if (this.#current && !this.#current.retried) this.#end(willRetry);
    this.#current = null;
  }

  #end(willRetry) {
    const { key, title, status, durationMs, errors, output, files } = this.#current;
    // Its end was never reported: it counts as still running.
    if (status === null) return;
    this.#current.retried = true;
    const failed = status === 'FAIL';
    this.#say(`${marks[status]} ${[...this.#suites, title].join(' › ')} (${durationMs} ms)\n`);
    send({
      t: 'end',
      key,
      status,
      willRetry,
      timedOut: false,
      durationMs,
      error: failed ? textOf(errors.map(({ message }) => headOf(message ?? ''))) : null,
      stack: failed ? textOf(errors.map(({ stack, message }) => stack ?? message ?? '')) : null,
      output: output.toString(),
      files,
    });
  }
}

function relative(spec) {
  const file = spec.startsWith('file:') ? fileURLToPath(spec) : spec;
  return relativeFile(order.directory, file);
}

module.exports = AssayReporter;
