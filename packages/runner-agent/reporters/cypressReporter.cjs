'use strict';
// A Mocha reporter that Cypress loads beside the tests of one spec file. It reports their results to the runner agent.
const fs = require('node:fs');
const path = require('node:path');
const { attach } = require('./attachments.cjs');
const { send } = require('./channel.cjs');
const order = require('./order.cjs');
const { textOf } = require('./resultTexts.cjs');
const { readKey, SpecKeys, tagsOf } = require('./specKey.cjs');

const file = process.env.ASSAY_SPEC;

class AssayReporter {
  #keys = new SpecKeys();
  #pictures = new Set();
  #reported = new Set();
  /** The running test, or the finished one whose screenshot is still to come. */
  #current = null;
  /** Failures around tests, with the titles of their suite: a failed hook prevents the rest of its tests. */
  #around = [];

  constructor(runner) {
    // A file here shows that Cypress could prepare the spec file.
    fs.writeFileSync(process.env.ASSAY_HELD, 'null');
    // Each try of a test is announced twice. Below a failed `before` there is only the second announcement; after a
    // skipped test, the first one is repeated.
    for (const event of ['test', 'test:before:run']) runner.on(event, (test) => this.#announced(test));
    runner.on('pass', () => this.#outcome('PASS'));
    runner.on('fail', (runnable, error) => this.#fail(runnable, error));
    // The error of a try that is not the last comes only with the test.
    runner.on('retry', (test, error) => this.#fail(test, error ?? test.err));
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
    // Titles computed at run time were not in the list.
    send({ t: 'listed', key, file, name: titles.join(' › '), line: null, tags: tagsOf(titles.join(' ')) });
    send({ t: 'begin', key, at });
  }

  #fail(runnable, cause) {
    const error = cause ?? { message: 'Cypress told of no reason.' };
    if (isHook(runnable)) this.#around.push({ titles: titlesOf(runnable.parent).join(' '), error });
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

  /** The file itself, where it stands for unknown tests: these have been reported by now. */
  #tellLoaded(key) {
    const [broken] = this.#around.filter(({ titles }) => titles === '');
    const status = broken ? 'FAIL' : 'PASS';
    const told = { status, durationMs: 0, errors: broken ? [broken.error] : [] };
    send({ t: 'begin', key, at: Date.now() });
    send(this.#endOf({ key, ...told }, false));
  }

  /**
   * @returns the failure in the nearest suite around a test, or in the file itself: '' and 'Shop' go before 'Shop
   * closed'
   */
  #whatBroke(title) {
    const isAround = ({ titles }) => titles === '' || title.startsWith(`${titles} `);
    return this.#around.filter(isAround).sort((one, other) => other.titles.length - one.titles.length)[0];
  }

  /** The last test's end waits for the video of its file; tests that never began are reported at once. */
  #finish() {
    const last = this.#current?.status ? this.#endOf(this.#current, false) : null;
    this.#current = null;
    for (const key of order.keys) {
      const test = readKey(key);
      if (test.file !== file || this.#reported.has(key)) continue;
      if (order.loading.includes(key)) {
        this.#tellLoaded(key);
        continue;
      }
      const why = this.#whatBroke(test.title);
      const error = `Cypress did not run this test.${why ? ` Before it, there was: ${why.error.message}` : ''}`;
      const nothing = { durationMs: 0, stack: null, output: '', files: [] };
      send({ t: 'end', key, status: 'NOT_RUN', willRetry: false, timedOut: false, error: textOf([error]), ...nothing });
    }
    fs.writeFileSync(process.env.ASSAY_HELD, JSON.stringify(last));
  }

  #newPictures() {
    const folder = process.env.ASSAY_PICTURES;
    const names = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }).map(String) : [];
    const fresh = names.filter((name) => /\.(png|jpe?g)$/i.test(name) && !this.#pictures.has(name));
    for (const name of fresh) this.#pictures.add(name);
    return fresh.flatMap((name) => attach(path.basename(name), fs.readFileSync(path.join(folder, name)), null));
  }
}

/** Also the test that Cypress invents for an error in the file itself. */
function isHook({ title }) {
  return /^"(before|after) (all|each)" hook|^An uncaught error was detected outside of a test$/.test(title);
}

function titlesOf(runnable) {
  const titles = [];
  for (let each = runnable; each; each = each.parent) if (each.title) titles.unshift(each.title);
  return titles;
}

module.exports = AssayReporter;
