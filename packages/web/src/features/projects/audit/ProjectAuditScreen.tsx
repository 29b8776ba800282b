import type { ProjectView } from '@assay/contract';
import { useListProjectAuditsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { AuditTrail } from '../../../ui/auditTrail/AuditTrail.tsx';
import { WithProject } from '../WithProject.tsx';
import { projectFields } from './projectFields.ts';

/** Who changed which settings of a project. */
export function ProjectAuditScreen() {
  return <WithProject>{(project) => <LoadedProject project={project} />}</WithProject>;
}

function LoadedProject({ project }: { project: ProjectView }) {
  const path = useAccountPath();
  const query = useListProjectAuditsQuery({ params: { id: project.id } });
  return (
    <AuditTrail
      thing={project}
      noun="project"
      query={query}
      back={{ to: path(`projects/${project.key}/settings`), label: `Projects / ${project.name}` }}
      fields={projectFields}
      restore={null}
    />
  );
}
