export { attachmentsNamedIn } from './attachmentNotes.ts';
export { firstPart } from './firstPart.ts';
export { attemptsOfCase, type JunitAttempt, type JunitCase, type JunitSuite } from './junitCase.ts';
export { JunitNames, type TestName } from './junitNames.ts';
export { type JunitProblem, type JunitReading, maxReportBytes, readJunitFile } from './readJunitFile.ts';
export type { ReportSink, SuiteOutput } from './reportDialect.ts';
export { SuiteDigests } from './suiteDigests.ts';
export { testIdOf, UniqueNames } from './testIdentity.ts';
export { bareTag, InvalidTestFilter, type SelectableTest, type TestSelection, testSelector } from './testSelector.ts';
