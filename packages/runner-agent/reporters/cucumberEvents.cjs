'use strict';
// Translates CucumberJS's messages into events for the runner agent: which scenarios there are, and their results.
const { attach } = require('./attachments.cjs');
const { BoundedOutput } = require('./boundedOutput.cjs');
const { captureOutput } = require('./captureOutput.cjs');
const { send } = require('./channel.cjs');
const { relativeFile } = require('./relativeFile.cjs');
const { headOf, marks, textOf } = require('./resultTexts.cjs');

// The worst result of its steps is the scenario's.
const worst = ['UNKNOWN', 'PASSED', 'SKIPPED', 'PENDING', 'UNDEFINED', 'AMBIGUOUS', 'FAILED'];
const results = { PASSED: 'PASS', SKIPPED: 'IGNORED' };
const stepStatuses = { PASSED: 'PASS', SKIPPED: 'SKIPPED' };
const maxSteps = 300;

class CucumberEvents {
  #lines = new Map();
  #examples = new Map();
  #pickles = new Map();
  #testCases = new Map();
  #steps = new Map();
  #running = new Map();
  #files = 0;
  #say = null;
  #ignored;
  #keyOf;
  #triedAgain;
  #onListed;

  /**
   * @param ignored results that do not fail a scenario: see ignoredOutcomes
   * @param options keyOf: what selects the scenario of a file and line; triedAgain: failed scenarios are retried, but
   * not by CucumberJS; onListed: receives the scenarios, null where they are known
   */
  constructor(ignored, { keyOf = lineOf, triedAgain = false, onListed = send } = {}) {
    this.#ignored = ignored;
    this.#keyOf = keyOf;
    this.#triedAgain = triedAgain;
    this.#onListed = onListed;
  }

  take(envelope) {
    if (envelope.gherkinDocument) this.#readDocument(envelope.gherkinDocument);
    else if (envelope.pickle) this.#pickles.set(envelope.pickle.id, envelope.pickle);
    else if (envelope.testCase) this.#list(envelope.testCase);
    else if (envelope.testCaseStarted) this.#begin(envelope.testCaseStarted);
    else if (envelope.testStepFinished) this.#step(envelope.testStepFinished);
    else if (envelope.attachment) this.#attach(envelope.attachment);
    else if (envelope.testCaseFinished) this.#end(envelope.testCaseFinished);
    else if (envelope.parseError) {
      const { source, message } = envelope.parseError;
      send({ t: 'problem', message: `${source.uri}: ${message}` });
    } else if (envelope.testRunFinished?.message || envelope.testRunFinished?.exception) {
      const { message, exception } = envelope.testRunFinished;
      send({ t: 'problem', message: message ?? exception.message ?? 'A hook outside the scenarios failed.' });
    }
  }

