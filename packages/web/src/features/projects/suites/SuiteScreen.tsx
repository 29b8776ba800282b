import type { ProjectView } from '@assay/contract';
import { useParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListTestSuitesQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { WithProject } from '../WithProject.tsx';
import { SuiteEditor } from './SuiteEditor.tsx';

/** A test suite of a project, or a new one. */
export function SuiteScreen() {
  const { testSuiteId } = useParams();
  return (
    <WithProject>
      {(project) =>
        testSuiteId === undefined ? <NewSuite project={project} /> : <Suite project={project} id={testSuiteId} />
      }
    </WithProject>
  );
}

function NewSuite({ project }: { project: ProjectView }) {
  return (
    <>
      <SuiteHead project={project} title="Add test suite" />
      {useMay('testSuite.write') && <SuiteEditor project={project} suite={null} />}
    </>
  );
}

function Suite({ project, id }: { project: ProjectView; id: string }) {
  const query = useListTestSuitesQuery({ query: { projectId: project.id } });
  return (
    <Loaded query={query} failed="The test suite could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
      {(suites) => {
        const suite = suites.find((other) => other.id === id);
        if (!suite) return <EmptyState title="This test suite does not exist" why="It may have been deleted." />;
        return (
          <>
            <SuiteHead project={project} title={suite.name} />
            <SuiteEditor key={suite.id} project={project} suite={suite} />
          </>
        );
      }}
    </Loaded>
  );
}

function SuiteHead({ project, title }: { project: ProjectView; title: string }) {
  const to = useAccountPath()(`projects/${project.key}/test-suites`);
  return <ScreenHead title={title} documentTitle={`${title} · ${project.name}`} back={{ to, label: project.name }} />;
}
