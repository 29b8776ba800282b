import type { AccountId, ProjectId, UserId } from '@assay/contract';
import { eventually } from '../../../../test/support/eventually.ts';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const question = {
  accountId: 'acme' as AccountId,
  projectId: 'shop' as ProjectId,
  commit: 'c0ffee',
  files: ['cart.spec.ts'],
};
const owners = [{ file: 'cart.spec.ts', userIds: ['ada' as UserId] }];
const never = new AbortController().signal;

describe('a question about owners', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  /** Asks without waiting for the answer. */
  const ask = (id: string, waitMs: number, asked = question) =>
    under.operations.ownerQuestions.ask(id, asked, waitMs, AbortSignal.abort());

  it('is answered once, for all who ask it', async () => {
    const { ownerQuestions } = under.operations;
    const asked = [1, 2].map(() => ownerQuestions.ask('one', question, 60_000, never));
    expect(await eventually(() => ownerQuestions.claim([]))).toEqual({ id: 'one', ...question, waitMs: 60_000 });
    expect(await ownerQuestions.claim([])).toBeNull();
    await ownerQuestions.answer('one', owners);
    expect(await Promise.all(asked)).toEqual([owners, owners]);
    expect(await ownerQuestions.ask('one', question, 0, never)).toEqual(owners);
    expect(await ownerQuestions.claim([])).toBeNull();
  });

  it('has no answer until one is given, and can be claimed again after a minute', async () => {
    const { ownerQuestions } = under.operations;
    expect(await ownerQuestions.ask('two', question, 0, never)).toBeNull();
    await ask('two', 90_000);
    expect(await ownerQuestions.claim([])).toMatchObject({ id: 'two' });
    under.clock.pass(59_999);
    expect(await ownerQuestions.claim([])).toBeNull();
    under.clock.pass(1);
    expect(await ownerQuestions.claim([])).toMatchObject({ id: 'two', waitMs: 30_000 });
  });

  it('can be claimed again as soon as it is given back', async () => {
    const { ownerQuestions } = under.operations;
    await ask('three', 60_000);
    expect(await ownerQuestions.claim([])).toMatchObject({ id: 'three' });
    await ownerQuestions.release('three');
    expect(await ownerQuestions.claim([])).toMatchObject({ id: 'three' });
    await ownerQuestions.release('three', 5_000);
    expect(await ownerQuestions.claim([])).toBeNull();
    under.clock.pass(5_000);
    expect(await ownerQuestions.claim([])).toMatchObject({ id: 'three' });
  });

  it('is claimed only while its answer is waited for, which asking again extends', async () => {
    const { ownerQuestions } = under.operations;
    await ask('four', 30_000);
    under.clock.pass(30_000);
    expect(await ownerQuestions.claim([])).toBeNull();
    await ask('four', 30_000);
    await ask('four', 10_000);
    expect(await ownerQuestions.claim([])).toMatchObject({ id: 'four', waitMs: 30_000 });
  });

  it('is left to others where its account is busy', async () => {
    const { ownerQuestions } = under.operations;
    await ask('five', 30_000);
    await ask('six', 30_000, { ...question, accountId: 'globex' as AccountId });
    expect(await ownerQuestions.claim([question.accountId])).toMatchObject({ id: 'six' });
    expect(await ownerQuestions.claim(['globex' as AccountId])).toMatchObject({ id: 'five' });
  });
});
