import { StringDecoder } from 'node:string_decoder';
import { inflateSync } from 'node:zlib';
import { agentProtocol, BoundedText, type ResultStatus } from '@assay/contract';
import { caseOf, concludeCase, outcomeOf, suiteOf } from './caseOf.ts';
import { ElementTexts } from './elementTexts.ts';
import type { JunitCase, JunitSuite } from './junitCase.ts';
import { parseJunitTime } from './junitTime.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';

const statuses: ReadonlyMap<string, ResultStatus> = new Map([
  ['passed', 'PASS'],
  ['failed', 'FAIL'],
  ['notrun', 'IGNORED'],
]);
/** Bytes of one test's output once unpacked. */
const maxOutputBytes = 16 * 1024 * 1024;
const partBytes = 256 * 1024;

type OpenTest = { junitCase: JunitCase; said: string; measured: Map<string, string> };

/** CTest's own `Test.xml`, named as its JUnit XML names the same tests. */
export class CtestDialect implements ReportDialect {
  readonly #sink: ReportSink;
  readonly #texts = new ElementTexts('name', 'value');
  #suite: JunitSuite = suiteOf('');
  #test: OpenTest | null = null;
  #measurement: string | null = null;
  #isTesting = false;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  get missing(): string | null {
    return this.#isTesting ? null : 'it holds what CTest says of a build, and no tests';
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    this.#texts.open(element, attributes);
    if (element === 'site') {
      this.#suite = { ...suiteOf(attributes.BuildName ?? ''), timestamp: attributes.BuildStamp ?? null };
    } else if (element === 'testing') this.#isTesting = true;
    // A list of all tests stands before them, without a status.
    else if (element === 'test' && attributes.Status !== undefined) {
      this.#test = { junitCase: caseOf('', '', [this.#suite]), said: attributes.Status, measured: new Map() };
    } else if (element === 'namedmeasurement') this.#measurement = attributes.name ?? null;
  }

  close(): void {
    const { name, attributes, text } = this.#texts.close();
    const test = this.#test;
    if (!test) return;
    if (name === 'test') this.#closeTest(test);
    else if (name === 'namedmeasurement') this.#measurement = null;
    else if (name === 'name' && this.#texts.parent === 'test') {
      test.junitCase.name = text;
      test.junitCase.classname = text;
    } else if (name === 'value' && this.#measurement !== null) test.measured.set(this.#measurement, text);
    else if (name === 'value') test.junitCase.output = outputOf(text, attributes);
  }

  text(text: string): void {
    this.#texts.append(text);
  }

  #closeTest({ junitCase, said, measured }: OpenTest): void {
    this.#test = null;
    junitCase.durationMs = parseJunitTime(measured.get('Execution Time'));
    const status = statuses.get(said.toLowerCase()) ?? null;
    const reason = measured.get('Fail Reason') ?? measured.get('Completion Status') ?? '';
    const exit = [measured.get('Exit Code'), measured.get('Exit Value')].filter(Boolean).join(' ');
    if (status === 'IGNORED') junitCase.outcomes.push(outcomeOf('skipped', reason));
    if (status === 'FAIL')
      junitCase.outcomes.push(outcomeOf('failure', reason === 'Completed' ? exit : reason || exit));
    concludeCase(junitCase, status, said);
    this.#sink.onCase(junitCase);
  }
}

function outputOf(text: string, { encoding, compression }: Readonly<Record<string, string>>): string {
  if (encoding !== 'base64') return text;
  const bytes = Buffer.from(text, 'base64');
  if (compression !== 'gzip') return bytes.toString();
  try {
    return boundedTextOf(inflateSync(bytes, { maxOutputLength: maxOutputBytes }));
  } catch (error) {
    return `(the output cannot be unpacked: ${error instanceof Error ? error.message : String(error)})`;
  }
}

/** In parts: as one string, the outputs of a few tests would fill the memory. */
function boundedTextOf(bytes: Buffer): string {
  const text = new BoundedText(agentProtocol.textLimit);
  const decoder = new StringDecoder('utf8');
  for (let at = 0; at < bytes.length; at += partBytes) text.append(decoder.write(bytes.subarray(at, at + partBytes)));
  text.append(decoder.end());
  return text.toString();
}
