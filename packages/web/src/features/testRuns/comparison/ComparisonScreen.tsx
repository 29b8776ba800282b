import { messages, type TestRunView } from '@assay/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useGetTestRunQuery } from '../../../connection/serviceHooks.ts';
import { Boundary } from '../../../ui/boundary/Boundary.tsx';
import { useCopy } from '../../../ui/copy/useCopy.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconArrowsLeftRight, IconLink } from '../../../ui/icons/icons.ts';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { ComparisonReport } from './ComparisonReport.tsx';
import styles from './comparison.module.css';
import { comparisonUrl } from './comparisonUrl.ts';
import { ExportButton } from './ExportButton.tsx';
import { RunPanel } from './RunPanel.tsx';

/** The head above the comparison, with its actions, and what else belongs around it. */
export type ComparisonFrame = ComponentType<{
  documentTitle: string;
  actions?: ReactNode;
  fills?: boolean;
  children: ReactNode;
}>;

/** What became of the tests from one run to another; which runs, and what of them is shown, is in the address. */
export function ComparisonScreen({ Frame }: { Frame: ComparisonFrame }) {
  const { filters, setFilters } = useUrlFilters(comparisonUrl);
  const [firstId, secondId] = filters.ids;
  const first = useGetTestRunQuery({ params: { id: firstId } }, { skip: firstId === '' });
  const second = useGetTestRunQuery({ params: { id: secondId } }, { skip: secondId === '' });
  const pick = (ids: readonly [string, string]) => setFilters({ ids, show: '', problemId: '' });
  const [before, after] = [first.currentData, second.currentData];
  const both = before && after ? ([before, after] as const) : null;
  const { copied, copy } = useCopy(window.location.href);
  return (
    <Frame
      documentTitle={both ? titleOf(both) : 'Test Run Comparison'}
      fills={filters.show !== ''}
      actions={
        both && (
          <>
            <Button leftSection={<IconLink size={14} stroke={1.75} aria-hidden />} onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
            {both[0].projectId === both[1].projectId && (
              <ExportButton first={both[0]} second={both[1]} tql={filters.tql} />
            )}
          </>
        )
      }
    >
      <div className={styles.screen} data-fills={filters.show !== ''}>
        <div className={styles.heads}>
          <Boundary what="The first run">
            <RunPanel
              place="first"
              testRunId={firstId}
              query={first}
              besides={after}
              onPick={(id) => pick([id, secondId])}
            />
          </Boundary>
          <Tooltip label="Swap the runs">
            <ActionIcon
              className={styles.swap}
              variant="default"
              aria-label="Swap the runs"
              disabled={firstId === '' && secondId === ''}
              onClick={() => pick([secondId, firstId])}
            >
              <IconArrowsLeftRight size={14} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <Boundary what="The second run">
            <RunPanel
              place="second"
              testRunId={secondId}
              query={second}
              besides={before}
              onPick={(id) => pick([firstId, id])}
            />
          </Boundary>
        </div>
        <Compared ids={filters.ids} both={both} failed={first.isError || second.isError}>
          {(runs) => <ComparisonReport first={runs[0]} second={runs[1]} filters={filters} onChange={setFilters} />}
        </Compared>
      </div>
    </Frame>
  );
}

function titleOf([first, second]: readonly [TestRunView, TestRunView]): string {
  return `${first.project.name} #${first.number} and #${second.number}`;
}

type ComparedProps = {
  ids: readonly [string, string];
  both: readonly [TestRunView, TestRunView] | null;
  failed: boolean;
  children: (both: readonly [TestRunView, TestRunView]) => React.ReactNode;
};

/** The report, or why there is none. */
function Compared({ ids: [first, second], both, failed, children }: ComparedProps) {
  if (first === '' || second === '' || first === second) {
    return (
      <EmptyState
        title={messages.selectTwoRuns}
        why={
          first !== '' && first === second
            ? 'Both sides are the same run: choose another one on either side.'
            : 'Choose them above, or add them with the comparison button in the list of test runs.'
        }
      />
    );
  }
  if (both === null) return failed ? null : <RowsSkeleton rows={6} height={36} />;
  if (both[0].projectId !== both[1].projectId) {
    return (
      <EmptyState
        title={messages.differentProjects}
        why={`${both[0].project.name} and ${both[1].project.name} have no tests in common. Choose two runs of one project.`}
      />
    );
  }
  return children(both);
}
