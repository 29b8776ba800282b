import { agentProtocol, boundText } from '@assay/contract';
import type { JunitCase } from './junitCase.ts';
import type { ReportSink } from './reportDialect.ts';

/** What jest-junit calls the class of a file that could not be loaded. */
const unloadedByJest = 'Test suite failed to run';

/**
 * Pytest reports a test whose teardown failed twice under one name, and jest-junit a file that could not be loaded: one
 * test each, with all that both say.
 */
export class AroundTest implements ReportSink {
  readonly #sink: ReportSink;
  #last: JunitCase | null = null;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  onFormat(...format: Parameters<NonNullable<ReportSink['onFormat']>>): void {
    this.#sink.onFormat?.(...format);
  }

  onCase(next: JunitCase): void {
    const last = this.#last;
    const same = last && last.name === next.name && last.classname === next.classname && last.file === next.file;
    if (!same || !(isAroundTest(next) || next.classname === unloadedByJest)) {
      this.end();
      this.#last = next;
      return;
    }
    last.outcomes.push(...next.outcomes);
    last.durationMs = (last.durationMs ?? 0) + (next.durationMs ?? 0);
    last.output = together(last.output, next.output);
    last.errorOutput = together(last.errorOutput, next.errorOutput);
    last.attachments = [...new Set([...last.attachments, ...next.attachments])];
  }

  onSuiteOutput(...output: Parameters<NonNullable<ReportSink['onSuiteOutput']>>): void {
    this.end();
    this.#sink.onSuiteOutput?.(...output);
  }

  end(): void {
    if (this.#last) this.#sink.onCase(this.#last);
    this.#last = null;
  }
}

function isAroundTest({ outcomes }: JunitCase): boolean {
  return (
    outcomes.length > 0 &&
    outcomes.every(
      ({ kind, message, text }) => kind === 'error' && /\b(teardown|tear down)\b/i.test(message || text.slice(0, 500)),
    )
  );
}

/** What is printed around a test mostly repeats what the test printed. */
function together(first: string, second: string): string {
  if (second.includes(first)) return second;
  return first.includes(second) ? first : boundText(`${first}\n${second}`, agentProtocol.textLimit);
}
