import type { AccountId, ProjectId, UserId } from '@assay/contract';
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

  it('is answered once, for all who ask it', async () => {
    const { ownerQuestions } = under.operations;
    const asked = [1, 2].map(() => ownerQuestions.ask('one', question, 60_000, never));
    let claimed = await ownerQuestions.claim();
    while (claimed === null) claimed = await ownerQuestions.claim();
    expect(claimed).toEqual({ id: 'one', ...question });
    expect(await ownerQuestions.claim()).toBeNull();
    await ownerQuestions.answer('one', owners);
    expect(await Promise.all(asked)).toEqual([owners, owners]);
    expect(await ownerQuestions.ask('one', question, 0, never)).toEqual(owners);
    expect(await ownerQuestions.claim()).toBeNull();
  });

  it('has no answer until one is given, and goes to another process after a minute', async () => {
    const { ownerQuestions } = under.operations;
    expect(await ownerQuestions.ask('two', question, 0, never)).toBeNull();
    expect(await ownerQuestions.ask('two', question, 60_000, AbortSignal.abort())).toBeNull();
    expect(await ownerQuestions.claim()).toMatchObject({ id: 'two' });
    under.clock.pass(59_999);
    expect(await ownerQuestions.claim()).toBeNull();
    under.clock.pass(1);
    expect(await ownerQuestions.claim()).toMatchObject({ id: 'two' });
  });
});
