'use strict';
// Reads the detailed console output of `dotnet test`, in which each test's result is on its own line, followed by its
// details.
const line = /^ {2}(Passed|Failed|Skipped) (.+?)(?: \[(.+)\])?$/;
const section = /^ {2}(Error Message|Stack Trace|Standard Output Messages|Standard Error Messages):\s*$/;
const over = /^(Test Run |Total tests:|Results File:|Attachments:|Passed!|Failed!|Skipped!|The active test run)/;
const statuses = { Passed: 'PASS', Failed: 'FAIL', Skipped: 'IGNORED' };
const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

class NunitConsole {
  #onResult;
  #current = null;
  #section = null;

  /** @param onResult receives {name, status, durationMs, error, stack, output} once a test's lines are complete */
  constructor(onResult) {
    this.#onResult = onResult;
  }

  take(text) {
    const result = line.exec(text);
    if (result) {
      this.end();
      const [, outcome, name, duration] = result;
      this.#current = { name, status: statuses[outcome], durationMs: millis(duration ?? ''), sections: {} };
      return;
    }
    if (!this.#current) return;
    if (over.test(text)) return this.end();
    const begun = section.exec(text)?.[1];
    if (begun) {
      this.#section = begun;
      this.#current.sections[begun] ??= [];
    } else if (this.#section) this.#current.sections[this.#section].push(text.replace(/^ {1,4}/, ''));
  }

  end() {
    const current = this.#current;
    this.#current = null;
    this.#section = null;
    if (!current) return;
    const { sections, ...result } = current;
    const textOf = (name) => (sections[name] ?? []).join('\n').trim();
    const output = [textOf('Standard Output Messages'), textOf('Standard Error Messages')].filter(Boolean).join('\n');
    const told = result.status !== 'PASS';
    const [error, stack] = [textOf('Error Message'), textOf('Stack Trace')];
    this.#onResult({ ...result, error: (told && error) || null, stack: (told && stack) || null, output });
  }
}

/** '1 m 2 s', '< 1 ms' */
function millis(text) {
  return [...text.matchAll(/([\d.,]+) (h|ms|m|s)\b/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount.replace(',', '.')) * units[unit],
    0,
  );
}

module.exports = { NunitConsole };
