import type { IssueTracker } from './issueTrackers.ts';

const keyOfJira = '[A-Z][A-Z0-9_]{1,9}-[1-9][0-9]{0,8}';
const partOfPath = '[A-Za-z0-9_.-]{1,100}';
const keyOfGit = `${partOfPath}(?:/${partOfPath}){1,20}#[1-9][0-9]{0,8}`;

/** `SHOP-812` of Jira, or `northwind/shop#7` of a git service. */
export const issueKeyPattern = `^(?:${keyOfJira}|${keyOfGit})$`;

const isKey = new RegExp(issueKeyPattern);
const pageAtGit = new RegExp(`^/(${partOfPath}(?:/${partOfPath}){1,20})/(?:-/)?issues/([1-9][0-9]{0,8})$`);

/**
 * @param text what a person typed or pasted: a key in any case, or the address of an issue
 * @returns the key; null: it is not one
 */
export function issueKeyOf(text: string): string | null {
  const typed = text.trim();
  const upper = typed.toUpperCase();
  if (isKey.test(typed)) return typed;
  if (isKey.test(upper) && !upper.includes('#')) return upper;
  if (!/^https?:/i.test(typed) || !URL.canParse(typed)) return null;
  const path = new URL(typed).pathname.replace(/\/+$/, '');
  const ofJira = /\/browse\/([^/]+)$/.exec(path)?.[1];
  if (ofJira !== undefined) return issueKeyOf(ofJira);
  const [, repository, number] = pageAtGit.exec(path) ?? [];
  return repository === undefined ? null : issueKeyOf(`${repository.replace(/\/-$/, '')}#${number}`);
}

/** @returns where a browser shows the issue; null where no tracker of its kind is connected */
export function issueAddress(
  key: string,
  trackers: readonly { provider: IssueTracker; address: string }[],
): string | null {
  const [repository = '', number] = key.split('#');
  const tracker = trackers.find(({ provider }) => (provider === 'Jira') === (number === undefined));
  if (!tracker) return null;
  const site = tracker.address.replace(/\/+$/, '');
  if (number === undefined) return `${site}/browse/${key}`;
  return `${site}/${repository}/${tracker.provider === 'Gitlab' ? '-/' : ''}issues/${number}`;
}
