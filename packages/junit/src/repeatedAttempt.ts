import type { JunitCase } from './junitCase.ts';

/** How cases of one name that are attempts at one test are known. */
export type RepeatedAttempt = {
  /** Equal for attempts at one test, if their names are equal too. */
  key: string;
  /** Attempts are in different reports; otherwise all are in one. */
  acrossReports: boolean;
  /** Later attempts have a higher one; equal: in the order of their report. */
  order: number;
  /** What the writer calls an attempt that another followed. */
  repeatedAs: 'FAIL' | 'IGNORED';
};

const within = { acrossReports: false, order: 0 } as const;
const goTest = /^(?:Test|Fuzz|Example|Benchmark)/;
const javaMethod = /^\w+\(\)$/;
const bazelReport = /^(?<folder>(?:.*\/)?)(?:test_attempts\/attempt_(?<number>\d{1,6})|test)\.xml$/;

/**
 * Says of a case whose name another one has too whether both may be attempts at one test. Tests that a loop or a table
 * makes often share a name as well: only writers are known here whose tests have names of their own.
 * - Go: a package has no test twice. `gotestsum --rerun-fails` adds the results of failed tests again.
 * - Java: a class has no method twice, and tests of a table have parameters or numbers in their names. Gradle's plugin
 *   for retries writes each attempt.
 * - TestNG's own writer calls an attempt skipped that a retry analyzer has repeated.
 * - Bazel and Allure have a file for each attempt, WebdriverIO for each attempt at a spec file.
 * @param reportName its path in the upload
 * @returns null: a case of the same name is another test
 */
export function repeatedAttemptOf(junitCase: JunitCase, reportName: string): RepeatedAttempt | null {
  const { suites, name, classname, attemptAt } = junitCase;
  if (attemptAt) return { key: attemptAt.test, acrossReports: true, order: attemptAt.order, repeatedAs: 'FAIL' };
  const suite = suites.at(-1);
  const bazel = bazelReport.exec(reportName)?.groups;
  if (bazel) {
    const order = bazel.number === undefined ? Number.MAX_SAFE_INTEGER : Number(bazel.number);
    return { key: `bazel ${bazel.folder}`, acrossReports: true, order, repeatedAs: 'FAIL' };
  }
  if (suite?.specRun) {
    const order = Date.parse(suite.timestamp ?? '') || 0;
    return { key: `wdio ${suite.specRun}`, acrossReports: true, order, repeatedAs: 'FAIL' };
  }
  if (suite?.timestamp?.endsWith(' UTC')) return { ...within, key: 'testng', repeatedAs: 'IGNORED' };
  if (classname === '') return null;
  if (suite?.name === classname && goTest.test(name)) return { ...within, key: 'go', repeatedAs: 'FAIL' };
  return javaMethod.test(name) ? { ...within, key: 'java', repeatedAs: 'FAIL' } : null;
}
