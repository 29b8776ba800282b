const address = /(\b[a-z][a-z+.-]*:\/\/)([^\s/]*)@/gi;
const hidden = '***';

/** The user of an ssh URL alone is no secret. */
function isSecret(scheme: string, user: string): boolean {
  return /^https?:/i.test(scheme) || user.includes(':');
}

/** @returns the text with `***` for users and passwords in URLs */
export function withoutGitCredentials(text: string): string {
  return text.replace(address, (whole, scheme: string, user: string) =>
    isSecret(scheme, user) ? `${scheme}${hidden}@` : whole,
  );
}

/** @returns what `withoutGitCredentials` hides in the URL of a repository; null when that is nothing, or hidden already */
export function gitCredentialsOf(gitUrl: string): string | null {
  const [, scheme = '', user = ''] = new RegExp(address.source, 'i').exec(gitUrl) ?? [];
  return isSecret(scheme, user) && user !== hidden ? user : null;
}

/** Whether the URL lacks its user and password. */
export function hidesGitCredentials(gitUrl: string): boolean {
  return gitUrl.includes(`://${hidden}@`);
}

/** @returns the URL with what was hidden in it */
export function withGitCredentials(gitUrl: string, credentials: string): string {
  return gitUrl.replace(`://${hidden}@`, () => `://${credentials}@`);
}

/**
 * @param text the user or password of a URL, where a `%` need not begin an escape
 * @returns what git sends for it, without line ends: those would begin another line of its helper's answer
 */
export function decodeGitCredential(text: string): string {
  const escapes = /%[0-9a-f]{2}(?:%[89ab][0-9a-f])*/gi;
  const decode = (escaped: string) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  };
  return text.replace(escapes, decode).replaceAll(/[\r\n\0]/g, '');
}
