/** Where status badges are served, outside the API: `<badgePath>/<project's id>.svg`. */
export const badgePath = '/badge';

/** What a badge is about, as its address says it; of the others, everything counts. */
export type BadgeChoice = {
  /** Empty: the project's default branch. */
  branch: string;
  /** Id or key. */
  environment: string;
  /** Id or name of a test suite. */
  suite: string;
};

/** Brackets and quotes would end an address in Markdown and its like. */
function inQuery(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** @returns the address of the badge with what was chosen; nothing is added for what is empty */
export function badgeAddressOf(address: string, choice: BadgeChoice): string {
  const chosen = Object.entries(choice).filter(([, value]) => value !== '');
  return [address, ...chosen.map(([name, value]) => `${name}=${inQuery(value)}`)].join('&');
}
