import type { CriterionRule, ReleaseId } from '@assay/contract';
import { answerOfIssues } from './answerOfIssues.ts';
import type { Asked } from './askedRule.ts';
import { type FindIssues, IssuesUnknown } from './ruleReads.ts';

const rule: CriterionRule = {
  kind: 'noOpenIssues',
  testSuiteId: null,
  environmentId: null,
  maxAgeHours: null,
  issueQuery: 'fixVersion = {release}',
};
/** A fake of what a tracker answers: the keys of the issues that each query finds. */
async function ask(found: Record<string, string[]> | IssuesUnknown) {
  const asked: string[] = [];
  const findIssues: FindIssues = async (query, most) => {
    asked.push(query);
    if (found instanceof IssuesUnknown) throw found;
    return (found[query] ?? []).slice(0, most).map((issueKey) => ({ issueKey, statusName: 'To Do' }));
  };
  const release = { id: 'one' as ReleaseId, title: 'Checkout "3"', ships: [] };
  const answer = await answerOfIssues(rule, { reads: { findIssues }, release } as unknown as Asked);
  return { answer, asked };
}
const query = String.raw`fixVersion = "Checkout \"3\""`;
const open = `(${query}) AND statusCategory != Done`;

describe('a criterion that asks for issues', () => {
  it('is met where the query finds issues and none is open; the title of the release is quoted', async () => {
    const { answer, asked } = await ask({ [query]: ['SHOP-1'] });
    expect(answer).toMatchObject({ answer: 'met', reason: 'No issue is open', evidence: [] });
    expect(asked).toEqual([open, query]);
  });

  it('is not met while issues are open, which it names', async () => {
    const keys = ['SHOP-1', 'SHOP-2', 'SHOP-3', 'SHOP-4'];
    const { answer } = await ask({ [open]: keys, [query]: keys });
    expect(answer).toMatchObject({ answer: 'notMet', reason: 'Open: SHOP-1, SHOP-2, SHOP-3 and more' });
    expect(answer.evidence.map(({ title, reason }) => `${title} ${reason}`)[3]).toBe('SHOP-4 To Do');
  });

  it('has no evidence where the query finds nothing, nor where Jira does not answer it', async () => {
    expect((await ask({})).answer).toMatchObject({
      answer: 'noEvidence',
      reason: 'The query finds no issue, open or done',
    });
    const refused = await ask(new IssuesUnknown("The value 'Checkout' does not exist for the field 'fixVersion'."));
    expect(refused.answer).toMatchObject({ answer: 'noEvidence', reason: expect.stringContaining('does not exist') });
  });
});
