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
