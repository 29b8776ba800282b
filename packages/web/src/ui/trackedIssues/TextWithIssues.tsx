import { type IssueTrackerView, issueAddress } from '@assay/contract';
import { type ReactNode, useMemo } from 'react';
import { useMay } from '../../connection/currentUser.ts';
import { useListIssueTrackersQuery } from '../../connection/serviceHooks.ts';

/** An address, or an issue key; names of standards only look like one. */
const linked = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]|\b(?!(?:AES|CVE|ISO|RFC|SHA|UTF)-)[A-Z][A-Z0-9_]{1,9}-\d{1,7}\b/g;

const none: IssueTrackerView[] = [];

/** A text that a person wrote: its addresses are links, and so are its issue keys where Jira is connected. */
export function TextWithIssues({ text }: { text: string }) {
  const may = useMay('trackedIssue.read');
  const { data: trackers = none } = useListIssueTrackersQuery(undefined, { skip: !may });
  return useMemo(() => partsOf(text, trackers), [text, trackers]);
}

function partsOf(text: string, trackers: readonly IssueTrackerView[]): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(linked)) {
    const href = found.startsWith('http') ? found : issueAddress(found, trackers);
    if (href === null) continue;
    parts.push(
      text.slice(end, index),
      <a key={index} className="link inText" href={href} target="_blank" rel="noreferrer">
        {found}
      </a>,
    );
    end = index + found.length;
  }
  return [...parts, text.slice(end)];
}
