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

  it('is by signing in or by an app, and keeps its address then', () => {
    const service = { authorizationId, provider: 'Gitlab', identifier: 'https://gitlab.com' };
    const signedIn: AuthorizationEvent = { type: 'AuthorizationSignedIn', data: service };
    given(authorizationDecider, granted)
      .when({ type: 'signInAuthorization', ...service })
      .gives(signedIn);
    given(authorizationDecider, signedIn)
      .when({ type: 'changeIdentifier', identifier: 'https://elsewhere.test' })
      .refuses('authorization.addressFixed');
    const installed = { ...service, installationId: '42' };
    given(authorizationDecider)
      .when({ type: 'installAuthorization', ...installed })
      .gives({ type: 'AuthorizationInstalled', data: installed });
  });

  it('has the endpoint that was found with its token, and keeps its address then', () => {
    const endpoint = { apiUrl: 'https://api.test/ex/jira/1', deployment: 'Cloud', user: 'ada@example.com' };
    const found: AuthorizationEvent = { type: 'AuthorizationEndpointFound', data: { authorizationId, ...endpoint } };
    const { state } = given(authorizationDecider).when({ type: 'grantAuthorization', ...facts, endpoint });
    expect(state).toMatchObject({ status: 'active', endpoint });
    given(authorizationDecider)
      .when({ type: 'grantAuthorization', ...facts, endpoint })
      .gives(granted, found);
    given(authorizationDecider, granted, found)
      .when({ type: 'changeIdentifier', identifier: 'https://elsewhere.test' })
      .refuses('authorization.addressFixed');
    // Another token without one is used at the address of the service.
    expect(
      given(authorizationDecider, granted, found, granted).when({ type: 'switchComments', on: true }).state,
    ).toMatchObject({ endpoint: null });
  });

  it('comments on pull requests once that is switched on, until it is revoked', () => {
    const on: AuthorizationEvent = { type: 'AuthorizationCommentsSwitched', data: { authorizationId, on: true } };
    given(authorizationDecider, granted).when({ type: 'switchComments', on: true }).gives(on);
    given(authorizationDecider, granted, on).when({ type: 'switchComments', on: true }).gives();
    // Another token changes nothing about it.
    given(authorizationDecider, granted, on, granted).when({ type: 'switchComments', on: true }).gives();
    given(authorizationDecider, granted, on, revoked, granted).when({ type: 'switchComments', on: true }).gives(on);
  });
});
