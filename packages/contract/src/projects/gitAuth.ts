import { decodeGitCredential } from './gitCredentials.ts';

/** What git is given to read a repository with a user and a password. */
export type GitAuth = {
  /** The repository's URL without them. */
  url: string;
  /** Settings of git, as `-c` has them. */
  config: string[];
  environment: Record<string, string>;
};

/** The shell's own `printf`: the values are no arguments of a program. */
const helper = `!f() { printf 'username=%s\\npassword=%s\\n' "$ASSAY_GIT_USER" "$ASSAY_GIT_PASSWORD"; }; f`;

/**
 * A user without a password may be a token, which servers take with an empty one. A password that the machine's own
 * helpers have for it comes first: they are asked without the settings of this command, which turn them off.
 */
const userHelper = `!f() { test "$1" = get || return 0; { printf 'username=%s\\n' "$ASSAY_GIT_USER"; cat; } | { unset GIT_CONFIG_PARAMETERS; git credential fill 2>/dev/null; } | grep '^password=' || echo password=; printf 'username=%s\\n' "$ASSAY_GIT_USER"; }; f`;

/**
 * Passes the user and password of an HTTP URL by git's environment, which other users of the machine cannot read; its
 * command line, and that of its helper for HTTP, they can. Only the host of the URL gets them, wherever it redirects to.
 */
export function gitAuth(gitUrl: string): GitAuth {
  const unchanged = { url: gitUrl, config: [], environment: {} };
  const [, credentials] = /^https?:\/\/([^/?#]*)@/i.exec(gitUrl) ?? [];
  if (credentials === undefined || !URL.canParse(gitUrl)) return unchanged;
  const url = new URL(gitUrl);
  const [user, password] = [url.username, url.password].map(decodeGitCredential);
  url.username = '';
  url.password = '';
  const key = `credential.${url.origin}.helper`;
  return {
    url: url.href,
    // The first resets those of the machine, which would store the password.
    config: [`${key}=`, `${key}=${credentials.includes(':') ? helper : userHelper}`],
    environment: { ASSAY_GIT_USER: user ?? '', ASSAY_GIT_PASSWORD: password ?? '' },
  };
}
