import type { UserId } from '@assay/contract';
import { eventually } from '../../../../test/support/eventually.ts';
import { everythingAtRest, type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const ada = 'ada' as UserId;
const bob = 'bob' as UserId;

describe('credentials', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
    await under.operations.credentials.setPassword(ada, 'Ada@Example.org', 'difference engine');
  });
  afterAll(() => under.stop());

  it('knows a person by e-mail and password, whatever the case of the e-mail', async () => {
    const { credentials } = under.operations;
    expect(await credentials.verify('Ada@Example.org', 'difference engine')).toBe(ada);
    expect(await credentials.verify('ADA@example.ORG', 'difference engine')).toBe(ada);
  });

  it('refuses a wrong password and an unknown e-mail alike', async () => {
    const { credentials } = under.operations;
    expect(await credentials.verify('ada@example.org', 'Difference engine')).toBeNull();
    expect(await credentials.verify('eve@example.org', 'difference engine')).toBeNull();
  });

  it('takes as long for an unknown e-mail as for a wrong password', async () => {
    const { credentials } = under.operations;
    const timeOf = async (email: string) => {
      const from = performance.now();
      await credentials.verify(email, 'wrong');
      return performance.now() - from;
    };
    const fastest = { unknown: Number.POSITIVE_INFINITY, known: Number.POSITIVE_INFINITY };
    // Alternating, until the machine has run each of them undisturbed once.
    await eventually(async () => {
      for (let round = 0; round < 5; round += 1) {
        fastest.unknown = Math.min(fastest.unknown, await timeOf('eve@example.org'));
        fastest.known = Math.min(fastest.known, await timeOf('ada@example.org'));
      }
      // Without the dummy hash, an unknown e-mail would be answered some twenty times faster.
      expect(fastest.unknown).toBeGreaterThan(fastest.known / 2);
    });
  });

  it('stores neither password nor e-mail, only argon2id and a keyed hash', async () => {
    const atRest = await everythingAtRest(under.db);
    expect(atRest).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(atRest).not.toContain('difference engine');
    expect(atRest.toLowerCase()).not.toContain('ada@example.org');
  });

  it('replaces password and e-mail', async () => {
    const { credentials } = under.operations;
    const carol = 'carol' as UserId;
    await credentials.setPassword(carol, 'carol@example.org', 'first');
    await credentials.setPassword(carol, 'carol@example.net', 'second');
    expect(await credentials.verify('carol@example.org', 'first')).toBeNull();
    expect(await credentials.verify('carol@example.net', 'first')).toBeNull();
    expect(await credentials.verify('carol@example.net', 'second')).toBe(carol);
  });

  it("ends the person's sessions with a new password, and nobody else's", async () => {
    const { credentials, sessions } = under.operations;
    const dora = 'dora' as UserId;
    await credentials.setPassword(dora, 'dora@example.org', 'first');
    const [hers, his] = [await sessions.start(dora), await sessions.start(bob)];
    await credentials.setPassword(dora, 'dora@example.org', 'second');
    expect(await sessions.find(hers)).toBeNull();
    expect(await sessions.find(his)).not.toBeNull();
  });

  it('knows who has a password', async () => {
    expect(await under.operations.credentials.has(ada)).toBe(true);
    expect(await under.operations.credentials.has('nobody' as UserId)).toBe(false);
  });

  it("refuses another person's e-mail", async () => {
    const { credentials } = under.operations;
    await expect(credentials.setPassword(bob, 'ada@example.org', 'mine now')).rejects.toMatchObject({
      code: 'credentials.emailTaken',
    });
    expect(await credentials.verify('ada@example.org', 'difference engine')).toBe(ada);
  });

  it('lets the main thread go on while many sign in at once', async () => {
    const { credentials } = under.operations;
    let turns = 0;
    let done = false;
    const turn = () => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    turn();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => credentials.verify('ada@example.org', 'difference engine')),
    );
    done = true;
    expect(answers).toEqual(Array.from({ length: 8 }, () => ada));
    expect(turns).toBeGreaterThan(100);
  });
});
