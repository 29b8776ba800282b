import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CauseKind, TestId } from '@assay/contract';
import type { FailedTest } from '../../src/failedTest.ts';
import { problemIdOf } from '../../src/fingerprint.ts';

/** A real failure, with the cause that a person gave it. */
export type LabelledFailure = FailedTest & { testId: TestId; cause: string; kind: CauseKind };

export type GoldenProject = { framework: string; language: string; failures: readonly LabelledFailure[] };

type Stored = {
  framework: string;
  language: string;
  failures: {
    file: string | null;
    name: string;
    cause: string;
    kind: CauseKind;
    error: string;
    stack: string | null;
  }[];
};

/** Reads the failures of all projects, fingerprinted as the product does. */
export function readGoldenSet(): GoldenProject[] {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    const { framework, language, failures } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Stored;
    return {
      framework,
      language,
      failures: failures.map((failure) => {
        const testId = `${framework}/${failure.file}/${failure.name}` as TestId;
        return {
          ...failure,
          id: testId,
          testId,
          file: failure.file ?? '',
          framework: null,
          cause: `${framework}/${failure.cause}`,
          problemId: problemIdOf(failure.error, testId),
          runnerId: null,
        };
      }),
    };
  });
}
