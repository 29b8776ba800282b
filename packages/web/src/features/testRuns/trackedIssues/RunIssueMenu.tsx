import type { ReportedRequest, TestRunView } from '@assay/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { useParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { IconDots } from '../../../ui/icons/icons.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { reportedCause, useCauseNamed } from '../analysis/causeTests.ts';
import { useTreeFilters } from '../results/useTreeFilters.ts';
import { CreateIssueModal } from './CreateIssueModal.tsx';
import { useCreateJira } from './createJira.ts';
import { useCreateIssueText } from './useCreateIssueText.ts';

/** Creates an issue about the failed tests of a run; while the tests of one root cause are shown, about these. */
export function RunIssueMenu({ run }: { run: TestRunView }) {
  const may = useMay('trackedIssue.write');
  const text = useCreateIssueText();
  const { isOpen, open, close } = useCreateJira();
  const { rootCauseId } = useTreeFilters().filters;
  const isOffered = may && run.failCount + run.quarantineFailCount > 0;
  // The analysis reports the cause that is chosen there.
  const hasShortcut = useParams().tab !== 'analysis';
  const cause = useCauseNamed(run, rootCauseId);
  const reported: ReportedRequest = cause
    ? reportedCause(run.id, cause)
    : { testRunId: run.id, ...(rootCauseId !== '' && { rootCauseId }) };
  return (
    <>
      {isOffered && hasShortcut && <IssueShortcut onPress={open} />}
      {isOffered && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label="More actions of the run">
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={open}>{rootCauseId === '' ? text : `${text} for these tests`}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <CreateIssueModal reported={isOpen && may ? reported : null} number={run.number} onClose={close} />
    </>
  );
}

function IssueShortcut({ onPress }: { onPress: () => void }) {
  useShortcut('i', onPress);
  return null;
}
