import { BoostDialect } from './boostDialect.ts';
import { CppunitDialect } from './cppunitDialect.ts';
import { isJson } from './jsonStart.ts';
import { JunitDialect } from './junitDialect.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';
import type { FormatReader } from './reportFormat.ts';
import { jsonFormatNames, reportFormatOf } from './reportFormats.ts';
import { ReportSyntaxError } from './reportSyntaxError.ts';
import { sarif } from './sarif.ts';
import { tapFormat } from './tapReader.ts';
import { TrxDefinitions } from './trxDialect.ts';
import { localName, xmlDialectOf } from './xmlDialects.ts';
import { XmlReader } from './xmlReader.ts';

/** The name of the format whose names tests have had before. */
export const junitXml = 'JUnit XML';

const noMessages =
  "this is the result report of Boost.Test, without messages: upload its log, which '--log_format=XML --log_level=all' writes";

/** Reads a report in the format that its beginning shows, XML in the dialect that its root tells. */
export class ReportReader {
  readonly #sink: ReportSink;
  readonly #definitions: TrxDefinitions | null;
  readonly #xml: XmlReader;
  #dialect: ReportDialect | null = null;
  /** Null: it is XML; undefined: nothing has been read. */
  #format: FormatReader | null | undefined;
  /** Null: it is XML. */
  #formatName: string | null = null;
  #isOtherFormat = false;
  #cases = 0;

  /** @param definitions of a TRX report, when they are known from having read it before */
  constructor(sink: ReportSink, definitions: TrxDefinitions | null = null) {
    this.#sink = {
      onCase: (junitCase) => {
        this.#cases += 1;
        sink.onCase(junitCase);
      },
      onFormat: (format) => sink.onFormat?.(format),
      onSuiteOutput: (suite, output) => sink.onSuiteOutput?.(suite, output),
    };
    this.#definitions = definitions;
    this.#xml = new XmlReader({
      open: (name, attributes) => {
        this.#dialect ??= this.#dialectOf(name, attributes);
        if (this.definitions && CppunitDialect.begins(localName(name))) this.#dialect = new CppunitDialect(this.#sink);
        this.#dialect.open(localName(name), attributes);
      },
      close: (name) => this.#dialect?.close(localName(name)),
      text: (text) => this.#dialect?.text(text),
      comment: (comment) => this.#dialect?.comment?.(comment),
      goesOn: (root) => this.#dialect instanceof BoostDialect && BoostDialect.mayFollow(localName(root)),
      isText: (tag, around) => this.#dialect?.isText?.(localName(tag), localName(around)) ?? false,
    });
  }

  /** Not a report, or of a kind that cannot be read. */
  get isOtherFormat(): boolean {
    return this.#isOtherFormat;
  }

  get formatName(): string {
    if (this.#formatName !== null) return this.#formatName;
    return this.#dialect instanceof JunitDialect ? junitXml : 'XML';
  }

  get lacksFiles(): boolean {
    return this.#dialect instanceof JunitDialect && this.#dialect.lacksFiles;
  }

  get cases(): number {
    return this.#cases;
  }

  get repairs(): string[] {
    return this.#xml.repairs;
  }

  /** What has to be known before this report can be read; null: it has been read. */
  get definitions(): TrxDefinitions | null {
    return this.#dialect instanceof TrxDefinitions ? this.#dialect : null;
  }

  /** @throws ReportSyntaxError */
  write(chunk: string): void {
    if (this.#format === undefined && chunk.trim() !== '') this.#format = this.#open(chunk.trimStart());
    if (this.#format) this.#format.write(chunk);
    else this.#xml.write(chunk);
  }

  /** @throws ReportSyntaxError also when the file ends too early, or should hold tests and does not. */
  end(): void {
    if (this.#format) {
      this.#format.end();
      return;
    }
    this.#xml.end();
    const missing = this.#cases > 0 ? null : (this.#dialect?.missing ?? null);
    if (missing !== null) this.#xml.fail(missing);
  }

  /** @returns null for XML */
  #open(start: string): FormatReader | null {
    const format = reportFormatOf(start);
    this.#isOtherFormat = format === sarif || (format === null && isJson(start));
    if (format === null && this.#isOtherFormat) {
      const message = `this JSON is not a report of tests that can be read: these are ${jsonFormatNames.join(', ')}`;
      throw new ReportSyntaxError(message, 1, 0);
    }
    if (format === null && !/^\uFEFF?\s*</.test(start)) throw new ReportSyntaxError(refusalOf(start), 1, 0);
    this.#sink.onFormat?.(format === null ? 'XML' : format === tapFormat ? 'TAP' : 'JSON');
    this.#formatName = format?.name ?? null;
    return format?.open(this.#sink) ?? null;
  }

  #dialectOf(root: string, attributes: Readonly<Record<string, string>>): ReportDialect {
    const dialect = xmlDialectOf(root, attributes, this.#sink, this.#definitions);
    if (dialect) return dialect;
    this.#isOtherFormat = true;
    if (localName(root) === 'testresult') this.#xml.fail(noMessages);
    return this.#xml.fail(`this is not JUnit XML: its root is <${root.slice(0, 100)}>`);
  }
}

/** @returns why text that is no report is not read, and what to upload */
function refusalOf(start: string): string {
  return /^(?:not )?ok \d/m.test(start)
    ? "this is TAP with other output before it: save the tool's own output alone, for example with 'npm test --silent'"
    : 'this is neither XML nor JSON nor TAP: upload the file of a reporter such as JUnit XML, not the console';
}