  #readDocument(document) {
    const readChildren = (children) => {
      for (const child of children) {
        if (child.rule) readChildren(child.rule.children);
        if (!child.scenario) continue;
        this.#lines.set(child.scenario.id, child.scenario.location.line);
        for (const examples of child.scenario.examples ?? []) {
          for (const row of examples.tableBody ?? []) {
            this.#lines.set(row.id, row.location.line);
            this.#examples.set(
              row.id,
              row.cells.map((cell) => cell.value),
            );
          }
        }
      }
    };
    readChildren(document.feature?.children ?? []);
  }

  // A pickle's last node is the row of its examples, or the scenario itself: its line selects exactly this scenario.
  #list(testCase) {
    const pickle = this.#pickles.get(testCase.pickleId);
    if (!pickle) return;
    const node = pickle.astNodeIds.at(-1);
    const line = this.#lines.get(node) ?? null;
    const values = this.#examples.get(node);
    const file = relativeOf(pickle.uri);
    const key = this.#keyOf(file, line);
    const name = values ? `${pickle.name} (${values.join(', ')})` : pickle.name;
    this.#testCases.set(testCase.id, { key, name, place: lineOf(file, line) });
    for (const step of testCase.testSteps) {
      const text = pickle.steps.find((each) => each.id === step.pickleStepId)?.text;
      this.#steps.set(step.id, text ?? null);
    }
    this.#onListed?.({ t: 'listed', key, file, name, line, tags: pickle.tags.map((tag) => tag.name) });
  }

  #begin(started) {
    const { key, name, place } = this.#testCases.get(started.testCaseId) ?? {};
    if (key === undefined) return;
    const at = millis(started.timestamp);
    this.#running.set(started.id, {
      key,
      name,
      place,
      at,
      output: new BoundedOutput(),
      outcome: 'UNKNOWN',
      willBeRetried: false,
      errors: [],
      files: [],
      steps: [],
    });
    this.#say ??= captureOutput((text) => [...this.#running.values()].at(-1)?.output.append(text));
    send({ t: 'begin', key, at });
  }

  #step({ testCaseStartedId, testStepId, testStepResult, timestamp }) {
    const running = this.#running.get(testCaseStartedId);
    if (!running) return;
    const { message } = testStepResult;
    const status = statusOf(testStepResult);
    // Version 7 sends it with the step.
    if (testStepResult.willBeRetried) running.willBeRetried = true;
    if (worst.indexOf(status) > worst.indexOf(running.outcome)) running.outcome = status;
    const step = this.#steps.get(testStepId);
    this.#noteStep(running, { title: step, status, endedAt: millis(timestamp), duration: testStepResult.duration });
    if (status === 'UNDEFINED') running.errors.push({ head: `There is no step definition for '${step}'.`, stack: '' });
    else if (status === 'PENDING') running.errors.push({ head: `The step '${step}' is pending.`, stack: '' });
    else if (status === 'AMBIGUOUS')
      running.errors.push({ head: `More than one step definition fits '${step}'.`, stack: message ?? '' });
    else if (status === 'FAILED') running.errors.push({ head: headOf(message ?? ''), stack: message ?? '', step });
  }

  // Hooks have no text; they are of interest when they fail.
  #noteStep(running, { title, status, endedAt, duration }) {
    const durationMs = Math.max(0, duration ? millis(duration) : 0);
    if (running.steps.length === maxSteps || (!title && status !== 'FAILED')) return;
    running.steps.push({
      title: (title || 'Hook').slice(0, 2000),
      depth: 0,
      status: stepStatuses[status] ?? 'FAIL',
      startMs: Math.max(0, endedAt - durationMs - running.at),
      durationMs,
    });
  }

  #attach(attachment) {
    const running = this.#running.get(attachment.testCaseStartedId) ?? [...this.#running.values()].at(-1);
    if (!running) return;
    const { mediaType, body, contentEncoding, fileName } = attachment;
    const isBase64 = contentEncoding === 'BASE64' || contentEncoding === 1;
    if (!isBase64 && /^text\/(x\.cucumber\.log|plain)/.test(mediaType)) {
      running.output.append(`${body}\n`);
      return;
    }
    this.#files += 1;
    const name = fileName ?? `attachment-${this.#files}`;
    running.files.push(...attach(name, Buffer.from(body, isBase64 ? 'base64' : 'utf8'), mediaType));
  }

  #end({ testCaseStartedId, timestamp, ...ended }) {
    const running = this.#running.get(testCaseStartedId);
    this.#running.delete(testCaseStartedId);
    if (!running) return;
    const status = this.#resultOf(running.outcome);
    const willBeRetried = (ended.willBeRetried ?? running.willBeRetried) || (this.#triedAgain && status === 'FAIL');
    const durationMs = Math.max(0, Math.round(millis(timestamp) - running.at));
    const again = willBeRetried ? ', trying again' : '';
    this.#say?.(`${marks[status]} ${running.place}  ${running.name} (${durationMs} ms${again})\n`);
    send({
      t: 'end',
      key: running.key,
      status,
      willRetry: willBeRetried,
      timedOut: false,
      durationMs,
      error: status === 'FAIL' ? textOf(running.errors.map(({ head }) => head)) : null,
      stack:
        status === 'FAIL'
          ? textOf(running.errors.map(({ step, stack }) => (step ? `Step: ${step}\n${stack}` : stack)))
          : null,
      output: running.output.toString(),
      files: running.files,
      steps: running.steps,
    });
  }

  #resultOf(outcome) {
    // In a scenario without steps, nothing has failed.
    if (outcome === 'UNKNOWN') return 'PASS';
    if (this.#ignored.includes(outcome)) return 'IGNORED';
    return results[outcome] ?? 'FAIL';
  }
}

/** @param strict whether a pending step fails its scenario, CucumberJS's default */
function ignoredOutcomes(strict) {
  return strict ? [] : ['PENDING'];
}

function lineOf(file, line) {
  return `${file}:${line}`;
}

function relativeOf(uri) {
  return relativeFile(process.cwd(), uri);
}

// Early versions 7 use numbers. An unknown result does not pass.
function statusOf({ status }) {
  const name = typeof status === 'number' ? worst[status] : status;
  return worst.includes(name) ? name : 'FAILED';
}

function millis({ seconds, nanos }) {
  return Number(seconds) * 1000 + nanos / 1e6;
}

module.exports = { CucumberEvents, ignoredOutcomes, relativeOf };
