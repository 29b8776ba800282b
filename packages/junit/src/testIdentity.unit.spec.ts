import type { TestId } from '@assay/contract';
import { KeptIdentities } from './testIdentity.ts';

const [former, renamed, other] = ['former', 'renamed', 'other'] as TestId[] as [TestId, TestId, TestId];

describe('the identity of a test with a new name', () => {
  it('is the one that it had before, however often it is asked for', () => {
    const identities = new KeptIdentities([{ renamedId: renamed, testId: former }]);
    expect([identities.of(renamed), identities.of(other), identities.of(renamed)]).toEqual([former, other, former]);
  });

  it('is its own in a run that has a test with the former name', () => {
    const identities = new KeptIdentities([{ renamedId: renamed, testId: former }], (testId) => testId === former);
    expect([identities.of(renamed), identities.of(former)]).toEqual([renamed, former]);
  });

  it('is never that of another test, even where the former name turns up later', () => {
    const identities = new KeptIdentities([
      { renamedId: renamed, testId: former },
      { renamedId: other, testId: former },
    ]);
    expect([renamed, other, former].map((own) => identities.of(own))).toEqual([former, other, renamed]);
  });
});
