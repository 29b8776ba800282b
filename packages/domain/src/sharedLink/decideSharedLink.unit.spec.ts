import type { ProjectId, SharedLinkId, TestRunId } from '@assay/contract';
import type { SharedLinkEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { sharedLinkDecider } from './decideSharedLink.ts';

const of = {
  sharedLinkId: 'link' as SharedLinkId,
  testRunId: 'run' as TestRunId,
  projectId: 'shop' as ProjectId,
  testRunNumber: 12,
};
const facts = { ...of, expiresAt: '2026-12-08T10:00:00.000Z', includesScreenshots: true, includesOutput: false };
const created: SharedLinkEvent = { type: 'SharedLinkCreated', data: facts };
const revoked: SharedLinkEvent = { type: 'SharedLinkRevoked', data: of };

describe('a shared link', () => {
  it('is created once', () => {
    const create = { type: 'createSharedLink', ...facts } as const;
    given(sharedLinkDecider).when(create).gives(created);
    given(sharedLinkDecider, created).when(create).refuses('sharedLink.exists');
    given(sharedLinkDecider, created, revoked).when(create).refuses('sharedLink.exists');
  });

  it('is revoked once', () => {
    const revoke = { type: 'revokeSharedLink' } as const;
    given(sharedLinkDecider, created).when(revoke).gives(revoked);
    given(sharedLinkDecider, created, revoked).when(revoke).refuses('sharedLink.notFound');
    given(sharedLinkDecider).when(revoke).refuses('sharedLink.notFound');
  });
});
