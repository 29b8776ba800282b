import { allureResult } from './allureResult.ts';
import { ctrfJson } from './ctrfJson.ts';
import { cucumberJson } from './cucumberJson.ts';
import { cucumberMessages } from './cucumberMessages.ts';
import { dartJson } from './dartJson.ts';
import { eslintJson } from './eslintJson.ts';
import { goTestJson } from './goTestJson.ts';
import { jestJson } from './jestJson.ts';
import { mochaJson } from './mochaJson.ts';
import { mochawesomeJson } from './mochawesomeJson.ts';
import { playwrightBlob } from './playwrightBlob.ts';
import { playwrightJson } from './playwrightJson.ts';
import { pytestReportlog } from './pytestReportlog.ts';
import type { ReportFormat } from './reportFormat.ts';
import { rspecJson } from './rspecJson.ts';
import { sarif } from './sarif.ts';
import { stylelintJson } from './stylelintJson.ts';
import { tapFormat } from './tapReader.ts';
import { teamCityMessages } from './teamCityMessages.ts';
import { xcresultJson } from './xcresultJson.ts';

/** All formats but XML, whose dialects `ReportReader` finds by their root. The first that detects a file reads it. */
const formats: readonly ReportFormat[] = [
  tapFormat,
  ctrfJson,
  playwrightJson,
  playwrightBlob,
  jestJson,
  mochaJson,
  mochawesomeJson,
  cucumberMessages,
  cucumberJson,
  pytestReportlog,
  rspecJson,
  allureResult,
  goTestJson,
  dartJson,
  eslintJson,
  stylelintJson,
  xcresultJson,
  teamCityMessages,
  sarif,
];
/** Characters that show it. */
const startLength = 4096;

/** @returns the format of a file by its beginning; null: XML, or nothing that is known */
export function reportFormatOf(start: string): ReportFormat | null {
  const text = start.slice(0, startLength);
  return formats.find((format) => format.detects(text)) ?? null;
}

/** The formats in JSON that can be read. */
export const jsonFormatNames: readonly string[] = formats
  .filter((format) => format !== sarif && format !== tapFormat && format !== teamCityMessages)
  .map(({ name }) => name);
