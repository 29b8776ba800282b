import type { RootCause, TestRunId } from '@assay/contract';
import { Button, Menu } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { IconChevronDown, IconTicket } from '../../../ui/icons/icons.ts';
import { useReport } from '../trackedIssues/IssueDialogs.tsx';
import { useCreateIssueText } from '../trackedIssues/useCreateIssueText.ts';
import { reportedCause } from './causeTests.ts';

/** A cause's issue, by its key, with a menu to open it or to report the cause; a button while it has none. */
export function IssueMenu({ testRunId, cause }: { testRunId: TestRunId; cause: RootCause }) {
  const may = useMay('trackedIssue.write');
  const report = useReport();
  const text = useCreateIssueText();
  const [issue] = cause.trackedIssues;
  const create = () => report(reportedCause(testRunId, cause));
  if (!issue) {
    return may ? (
      <Button size="compact-sm" onClick={create}>
        {text}
      </Button>
    ) : null;
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          leftSection={<IconTicket size={14} stroke={1.75} aria-hidden="true" />}
          rightSection={<IconChevronDown size={12} stroke={2} />}
          aria-label={`${issue.issueKey}, ${issue.status}`}
        >
          {issue.issueKey}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {cause.trackedIssues.map(({ id, issueKey, url, status }) => (
          <Menu.Item key={id} component="a" href={url} target="_blank" rel="noreferrer">
            Open {issueKey} ({status})
          </Menu.Item>
        ))}
        {may && <Menu.Item onClick={create}>{text}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
