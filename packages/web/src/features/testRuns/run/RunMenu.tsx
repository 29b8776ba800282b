import type { ReportedRequest, TestRunView } from '@assay/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useCopy } from '../../../ui/copy/useCopy.ts';
import { IconDots } from '../../../ui/icons/icons.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { reportedCause, useCauseNamed } from '../analysis/causeTests.ts';
import { useAllResults } from '../replay/useRunParts.ts';
import { csvOfRun, junitOfRun } from '../results/exportRun.ts';
import { useTreeFilters } from '../results/useTreeFilters.ts';
import { ShareRunModal } from '../share/ShareRunModal.tsx';
import { CreateIssueModal } from '../trackedIssues/CreateIssueModal.tsx';
import { useCreateJira } from '../trackedIssues/createJira.ts';
import { useCreateIssueText } from '../trackedIssues/useCreateIssueText.ts';

/**
 * What else is done with a run: an issue about its failed tests (while the tests of one root cause are shown, about these), a
 * link, its results as a file, and a print.
 */
export function RunMenu({ run }: { run: TestRunView }) {
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
  const mayShare = useMay('sharedLink.write');
  const [isSharing, { open: share, close: endSharing }] = useDisclosure(false);
  const { copy } = useCopy(() => Promise.resolve(window.location.href));
  return (
    <>
      {isOffered && hasShortcut && <IssueShortcut onPress={open} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions of the run">
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOffered && <Menu.Item onClick={open}>{rootCauseId === '' ? text : `${text} for these tests`}</Menu.Item>}
          {isOffered && <Menu.Divider />}
          <Menu.Item onClick={copy}>Copy link</Menu.Item>
          {mayShare && <Menu.Item onClick={share}>Share by link</Menu.Item>}
          <ExportItems run={run} />
          <Menu.Item onClick={() => window.print()}>Print</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {mayShare && <ShareRunModal testRunId={run.id} number={run.number} opened={isSharing} onClose={endSharing} />}
      <CreateIssueModal reported={isOpen && may ? reported : null} number={run.number} onClose={close} />
    </>
  );
}

/** Reads the results of a large run only once the menu is open. */
function ExportItems({ run }: { run: TestRunView }) {
  const { currentData } = useAllResults(run);
  const rows = currentData?.rows.filter((row) => row !== undefined);
  const name = `${run.project.name}-${run.number}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  return (
    <>
      <Menu.Item
        disabled={!rows}
        onClick={() => rows && saveFile(`${name}.xml`, junitOfRun(run, rows), 'application/xml')}
      >
        Export as JUnit XML
      </Menu.Item>
      <Menu.Item disabled={!rows} onClick={() => rows && saveFile(`${name}.csv`, csvOfRun(rows), 'text/csv')}>
        Export as CSV
      </Menu.Item>
    </>
  );
}

function IssueShortcut({ onPress }: { onPress: () => void }) {
  useShortcut('i', onPress);
  return null;
}
