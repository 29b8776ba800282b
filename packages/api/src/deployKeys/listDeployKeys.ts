import { deployKeyCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listDeployKeys = route(deployKeyCalls.listDeployKeys, ({ caller }) => caller.models.deployKeys());
