import type { BuildView, ProjectView } from '@assay/contract';
import { useLazyDownloadBuildQuery } from '../../connection/serviceHooks.ts';
import { showFailure } from '../../ui/showFailure.ts';

/** @returns what has the browser download the archive of a build */
export function useDownloadBuild(project: ProjectView): (build: BuildView) => Promise<void> {
  const [findDownload] = useLazyDownloadBuildQuery();
  return async (build) => {
    const { data, error } = await findDownload({ params: { id: project.id, buildId: build.id } });
    if (data) window.location.assign(data.url);
    else showFailure(error);
  };
}
