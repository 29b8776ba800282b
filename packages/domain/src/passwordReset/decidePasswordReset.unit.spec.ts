import type { UserId } from '@assay/contract';
import type { PasswordResetEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { passwordResetDecider } from './decidePasswordReset.ts';

const userId = 'ada' as UserId;
const facts = { passwordResetId: 'r1', userId, validUntil: '2026-03-01T12:30:00Z' };
const requested: PasswordResetEvent = { type: 'PasswordResetRequested', data: facts };
const used: PasswordResetEvent = { type: 'PasswordResetUsed', data: { passwordResetId: 'r1', userId } };
const use = (at: string) => ({ type: 'usePasswordReset' as const, at });
const reset = (...events: PasswordResetEvent[]) => given(passwordResetDecider, ...events);

describe('a link to set a password', () => {
  it('works once, until it expires', () => {
    reset()
      .when({ type: 'requestPasswordReset', ...facts })
      .gives(requested);
    reset(requested).when(use('2026-03-01T12:29:59Z')).gives(used);
    reset(requested).when(use('2026-03-01T12:30:00Z')).refuses('passwordReset.invalid');
    reset(requested, used).when(use('2026-03-01T12:00:00Z')).refuses('passwordReset.invalid');
    reset().when(use('2026-03-01T12:00:00Z')).refuses('passwordReset.invalid');
  });

  it('for an unknown address never works', () => {
    const nobody: PasswordResetEvent = { ...requested, data: { ...facts, userId: null } };
    reset(nobody).when(use('2026-03-01T12:00:00Z')).refuses('passwordReset.invalid');
  });
});
