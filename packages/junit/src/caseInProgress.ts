import { stripVTControlCharacters } from 'node:util';
import { agentProtocol, BoundedText } from '@assay/contract';
import { attachmentsNamedIn } from './attachmentNotes.ts';
import { type JunitCase, type JunitOutcome, type JunitSuite, statusOfAttributes } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';

const maxOutcomes = 50;
const maxAttachments = 50;
const maxNameLength = 2000;

type Output = 'system-out' | 'system-err';

/** A testcase element being read; every text is bounded. */
export class CaseInProgress {
  readonly #case: JunitCase;
  #outcome: { outcome: JunitOutcome; text: BoundedText } | null = null;
  #output: BoundedText | null = null;
  #errorOutput: BoundedText | null = null;
  /** Where text that is read now belongs. */
  #target: BoundedText | null = null;

  private constructor(junitCase: JunitCase) {
    this.#case = junitCase;
  }

  static of(attributes: Record<string, string>, suites: JunitSuite[]): CaseInProgress {
    return new CaseInProgress({
      suites,
      name: (attributes.name ?? '').slice(0, maxNameLength),
      classname: (attributes.classname ?? attributes.class ?? '').slice(0, maxNameLength),
      file: attributes.file ?? attributes.filepath ?? null,
      durationMs: parseJunitTime(attributes.time ?? attributes.duration),
      attributeStatus: statusOfAttributes(attributes),
      outcomes: [],
      output: '',
      errorOutput: '',
      attachments: [],
    });
  }

  append(text: string): void {
    this.#target?.append(text);
  }

  openOutcome(element: JunitOutcome['kind'], { message = '', type }: Record<string, string>): void {
    if (this.#outcome) return;
    const kind = element === 'skipped' && type === 'todo' ? 'todo' : element;
    const outcome = { kind, message: boundedMessage(message), text: '' };
    this.#outcome = { outcome, text: new BoundedText(agentProtocol.textLimit) };
    if (this.#case.outcomes.length < maxOutcomes) this.#case.outcomes.push(outcome);
    else this.#keepWorst(outcome);
    this.#target = this.#outcome.text;
  }

  closeOutcome(): void {
    if (!this.#outcome) return;
    const { outcome, text } = this.#outcome;
    outcome.text = stripVTControlCharacters(text.toString());
    this.#outcome = null;
    this.#target = null;
  }

  /** An element within the case that may hold text: its output, or an outcome's own trace and output. */
  openText(element: string): void {
    if (this.#outcome) this.#target = element === 'stacktrace' ? this.#outcome.text : null;
    else this.#target = isOutput(element) ? this.#outputOf(element) : null;
  }

  closeText(_element: string): void {
    this.#target = this.#outcome?.text ?? null;
  }

  property(name: string, value: string): void {
    if (/^attachments?$/i.test(name)) this.#attach(value);
  }

  /** @returns the complete case. Call it once. */
  finish(): JunitCase {
    this.#case.output = this.#output?.toString() ?? '';
    this.#case.errorOutput = this.#errorOutput?.toString() ?? '';
    for (const text of [this.#case.output, this.#case.errorOutput]) {
      for (const path of attachmentsNamedIn(text)) this.#attach(path);
    }
    return this.#case;
  }

  // A failure among very many outcomes is not lost: it replaces the last one.
  #keepWorst(outcome: JunitOutcome): void {
    const { outcomes } = this.#case;
    if (outcome.kind !== 'failure' && outcome.kind !== 'error') return;
    if (!outcomes.some(({ kind }) => kind === 'failure' || kind === 'error')) outcomes[maxOutcomes - 1] = outcome;
  }

  #outputOf(element: Output): BoundedText {
    if (element === 'system-out') {
      this.#output ??= new BoundedText(agentProtocol.textLimit);
      return this.#output;
    }
    this.#errorOutput ??= new BoundedText(agentProtocol.textLimit);
    return this.#errorOutput;
  }

  #attach(path: string): void {
    const { attachments } = this.#case;
    const trimmed = path.trim();
    if (trimmed && attachments.length < maxAttachments && !attachments.includes(trimmed)) attachments.push(trimmed);
  }
}

function isOutput(element: string): element is Output {
  return element === 'system-out' || element === 'system-err';
}

function boundedMessage(message: string): string {
  return stripVTControlCharacters(message.slice(0, agentProtocol.textLimit));
}
