import { limits, type ProjectView } from '@assay/contract';
import { useListBuildsQuery } from '../../connection/serviceHooks.ts';
import { BuildSelect } from '../../ui/runSource/BuildSelect.tsx';

/** An uploaded build of the project. */
export function BuildField({ name, project }: { name: string; project: ProjectView }) {
  const { data } = useListBuildsQuery({ params: { id: project.id }, query: { limit: limits.maxPage } });
  return <BuildSelect name={name} page={data} />;
}
