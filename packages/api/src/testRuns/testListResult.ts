import { createInterface } from 'node:readline';
import { type BlobId, FoundTestInfo, type TestListResult, type TestRunId, type testListQuery } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { AccountReads } from '@assay/projections';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Api } from '../api.ts';

const headBytes = 256 * 1024;
const usualPage = 1_000;

type Page = { offset: number; limit: number };

/**
 * @returns the result of listing the tests of a run, with a page of its lists.
 * @throws DomainError `testRun.notFound` if the reader's account has no such run
 */
export async function testListResult(
  { operations }: Pick<Api, 'operations'>,
  models: AccountReads | null,
  testRunId: TestRunId,
  { offset = 0, limit = usualPage }: Static<typeof testListQuery>,
): Promise<TestListResult> {
  const page = { offset, limit };
  const list = await models?.testList(testRunId, page);
  if (!list) throw new DomainError('testRun.notFound');
  const { found, ...result } = list;
  const { text: output, size: outputSize } = await operations.logs.read(testRunId, 'test-list', 0, headBytes);
  const nothingLeftOut = result.listedAt !== null && result.testCount === result.foundCount;
  const unfilteredInfos = found ? await pageOf(operations, found, page) : nothingLeftOut ? result.infos : null;
  return { ...result, output, outputSize, unfilteredInfos };
}

/** Reads line by line: there may be a hundred thousand tests. @returns null when the list is gone or invalid. */
async function pageOf(
  { blobs }: Api['operations'],
  blobId: BlobId,
  { offset, limit }: Page,
): Promise<FoundTestInfo[] | null> {
  const content = await blobs.stream(blobId);
  if (!content) return null;
  const tests: FoundTestInfo[] = [];
  let line = 0;
  try {
    for await (const text of createInterface({ input: content })) {
      line += 1;
      if (line <= offset) continue;
      const test = parsed(text);
      if (!test) return null;
      tests.push(test);
      if (tests.length === limit) break;
    }
  } finally {
    content.destroy();
  }
  return tests;
}

function parsed(text: string): FoundTestInfo | null {
  try {
    const test: unknown = JSON.parse(text);
    return Value.Check(FoundTestInfo, test) ? test : null;
  } catch {
    return null;
  }
}
