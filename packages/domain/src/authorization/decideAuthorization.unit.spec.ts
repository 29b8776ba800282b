import type { AuthorizationId } from '@assay/contract';
import type { AuthorizationEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { authorizationDecider } from './decideAuthorization.ts';

const authorizationId = 'acme.Slack' as AuthorizationId;
const facts = { authorizationId, provider: 'Slack', identifier: 'Northwind', token: 'xoxb-one' };
const granted: AuthorizationEvent = { type: 'AuthorizationGranted', data: facts };
const revoked: AuthorizationEvent = { type: 'AuthorizationRevoked', data: { authorizationId, provider: 'Slack' } };

describe('an authorization', () => {
  it('is granted, and again with another token', () => {
    const again = { ...facts, token: 'xoxb-two' };
    given(authorizationDecider)
      .when({ type: 'grantAuthorization', ...facts })
      .gives(granted);
    given(authorizationDecider, granted)
      .when({ type: 'grantAuthorization', ...again })
      .gives({ type: 'AuthorizationGranted', data: again });
  });

  it('is renamed and revoked while it is granted', () => {
    given(authorizationDecider, granted)
      .when({ type: 'changeIdentifier', identifier: 'Southwind' })
      .gives({
        type: 'AuthorizationIdentifierChanged',
        data: { authorizationId, from: 'Northwind', identifier: 'Southwind' },
      });
    given(authorizationDecider, granted).when({ type: 'changeIdentifier', identifier: 'Northwind' }).gives();
    given(authorizationDecider, granted).when({ type: 'revokeAuthorization' }).gives(revoked);
    given(authorizationDecider, granted, revoked)
      .when({ type: 'revokeAuthorization' })
      .refuses('authorization.notFound');
    given(authorizationDecider).when({ type: 'changeIdentifier', identifier: 'x' }).refuses('authorization.notFound');
  });
});
