import { agentProtocol, BoundedText, withoutEscapeCodes } from '@assay/contract';
import { attachmentsNamedIn } from './attachmentNotes.ts';
import { caseOf, outcomeOf } from './caseOf.ts';
import { type JunitCase, type JunitOutcome, type JunitSuite, statusOfAttributes } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';
import { isLintWarning } from './lintFindings.ts';

const maxOutcomes = 50;
const maxAttachments = 50;

/** Catch2 does not count failures of test cases that may or should fail. */
const mayFail = 'TEST_CASE tagged with !mayfail';
/** PHPUnit does not count tests without assertions. */
const riskyTest = 'PHPUnit\\Framework\\RiskyTestError';

export type Output = 'system-out' | 'system-err';

/** prove does not fail for it, and TAP::Formatter::JUnit writes an error. */
const todoSucceeded = 'TodoTestSucceeded';

type Printed = Partial<Record<Output, BoundedText>>;

/** A testcase element being read; every text is bounded. */
export class CaseInProgress {
  readonly #case: JunitCase;
  #outcome: { outcome: JunitOutcome; type: string; text: BoundedText; printed: Printed } | null = null;
  readonly #printed: Printed = {};
  /** Where text that is read now belongs. */
  #target: BoundedText | null = null;

  private constructor(junitCase: JunitCase) {
    this.#case = junitCase;
  }

  static of(attributes: Readonly<Record<string, string>>, suites: JunitSuite[]): CaseInProgress {
    const junitCase = caseOf(attributes.name ?? '', attributes.classname ?? attributes.class ?? '', suites);
    return new CaseInProgress({
      ...junitCase,
      file: attributes.file ?? attributes.filepath ?? null,
      durationMs: parseJunitTime(attributes.time ?? attributes.duration),
      attributeStatus: statusOfAttributes(attributes),
    });
  }

  append(text: string): void {
    this.#target?.append(text);
  }

  openOutcome(element: JunitOutcome['kind'], attributes: Readonly<Record<string, string>>): void {
    if (this.#outcome) return;
    const { message = '', type = '' } = attributes;
    const kind = countedAs(element, type, message);
    const outcome: JunitOutcome = { kind, message: boundedMessage(message), text: '', output: '', errorOutput: '' };
    this.#outcome = { outcome, type, text: new BoundedText(agentProtocol.textLimit), printed: {} };
    if (this.#case.outcomes.length < maxOutcomes) this.#case.outcomes.push(outcome);
    else this.#keepWorst(outcome);
    this.#target = this.#outcome.text;
  }

  closeOutcome(): void {
    if (!this.#outcome) return;
    const { outcome, type, text, printed } = this.#outcome;
    outcome.text = withoutEscapeCodes(text.toString());
    outcome.output = textOf(printed, 'system-out');
    outcome.errorOutput = textOf(printed, 'system-err');
    if (isLintWarning(outcome.kind, type, outcome.text)) outcome.kind = 'skipped';
    // LuaUnit has the message there, and the text is a trace.
    const isTrace = /^\s*(?:stack traceback:|$)/.test(outcome.text);
    if (outcome.kind !== 'skipped' && outcome.message === '' && isTrace) {
      outcome.message = boundedMessage(type);
    }
    this.#outcome = null;
    this.#target = null;
  }

  /** An element within the case that may hold text: its output, or an outcome's own trace and output. */
  openText(element: string): void {
    if (isOutput(element)) {
      const printed = this.#outcome?.printed ?? this.#printed;
      printed[element] ??= new BoundedText(agentProtocol.textLimit);
      this.#target = printed[element];
    } else this.#target = element === 'stacktrace' ? (this.#outcome?.text ?? null) : null;
  }

  closeText(): void {
    this.#target = this.#outcome?.text ?? null;
  }

  /** @param skips whether a property says that the test is skipped or to be done */
  property(name: string, value: string, skips: boolean): void {
    if (skips && (name === 'skip' || name === 'todo')) {
      const reason = value === 'true' ? '' : boundedMessage(value);
      this.#case.outcomes.push(outcomeOf(name === 'skip' ? 'skipped' : 'todo', reason));
    }
    if (/^attachments?$/i.test(name)) this.#attach(value);
  }

  /** @returns the complete case. Call it once. */
  finish(): JunitCase {
    this.#case.output = textOf(this.#printed, 'system-out');
    this.#case.errorOutput = textOf(this.#printed, 'system-err');
    for (const { output, errorOutput } of [...this.#case.outcomes, this.#case]) {
      for (const path of attachmentsNamedIn(output + errorOutput)) this.#attach(path);
    }
    return this.#case;
  }

  // A failure among very many outcomes is not lost: it replaces the last one.
  #keepWorst(outcome: JunitOutcome): void {
    const { outcomes } = this.#case;
    if (outcome.kind !== 'failure' && outcome.kind !== 'error') return;
    if (!outcomes.some(({ kind }) => kind === 'failure' || kind === 'error')) outcomes[maxOutcomes - 1] = outcome;
  }

  #attach(path: string): void {
    const { attachments } = this.#case;
    const trimmed = path.trim();
    if (trimmed && attachments.length < maxAttachments && !attachments.includes(trimmed)) attachments.push(trimmed);
  }
}

export function isOutput(element: string): element is Output {
  return element === 'system-out' || element === 'system-err';
}

/** @returns what the tool itself takes an outcome for, by its exit code */
function countedAs(element: JunitOutcome['kind'], type: string, message: string): JunitOutcome['kind'] {
  if (element === 'skipped' && (type === 'todo' || message === mayFail)) return 'todo';
  if (type === todoSucceeded) return 'todo';
  return type === riskyTest ? 'skipped' : element;
}

function textOf(printed: Printed, element: Output): string {
  return printed[element]?.toString() ?? '';
}

function boundedMessage(message: string): string {
  return withoutEscapeCodes(message.slice(0, agentProtocol.textLimit));
}
