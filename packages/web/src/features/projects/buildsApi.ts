import type { BuildDownload, BuildPage } from '@assay/contract';
import { topics } from '@assay/contract';
import { keepFresh } from '../../connection/keepFresh.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

type Page = { projectId: string; offset: number; limit: number };

const buildsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listBuilds: build.query<BuildPage, Page>({
      query: ({ projectId, offset, limit }) => ({
        ...{ url: `/projects/${projectId}/builds`, params: { offset, limit }, topic: topics.builds(projectId) },
      }),
      providesTags: ['Builds'],
      onCacheEntryAdded: keepFresh(
        ({ projectId }: Page) => topics.builds(projectId),
        () => 'Builds',
      ),
    }),
    findBuildDownload: build.query<BuildDownload, { projectId: string; buildId: string }>({
      query: ({ projectId, buildId }) => ({ url: `/projects/${projectId}/builds/${buildId}/download` }),
      // The address holds for a few minutes only.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListBuildsQuery, useLazyFindBuildDownloadQuery } = buildsApi;
