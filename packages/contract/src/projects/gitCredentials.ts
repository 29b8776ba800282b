const address = /(\b[a-z][a-z+.-]*:\/\/)([^\s/]*)@/gi;

/** @returns the text with `***` for users and passwords in URLs; the user of an ssh URL alone is no secret. */
export function withoutGitCredentials(text: string): string {
  return text.replace(address, (whole, scheme: string, user: string) =>
    /^https?:/i.test(scheme) || user.includes(':') ? `${scheme}***@` : whole,
  );
}
