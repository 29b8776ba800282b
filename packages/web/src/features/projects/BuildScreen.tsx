import { type BuildId, type BuildView, limits, type ProjectView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { useParams } from 'react-router';
import { useIncludes } from '../../connection/currentUser.ts';
import { useGetBuildQuery, useListTestRunsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FactPanel } from '../../ui/FactPanel.tsx';
import { counted, formatBytes } from '../../ui/format/formatNumbers.ts';
import { IconPlayerPlay } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import home from './home/home.module.css';
import { RecentRuns } from './home/RecentRuns.tsx';
import { RunTestsForm } from './runTests/RunTestsForm.tsx';
import { useRunDialog } from './runTests/useRunDialog.ts';
import { useDownloadBuild } from './useDownloadBuild.ts';
import { WithProject } from './WithProject.tsx';

/** One uploaded archive: what it is, and the runs that were made from it. */
export function BuildScreen() {
  const { buildId } = useParams();
  return <WithProject>{(project) => <Build project={project} id={buildId as BuildId} />}</WithProject>;
}

function Build({ project, id }: { project: ProjectView; id: BuildId }) {
  const query = useGetBuildQuery({ params: { id: project.id, buildId: id } });
  return (
    <Loaded
      query={query}
      failed="The build could not be loaded"
      skeleton={<RowsSkeleton rows={4} />}
      notFound="This build does not exist"
    >
      {(build) => <LoadedBuild project={project} build={build} />}
    </Loaded>
  );
}

function LoadedBuild({ project, build }: { project: ProjectView; build: BuildView }) {
  const path = useAccountPath();
  const download = useDownloadBuild(project);
  const mayRun = useIncludes('ownRunners');
  const { asked, ask, close } = useRunDialog();
  const runs = useListTestRunsQuery({ query: { project: project.key, build: build.id, limit: limits.pageOfBuilds } });
  const { name, branch, commit, fileName, size, fileCount, unpackedSize, createdBy, createdAt } = build;
  return (
    <>
      <ScreenHead
        title={<span className="truncate">{name}</span>}
        documentTitle={name}
        back={{ to: path(`projects/${project.key}/builds`), label: `Builds of ${project.name}` }}
        actions={
          <>
            <Button onClick={() => void download(build)}>Download</Button>
            {mayRun && (
              <Button variant="filled" leftSection={<IconPlayerPlay size={14} stroke={1.75} />} onClick={() => ask('')}>
                Run Tests
              </Button>
            )}
          </>
        }
      />
      <div className={home.columns}>
        <div className={home.column}>
          <Loaded query={runs} failed="Its runs could not be loaded" skeleton={<RowsSkeleton rows={3} />}>
            {({ testRuns, total }) =>
              total === 0 ? (
                <EmptyState title="No runs yet" why="Nothing has been tested from this build." />
              ) : (
                <RecentRuns project={project} runs={testRuns} total={total} build={build} />
              )
            }
          </Loaded>
        </div>
        <div className={home.column}>
          <FactPanel
            title="Build"
            facts={[
              ['Branch', branch ?? '–'],
              ['Commit', commit === null ? 'newest at the time' : <code key="commit">{commit}</code>],
              ['File', fileName],
              ['Size', formatBytes(size)],
              ['Unpacked', `${formatBytes(unpackedSize)}, ${counted(fileCount, 'file')}`],
              [
                'Uploaded',
                <span key="uploaded">
                  <RelativeTime time={createdAt} /> <span className="soft">by {createdBy?.fullName ?? 'CI'}</span>
                </span>,
              ],
            ]}
          />
        </div>
      </div>
      <Modal opened={asked !== null && mayRun} onClose={close} title={`Run all tests of ${name}`} size={520}>
        <RunTestsForm project={project} suite={null} build={build.id} label="Run Tests" onClose={close} />
      </Modal>
    </>
  );
}
