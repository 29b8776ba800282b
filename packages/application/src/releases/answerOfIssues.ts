import { type CriterionAnswer, type CriterionRule, type GateEvidence, limits } from '@assay/contract';
import { type Asked, unanswered } from './askedRule.ts';
import { type FoundIssue, IssuesUnknown } from './ruleReads.ts';

const namedKeys = 3;

/** Answers whether a query of Jira finds issues, and none of them is open. */
export async function answerOfIssues(
  { issueQuery = null }: CriterionRule,
  { reads, release }: Asked,
): Promise<CriterionAnswer> {
  if (issueQuery === null) return unanswered('The criterion has no query');
  // A text in JQL is quoted as in JSON.
  const query = issueQuery.replaceAll('{release}', JSON.stringify(release.title));
  try {
    const open = await reads.findIssues(`(${query}) AND statusCategory != Done`, limits.citedEvidence);
    if (open.length > 0) {
      const named = open.slice(0, namedKeys).map(({ issueKey }) => issueKey);
      const more = open.length > namedKeys ? ' and more' : '';
      return {
        answer: 'notMet',
        reason: `Open: ${named.join(', ')}${more}`,
        evidence: open.map(evidenceOf),
        position: null,
      };
    }
    // A query that finds nothing at all may be wrong.
    if ((await reads.findIssues(query, 1)).length === 0) return unanswered('The query finds no issue, open or done');
    return { answer: 'met', reason: 'No issue is open', evidence: [], position: null };
  } catch (error) {
    if (error instanceof IssuesUnknown) return unanswered(error.message);
    throw error;
  }
}

function evidenceOf({ issueKey, statusName }: FoundIssue): GateEvidence {
  return {
    title: issueKey,
    environmentName: null,
    answer: 'notMet',
    reason: statusName,
    testRunId: null,
    number: null,
    endTime: null,
  };
}
