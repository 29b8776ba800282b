import { InvalidFields } from '@assay/application';
import { messages, type TestRunId } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { readTql } from '../tql/readTql.ts';

/** @returns what to compare, of what a call was asked for */
export function comparisonAsked({ first, second, tql = '' }: { first: TestRunId; second: TestRunId; tql?: string }) {
  const { where, orderBy, limit } = readTql(tql);
  if (orderBy.length > 0 || limit !== null) {
    throw new InvalidFields({ field: 'tql', message: messages.noOrderInComparison });
  }
  return { first, second, filter: where && { text: tql, condition: where } };
}

const refusals = {
  notFound: 'testRun.notFound',
  otherProject: 'testRun.otherProject',
  tooLargeToCompare: 'testRun.tooLargeToCompare',
} as const;

/** @throws DomainError where the runs could not be compared */
export function comparisonFound<Answer extends object>(answer: Answer | keyof typeof refusals): Answer {
  if (typeof answer === 'string') throw new DomainError(refusals[answer]);
  return answer;
}
