'use strict';
// A Mocha reporter that Cypress loads beside the tests of one spec file, and that tells the runner agent how they go.
const fs = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { attach } = require('./attachments.cjs');
const { send } = require('./channel.cjs');
const { readKey, SpecKeys, tagsOf } = require('./specKey.cjs');

const order = JSON.parse(fs.readFileSync(process.env.ASSAY_ORDER, 'utf8'));
const file = process.env.ASSAY_SPEC;

class AssayReporter {
  #keys = new SpecKeys();
  #pictures = new Set();
  #reported = new Set();
  /** The test that runs, or has run and whose picture is yet to come. */
  #current = null;
  #lastError = null;

  constructor(runner) {
    // Each try of a test is announced twice. Under a `before` that fails there is only the second of them; after a test
    // that is left out there is the first once more.
    for (const event of ['test', 'test:before:run']) runner.on(event, (test) => this.#announced(test));
    runner.on('pass', () => this.#outcome('PASS'));
    runner.on('fail', (runnable, error) => this.#fail(runnable, error));
    runner.on('retry', (test, error) => this.#fail(test, error));
    runner.on('pending', (test) => {
      this.#announced(test);
      this.#outcome('IGNORED');
    });
    runner.on('end', () => this.#finish());
  }

  #announced(test) {
    const { id, failed } = this.#current ?? {};
    if (id === undefined || id !== test.id || failed) this.#begin(test);
  }

  #begin(test) {
    const titles = titlesOf(test);
    const again = this.#current?.failed && titles.join(' ') === this.#current.title ? this.#current.key : null;
    this.#flush(again !== null);
    const key = again ?? this.#keys.keyOf(0, file, titles.join(' '));
    this.#reported.add(key);
    const at = Date.now();
    const title = titles.join(' ');
    this.#current = { key, id: test.id, title, at, durationMs: 0, status: null, errors: [], failed: false };
    // Titles that are made when the file runs were in no list.
    send({ t: 'listed', key, file, name: titles.join(' › '), line: null, tags: tagsOf(titles.join(' ')) });
    send({ t: 'begin', key, at });
  }

  #fail(runnable, error) {
    this.#lastError = error;
    if (!this.#current) this.#begin(runnable);
    this.#current.failed = true;
    this.#current.errors.push(error);
    this.#outcome('FAIL');
  }

  #outcome(status) {
    if (!this.#current) return;
    this.#current.status = status;
    this.#current.durationMs = Date.now() - this.#current.at;
  }

  #flush(willRetry) {
    const current = this.#current;
    this.#current = null;
    if (current?.status) send(this.#endOf(current, willRetry));
  }

  #endOf({ key, status, durationMs, errors }, willRetry) {
    const failed = status === 'FAIL';
    return {
      t: 'end',
      key,
      status,
      willRetry: willRetry || (failed && order.retry),
      timedOut: false,
      durationMs,
      error: failed ? textOf(errors.map(({ message }) => message)) : null,
      stack: failed ? textOf(errors.map(({ stack, message }) => stack ?? message)) : null,
      output: '',
      files: this.#newPictures(),
    };
  }

  /** The last test's end waits for the video of its file; what never began is told at once. */
  #finish() {
    const last = this.#current;
    this.#current = null;
    for (const key of order.keys) {
      if (readKey(key).file !== file || this.#reported.has(key)) continue;
      const error = `Cypress did not run this test.${this.#lastError ? ` Before it, there was: ${this.#lastError.message}` : ''}`;
      const nothing = { durationMs: 0, stack: null, output: '', files: [] };
      send({ t: 'end', key, status: 'NOT_RUN', willRetry: false, timedOut: false, error: textOf([error]), ...nothing });
    }
    if (last?.status) fs.writeFileSync(process.env.ASSAY_HELD, JSON.stringify(this.#endOf(last, false)));
  }

  #newPictures() {
    const folder = process.env.ASSAY_PICTURES;
    const names = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }).map(String) : [];
    const fresh = names.filter((name) => /\.(png|jpe?g)$/i.test(name) && !this.#pictures.has(name));
    for (const name of fresh) this.#pictures.add(name);
    return fresh.flatMap((name) => attach(path.basename(name), fs.readFileSync(path.join(folder, name)), null));
  }
}

function titlesOf(runnable) {
  const titles = [];
  for (let each = runnable; each; each = each.parent) if (each.title) titles.unshift(each.title);
  return titles;
}

function textOf(parts) {
  return stripVTControlCharacters([...new Set(parts.filter(Boolean))].join('\n\n'));
}

module.exports = AssayReporter;
