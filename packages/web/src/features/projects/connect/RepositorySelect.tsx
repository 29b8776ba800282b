import {
  type AuthorizationView,
  type GitService,
  gitServiceNames,
  isGitService,
  messages,
  type ServiceRepository,
} from '@assay/contract';
import { Button, Select, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useListAuthorizationsQuery,
  useListServiceOrganizationsQuery,
  useListServiceSuborganizationsQuery,
  useListSuborganizationRepositoriesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import styles from './repositorySelect.module.css';

/** Of so many, people search. */
const shown = 100;

type Choice = { onChoose: (repository: ServiceRepository) => void };
type Connected = AuthorizationView & { provider: GitService };

/** Chooses a repository step by step: git provider, organization, group where there are groups, repository. */
export function RepositorySelect({ onChoose }: Choice) {
  const query = useListAuthorizationsQuery();
  const path = useAccountPath();
  const mayConnect = useMay('authorization.write');
  const none = (
    <EmptyState
      title={messages.authorizeProviderFirst}
      action={
        mayConnect && (
          <Button component={Link} to={path('settings/integrations')} variant="filled">
            Integrations
          </Button>
        )
      }
    />
  );
  const isGit = (one: AuthorizationView): one is Connected => isGitService(one.provider);
  return (
    <Loaded
      query={query}
      failed="Git providers could not be loaded"
      skeleton={<RowsSkeleton rows={3} />}
      empty={none}
      isEmpty={(all) => !all.some(isGit)}
    >
      {(all) => <AtProviders connected={all.filter(isGit)} onChoose={onChoose} />}
    </Loaded>
  );
}

function AtProviders({ connected, onChoose }: Choice & { connected: readonly Connected[] }) {
  const [chosen, setChosen] = useState(connected[0]?.id);
  const current = connected.find(({ id }) => id === chosen) ?? connected[0];
  if (!current) return null;
  return (
    <div className={styles.steps}>
      <Select
        label="Git provider"
        data={connected.map(({ id, provider }) => ({ value: id, label: gitServiceNames[provider] }))}
        value={current.id}
        onChange={(id) => setChosen(connected.find((one) => one.id === id)?.id)}
        allowDeselect={false}
      />
      <AtProvider key={current.id} connection={current} onChoose={onChoose} />
    </div>
  );
}

function AtProvider({ connection: { id }, onChoose }: Choice & { connection: Connected }) {
  const query = useListServiceOrganizationsQuery({ params: { id } });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Loaded
      query={query}
      failed="The organizations could not be listed"
      skeleton={<RowsSkeleton rows={2} />}
      empty={<EmptyState title="No repositories found" why="Whatever is connected may read none." />}
    >
      {(all) => {
        const org = all.find((one) => one.id === chosen)?.id ?? all[0]?.id ?? '';
        return (
          <>
            <Select
              label="Organization"
              data={all.map((one) => ({ value: one.id, label: one.name }))}
              value={org}
              onChange={setChosen}
              searchable={all.length > 8}
              allowDeselect={false}
            />
            <InOrganization key={org} id={id} org={org} onChoose={onChoose} />
          </>
        );
      }}
    </Loaded>
  );
}

function InOrganization({ id, org, onChoose }: Choice & { id: string; org: string }) {
  const query = useListServiceSuborganizationsQuery({ params: { id, org } });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Loaded query={query} failed="The groups could not be listed" skeleton={<RowsSkeleton rows={2} />}>
      {(all) => {
        const sub = all.find((one) => one.id === chosen)?.id ?? all[0]?.id ?? org;
        return (
          <>
            {all.length > 1 && (
              <Select
                label="Group"
                data={all.map((one) => ({ value: one.id, label: one.name }))}
                value={sub}
                onChange={setChosen}
                searchable={all.length > 8}
                allowDeselect={false}
              />
            )}
            <Repositories key={sub} id={id} org={org} sub={sub} onChoose={onChoose} />
          </>
        );
      }}
    </Loaded>
  );
}

function Repositories({ id, org, sub, onChoose }: Choice & { id: string; org: string; sub: string }) {
  const query = useListSuborganizationRepositoriesQuery({ params: { id, org, sub } });
  const [search, setSearch] = useState('');
  return (
    <Loaded
      query={query}
      failed="The repositories could not be listed"
      skeleton={<RowsSkeleton rows={4} />}
      empty={<EmptyState title="No repositories found" />}
    >
      {(all) => {
        const wanted = search.trim().toLowerCase();
        const found = all.filter(({ name }) =>
          name
            .slice(sub.length + 1)
            .toLowerCase()
            .includes(wanted),
        );
        return (
          <>
            <TextInput
              label="Repository"
              placeholder={`Search ${counted(all.length, 'repository', 'repositories')}`}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
              onKeyDown={(event) => {
                const [only] = found;
                if (event.key !== 'Enter') return;
                event.preventDefault();
                if (found.length === 1 && only) onChoose(only);
              }}
              spellCheck={false}
              data-autofocus
            />
            {found.length === 0 ? (
              <p className={styles.more}>No repositories found</p>
            ) : (
              <ul className={styles.list} aria-label={`Repositories of ${sub}`}>
                {found.slice(0, shown).map((repository) => (
                  <li key={repository.gitUrl}>
                    <UnstyledButton className={styles.repository} onClick={() => onChoose(repository)}>
                      <span className="truncate">{repository.name.slice(sub.length + 1)}</span>
                      {repository.defaultBranch !== null && <span className="soft">{repository.defaultBranch}</span>}
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            )}
            {found.length > shown && (
              <p className={styles.more}>{counted(found.length - shown, 'more', 'more')}: search for them</p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
