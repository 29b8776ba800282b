import { BoostDialect } from './boostDialect.ts';
import { CheckDialect } from './checkDialect.ts';
import { CtestDialect } from './ctestDialect.ts';
import { CunitDialect } from './cunitDialect.ts';
import { JunitDialect } from './junitDialect.ts';
import { Nunit2Dialect } from './nunit2Dialect.ts';
import { NunitDialect } from './nunitDialect.ts';
import { QtestDialect } from './qtestDialect.ts';
import type { ReportDialect, ReportSink } from './reportDialect.ts';
import { RobotDialect } from './robotDialect.ts';
import { SonarDialect } from './sonarDialect.ts';
import { TestngDialect } from './testngDialect.ts';
import { TrxDefinitions, TrxDialect } from './trxDialect.ts';
import { UnittestppDialect } from './unittestppDialect.ts';
import { XunitDialect } from './xunitDialect.ts';

type Dialect = new (sink: ReportSink) => ReportDialect;

/** By the name of the root as it is written: others have these names in lower case. */
const byName: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['Site', CtestDialect],
  ['TestCase', QtestDialect],
]);

/** By the name of the root in lower case. */
const byElement: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['testsuites', JunitDialect],
  ['testsuite', JunitDialect],
  ['testcase', JunitDialect],
  ['testrun', JunitDialect],
  ['assemblies', XunitDialect],
  ['assembly', XunitDialect],
  ['cunit_test_run_report', CunitDialect],
  ['robot', RobotDialect],
  ['test-results', Nunit2Dialect],
  ['test-run', NunitDialect],
  ['test-suite', NunitDialect],
  ['testexecutions', SonarDialect],
  ['testlog', BoostDialect],
  ['testng-results', TestngDialect],
  ['unittest', SonarDialect],
  ['unittest-results', UnittestppDialect],
]);

/** @returns the name without its namespace, in lower case */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/**
 * @param definitions of a TRX report, when they are known from having read it before
 * @returns the reader for XML with this root; null: it is no report that can be read
 */
export function xmlDialectOf(
  root: string,
  { xmlns, executed }: Readonly<Record<string, string>>,
  sink: ReportSink,
  definitions: TrxDefinitions | null,
): ReportDialect | null {
  const name = root.slice(root.indexOf(':') + 1);
  const element = localName(root);
  if (name === 'TestRun') return definitions ? new TrxDialect(sink, definitions) : new TrxDefinitions();
  if (CheckDialect.isNamespace(xmlns)) return new CheckDialect(sink);
  if (element === 'test-suite' && executed) return new Nunit2Dialect(sink);
  const Found = byName.get(name) ?? byElement.get(element);
  return Found ? new Found(sink) : null;
}
