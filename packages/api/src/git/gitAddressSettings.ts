import { join } from 'node:path';
import { listedIn } from '@assay/application';
import type { OutgoingGuard } from '@assay/integrations';
import { proxiesOf } from '@assay/proxies';
import { defaultGitProtocols, type GitAddresses } from './gitAddresses.ts';

/**
 * @param dataDir contains the repositories of the sample projects, which are always allowed
 * @param guard of outgoing calls, where everybody may register; null: where people come by invitation
 * @returns what `ASSAY_GIT_HOSTS`, `ASSAY_GIT_PROTOCOLS` and `ASSAY_LOCAL_REPOSITORIES` allow
 */
export function gitAddressesOf(env: NodeJS.ProcessEnv, dataDir: string, guard: OutgoingGuard | null): GitAddresses {
  const protocols = listedIn(env.ASSAY_GIT_PROTOCOLS).map((protocol) => protocol.toLowerCase());
  const named = env.ASSAY_LOCAL_REPOSITORIES;
  const hosts = listedIn(env.ASSAY_GIT_HOSTS).map((host) => host.toLowerCase());
  return {
    protocols: protocols.length > 0 ? protocols : defaultGitProtocols,
    hosts: hosts.length > 0 ? hosts : null,
    guard,
    proxies: proxiesOf(env),
    localFolders: [join(dataDir, 'demo-repositories'), ...(named ? [named] : [])],
  };
}
