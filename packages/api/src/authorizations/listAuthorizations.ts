import { authorizationCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listAuthorizations = route(authorizationCalls.listAuthorizations, ({ caller }) =>
  caller.models.authorizations(),
);
