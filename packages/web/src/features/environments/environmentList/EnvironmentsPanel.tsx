import type { EnvironmentView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useListEnvironmentsQuery,
  useListLastDeploysQuery,
  useListPipelineStagesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import list from '../../../ui/list.module.css';
import { Pager } from '../../../ui/Pager.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { EnvironmentRow } from './EnvironmentRow.tsx';
import { environmentFilters } from './environmentFilters.ts';
import styles from './environmentList.module.css';
import { StageHead } from './StageHead.tsx';
import { foundEnvironments, stageGroups } from './stageGroups.ts';

const pollingSeconds = 60;
const pageSize = 100;

/** The environments of the account under their pipeline stages; search and page are in the URL. */
export function EnvironmentsPanel() {
  const query = useListEnvironmentsQuery();
  usePolling(query.refetch, pollingSeconds);
  const mayWrite = useMay('environment.write');
  const path = useAccountPath();
  return (
    <Loaded
      query={query}
      failed="Environments could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={54} />}
      empty={
        <EmptyState
          title="No environments yet"
          why="An environment says where tests run against: its address, its variables, and how many runs at a time."
          action={
            mayWrite && (
              <Button component={Link} to={path('environments/new')} variant="filled">
                Add environment
              </Button>
            )
          }
        />
      }
      framed
    >
      {(environments) => <FoundEnvironments environments={environments} />}
    </Loaded>
  );
}

function FoundEnvironments({ environments }: { environments: readonly EnvironmentView[] }) {
  const { filters, setFilters } = useUrlFilters(environmentFilters, { replace: true });
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', () => search.current?.focus());
  const found = foundEnvironments(environments, filters.search);
  const toPage = (page: number) => setFilters({ page });
  return (
    <>
      <SearchField
        field={search}
        className={styles.search}
        placeholder="Search environments"
        aria-label="Search environments"
        value={filters.search}
        onSearch={(text) => setFilters({ search: text })}
      />
      {found.length === 0 ? (
        <div className={list.list}>
          <EmptyState
            title="No environment found"
            why="No name, key or URL has this text in it."
            action={<Button onClick={() => setFilters({ search: '' })}>Clear Filters</Button>}
          />
        </div>
      ) : (
        <Groups environments={found} page={filters.page} isSearched={filters.search !== ''} onPage={toPage} />
      )}
    </>
  );
}

type GroupsProps = {
  environments: readonly EnvironmentView[];
  page: number;
  isSearched: boolean;
  onPage: (page: number) => void;
};

function Groups({ environments, page, isSearched, onPage }: GroupsProps) {
  const { data: stages = [] } = useListPipelineStagesQuery();
  const deploys = useListLastDeploysQuery();
  usePolling(deploys.refetch, pollingSeconds);
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const sorted = stageGroups(environments, stages).flatMap((group) => group.environments);
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize);
  if (shown.length === 0) {
    return (
      <div className={list.list}>
        <PastLastPage size={pageSize} total={environments.length} onPage={onPage} />
      </div>
    );
  }
  const isWhole = !isSearched && environments.length <= pageSize;
  const groups = stageGroups(shown, stages).filter((group) => isWhole || group.environments.length > 0);
  return (
    <div ref={area} className={styles.groups}>
      <div className={styles.titles} aria-hidden>
        <span>Environment</span>
        <span className={styles.wide}>URL</span>
        <span className={styles.wide}>Last deploy</span>
        <span>Test runs</span>
        <span className={styles.wide}>Variables</span>
      </div>
      {groups.map(({ stage, environments: inStage }) => (
        <section key={stage?.id ?? ''} className={list.list} aria-label={stage?.name ?? 'No Stage'}>
          {stages.length > 0 && <StageHead stage={stage} place={stages.findIndex(({ id }) => id === stage?.id) + 1} />}
          {inStage.length === 0 ? (
            <p className={styles.none}>No environment is in this stage.</p>
          ) : (
            <ul className={styles.rows}>
              {inStage.map((environment) => (
                <EnvironmentRow
                  key={environment.id}
                  environment={environment}
                  lastDeploy={
                    deploys.data && (deploys.data.find((last) => last.environmentId === environment.id) ?? null)
                  }
                />
              ))}
            </ul>
          )}
        </section>
      ))}
      {environments.length > pageSize && (
        <Pager page={page} size={pageSize} shown={shown.length} total={environments.length} onPage={onPage} />
      )}
    </div>
  );
}
