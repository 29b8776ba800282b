import type { TrackedIssueInShort, TrackedIssueView } from '@assay/contract';

/** @returns the issue as chips show it; null until the tracker has created it */
export function issueInShort({
  id,
  issueKey,
  url,
  provider,
  status,
  isOpen,
}: TrackedIssueView): TrackedIssueInShort | null {
  return issueKey === null || url === null ? null : { id, issueKey, url, provider, status: status.name, isOpen };
}
