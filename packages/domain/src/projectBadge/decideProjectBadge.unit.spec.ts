import type { ProjectId } from '@assay/contract';
import type { ProjectBadgeEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { projectBadgeDecider } from './decideProjectBadge.ts';

const projectId = 'shop' as ProjectId;
const made = (round: number): ProjectBadgeEvent => ({ type: 'BadgeAddressMade', data: { projectId, round } });
const revoked = (round: number): ProjectBadgeEvent => ({ type: 'BadgeAddressRevoked', data: { projectId, round } });

describe('the address of a badge', () => {
  it('replaces the previous one, and never reuses one that was revoked', () => {
    const make = { type: 'makeBadgeAddress', projectId } as const;
    given(projectBadgeDecider).when(make).gives(made(1));
    given(projectBadgeDecider, made(1)).when(make).gives(made(2));
    given(projectBadgeDecider, made(1), made(2), revoked(2)).when(make).gives(made(3));
  });

  it('is revoked once', () => {
    const revoke = { type: 'revokeBadgeAddress', projectId } as const;
    given(projectBadgeDecider, made(1), made(2)).when(revoke).gives(revoked(2));
    given(projectBadgeDecider, made(1), revoked(1)).when(revoke).refuses('projectBadge.notFound');
    given(projectBadgeDecider).when(revoke).refuses('projectBadge.notFound');
  });
});
