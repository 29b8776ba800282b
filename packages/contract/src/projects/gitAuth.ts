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
 * Passes the user and password of an HTTP URL by git's environment, which other users of the machine cannot read; its
 * command line, and that of its helper for HTTP, they can. Only the host of the URL gets them, wherever it redirects to.
 * A user without a password stays in the URL, because git then looks for the password in the machine's own helpers.
 */
export function gitAuth(gitUrl: string): GitAuth {
  const unchanged = { url: gitUrl, config: [], environment: {} };
  if (!/^https?:\/\/[^/?#]*:[^/?#]*@/i.test(gitUrl) || !URL.canParse(gitUrl)) return unchanged;
  const url = new URL(gitUrl);
  const [user, password] = [url.username, url.password].map(decodeGitCredential);
  url.username = '';
  url.password = '';
  const key = `credential.${url.origin}.helper`;
  return {
    url: url.href,
    // The first resets those of the machine, which would store the password.
    config: [`${key}=`, `${key}=${helper}`],
    environment: { ASSAY_GIT_USER: user ?? '', ASSAY_GIT_PASSWORD: password ?? '' },
  };
}
