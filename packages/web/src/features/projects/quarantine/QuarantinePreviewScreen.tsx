import { type PreviewDays, type ProjectView, previewDays, type QuarantinePreview } from '@assay/contract';
import { SegmentedControl } from '@mantine/core';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import list from '../../../ui/list.module.css';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import type { UrlFilter } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { WithProject } from '../WithProject.tsx';
import { MissedFailures } from './MissedFailures.tsx';
import { PreviewedTests } from './PreviewedTests.tsx';
import { PreviewFigures } from './PreviewFigures.tsx';
import { PreviewLimits } from './PreviewLimits.tsx';
import { PreviewRules } from './PreviewRules.tsx';
import { QuarantineSwitch } from './QuarantineSwitch.tsx';
import { SparedRuns } from './SparedRuns.tsx';
import { useQuarantinePreview, usualDays } from './useQuarantinePreview.ts';

const days: UrlFilter<PreviewDays> = {
  param: 'days',
  read: ([text]) => previewDays.find((known) => known === text) ?? usualDays,
  write: (value) => (value === usualDays ? [] : [value]),
};
const parts = { days };

/** What the quarantine of flaky tests would have done in a project, beside the switch for it. */
export function QuarantinePreviewScreen() {
  return <WithProject>{(project) => <LoadedPreview key={project.id} project={project} />}</WithProject>;
}

function LoadedPreview({ project }: { project: ProjectView }) {
  const path = useAccountPath();
  const { filters, setFilters } = useUrlFilters(parts, { replace: true });
  const query = useQuarantinePreview(project.id, filters.days);
  return (
    <>
      <ScreenHead
        title="Quarantine preview"
        documentTitle={`Quarantine preview · ${project.name}`}
        back={{ to: path(`projects/${project.key}/settings`), label: project.name }}
        actions={
          <SegmentedControl
            aria-label="How far to look back"
            size="xs"
            data={previewDays.map((value) => ({ value, label: `${value} days` }))}
            value={filters.days}
            onChange={(picked) => setFilters({ days: days.read([picked]) })}
          />
        }
      />
      <QuarantineSwitch project={project} />
      <Loaded
        query={query}
        failed="The preview could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={60} />}
        empty={
          <EmptyState
            title={`No runs in the last ${filters.days} days`}
            why="The preview tries quarantine on runs that passed or failed, and there are none in this time."
          />
        }
        isEmpty={({ runs }) => runs === 0}
        keepsPrevious
      >
        {(preview, isPrevious) => (
          <div className={isPrevious ? list.fading : undefined} aria-busy={isPrevious}>
            <Preview key={preview.start} preview={preview} days={filters.days} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Preview({ preview, days }: { preview: QuarantinePreview; days: PreviewDays }) {
  return (
    <>
      <PreviewFigures preview={preview} days={days} />
      <PreviewLimits preview={preview} />
      {preview.quarantined === 0 ? (
        <EmptyState
          title="No test would have been quarantined"
          why={`No test failed and passed within one of the ${counted(preview.runs, 'run')}, so quarantine would have changed none of them.`}
        />
      ) : (
        <>
          <MissedFailures preview={preview} />
          <SparedRuns preview={preview} />
          <PreviewedTests preview={preview} />
        </>
      )}
      <PreviewRules />
    </>
  );
}
