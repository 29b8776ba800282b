const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** @returns whether git reads the repository by ssh: as a URL, or as user@host:path */
export function isSshUrl(gitUrl: string): boolean {
  return /^ssh:\/\//i.test(gitUrl) || /^[^/\\@]+@[^/\\:]+:/.test(gitUrl);
}

/**
 * @param knownHosts a file of our own, where hosts are remembered as they are first met; those that the user of this
 * machine knows count as well
 * @param keyFile of the key that is tried, and no other; null: those that the user of this machine has
 * @param connectTo the address to connect to, and the host whose key is expected there; null: the host of the URL
 * @param ownSettings whether those of the user of this machine count; without a key file, false leaves no key at all
 * @returns GIT_SSH_COMMAND for an ssh that never asks anybody, as a shell reads it
 */
export function sshCommand(options: {
  knownHosts: string;
  keyFile: string | null;
  connectSeconds: number;
  connectTo?: { address: string; host: string } | null;
  ownSettings?: boolean;
}): string {
  const { knownHosts, keyFile, connectSeconds, connectTo = null, ownSettings = true } = options;
  const own = knownHosts.replaceAll('\\', '/');
  return [
    'ssh -o BatchMode=yes -o StrictHostKeyChecking=accept-new',
    `-o ConnectTimeout=${connectSeconds}`,
    `-o ${quoted(`UserKnownHostsFile="${own}" ~/.ssh/known_hosts`)}`,
    ...(connectTo === null
      ? []
      : [`-o ${quoted(`HostName=${connectTo.address}`)} -o ${quoted(`HostKeyAlias=${connectTo.host}`)}`]),
    ...(ownSettings ? [] : ['-F none -o IdentityFile=none -o IdentityAgent=none']),
    ...(keyFile === null ? [] : [`-o IdentitiesOnly=yes -i ${quoted(keyFile.replaceAll('\\', '/'))}`]),
  ].join(' ');
}
