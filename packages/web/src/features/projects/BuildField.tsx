import { limits, type ProjectView } from '@assay/contract';
import { BuildSelect } from '../../ui/runSource/BuildSelect.tsx';
import { useListBuildsQuery } from './buildsApi.ts';

/** An uploaded build of the project. */
export function BuildField({ name, project }: { name: string; project: ProjectView }) {
  const { data } = useListBuildsQuery({ params: { id: project.id }, query: { limit: limits.maxPage } });
  return <BuildSelect name={name} page={data} />;
}
