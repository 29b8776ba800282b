import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AroundTest } from './aroundTest.ts';
import type { ReportSink } from './reportDialect.ts';
import { EncodingFinder, type ReportEncoding } from './reportEncoding.ts';
import { ReportReader } from './reportReader.ts';
import { ReportSyntaxError } from './reportSyntaxError.ts';
import type { TrxDefinitions } from './trxDialect.ts';

/** Bytes of one file; more is not read. */
export const maxReportBytes = 200 * 1024 * 1024;
/** Bytes read at once. */
const chunkSize = 256 * 1024;

/** Why and where a file cannot be read on. Lines are counted from 1, columns from 0. */
export type JunitProblem = {
  message: string;
  line: number;
  column: number;
  /** It is not a report, or of a kind that cannot be read. */
  otherFormat: boolean;
};

export type JunitReading = {
  /** What is wrong with the file; null when it was read to its end. */
  problem: JunitProblem | null;
  /** What is wrong and was read nevertheless, in words. */
  repairs: string[];
  /** How many cases were handed over. */
  cases: number;
  /** One of XML but JUnit's is called 'XML'. */
  formatName: string;
  /** It is JUnit XML of jest-junit with its default settings, by which tests do not say their files. */
  lacksFiles: boolean;
};

/** A report whose bytes are read from the start as often as they are asked for. */
export type ReportSource = { size: number; chunks(): AsyncIterable<Buffer> };

/**
 * Hands over the cases of a report one by one, up to where it can be read: JUnit XML, the dialects in `xmlDialects.ts` and
 * the formats in `reportFormats.ts`. Memory is bounded by what the caller stores: the file may be large.
 * @param source the path of a file, its bytes, or what reads them
 */
export async function readJunitFile(source: string | Buffer | ReportSource, sink: ReportSink): Promise<JunitReading> {
  if (!Buffer.isBuffer(source)) {
    const { size } = typeof source === 'string' ? await stat(source) : source;
    if (size > maxReportBytes) {
      const message = `the file has ${size} bytes, ${maxReportBytes} at most are read`;
      const problem = { message, line: 1, column: 0, otherFormat: false };
      return { problem, repairs: [], cases: 0, formatName: 'XML', lacksFiles: false };
    }
  }
  const finder = new EncodingFinder();
  for await (const chunk of bytesOf(source)) finder.add(chunk);
  const encoding = finder.find();
  const { definitions, ...reading } = await readOnce(source, encoding, sink, null);
  if (definitions === null || reading.problem !== null) return reading;
  const { definitions: _, ...second } = await readOnce(source, encoding, sink, definitions);
  return second;
}

async function readOnce(
  source: string | Buffer | ReportSource,
  { encoding, repairs }: ReportEncoding,
  sink: ReportSink,
  definitions: TrxDefinitions | null,
): Promise<JunitReading & { definitions: TrxDefinitions | null }> {
  const joined = new AroundTest(sink);
  const reader = new ReportReader(joined, definitions);
  const said = (problem: JunitProblem | null) => ({
    problem,
    repairs: [...repairs, ...reader.repairs],
    cases: reader.cases,
    formatName: reader.formatName,
    lacksFiles: reader.lacksFiles,
    definitions: reader.definitions,
  });
  try {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of bytesOf(source)) reader.write(decoder.decode(chunk, { stream: true }));
    reader.write(decoder.decode());
    reader.end();
    return said(null);
  } catch (error) {
    if (!(error instanceof ReportSyntaxError)) throw error;
    const { message, line, column } = error;
    return said({ message, line, column, otherFormat: reader.isOtherFormat });
  } finally {
    joined.end();
  }
}

function bytesOf(source: string | Buffer | ReportSource): Iterable<Buffer> | AsyncIterable<Buffer> {
  if (Buffer.isBuffer(source)) return [source];
  return typeof source === 'string' ? createReadStream(source, { highWaterMark: chunkSize }) : source.chunks();
}
