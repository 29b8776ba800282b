import type { TeamView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useArchiveTeamMutation, useListTeamsQuery } from '../../../connection/serviceHooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconChevronRight } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import list from '../../../ui/list.module.css';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { TeamMembers } from './TeamMembers.tsx';
import { type EditedTeam, TeamModal } from './TeamModal.tsx';
import styles from './teams.module.css';

/** The teams of the account. The URL says which one is open. */
export function TeamsPanel() {
  const query = useListTeamsQuery();
  const mayWrite = useMay('team.write');
  const [search, setSearch] = useSearchParams();
  const [edited, setEdited] = useState<EditedTeam>();
  const open = (id: string | null) => setSearch(id === null ? {} : { team: id }, { replace: true });
  const add = mayWrite && (
    <Button variant="filled" onClick={() => setEdited(null)}>
      Add team
    </Button>
  );
  const hasTeams = query.data !== undefined && query.data.length > 0;
  return (
    <section aria-label="Teams">
      {hasTeams && (
        <div className={styles.head}>
          <p className={styles.about}>People who are named together in reviews and alerts. A team grants no rights.</p>
          {add}
        </div>
      )}
      <Loaded
        query={query}
        failed="Teams could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={48} />}
        empty={
          <EmptyState
            title="No Teams Found"
            why="A team names people together for reviews and alerts. It grants no rights."
            action={add}
          />
        }
        framed
      >
        {(teams) => (
          <ul className={list.list} aria-label="Teams">
            {teams.map((team) => (
              <Team
                key={team.id}
                team={team}
                isOpen={search.get('team') === team.id}
                onToggle={(isOpen) => open(isOpen ? team.id : null)}
                onEdit={() => setEdited(team)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <TeamModal
        edited={edited}
        onClose={(savedId) => {
          setEdited(undefined);
          if (savedId) open(savedId);
        }}
      />
    </section>
  );
}

type TeamProps = { team: TeamView; isOpen: boolean; onToggle: (isOpen: boolean) => void; onEdit: () => void };

function Team({ team, isOpen, onToggle, onEdit }: TeamProps) {
  const mayWrite = useMay('team.write');
  const [archive] = useArchiveTeamMutation();
  const bodyId = useId();

  function askToDelete(): void {
    modals.openConfirmModal({
      title: `Delete ${team.name}?`,
      children: 'Its members keep their roles in the account.',
      labels: { confirm: `Delete ${team.name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await archive({ params: { id: team.id } });
        if (error) showFailure(error);
      },
    });
  }

  return (
    <li className={styles.team}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => onToggle(!isOpen)}
      >
        <IconChevronRight size={16} className={styles.chevron} aria-hidden />
        <strong className={styles.name}>{team.name}</strong>
        <span className={styles.count}>{counted(team.users.length, 'member')}</span>
        <span className={styles.description}>{team.description}</span>
        <span className={styles.contact}>{team.email}</span>
        <span className={styles.contact}>{team.slackChannel}</span>
      </button>
      {isOpen && (
        <div id={bodyId} className={styles.body}>
          <TeamFacts team={team} />
          <TeamMembers team={team} />
          {mayWrite && (
            <div className={styles.actions}>
              <Button onClick={onEdit}>Edit team</Button>
              <Button color="red" variant="subtle" onClick={askToDelete}>
                Delete team
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

/** What the row may have no room for. */
function TeamFacts({ team: { description, email, slackChannel } }: { team: TeamView }) {
  if (!description && !email && !slackChannel) return null;
  return (
    <div className={styles.facts}>
      {description && <p className={styles.text}>{description}</p>}
      {(email || slackChannel) && (
        <p className={styles.contacts}>
          {email && <a href={`mailto:${email}`}>{email}</a>}
          {slackChannel && <span>{slackChannel}</span>}
        </p>
      )}
    </div>
  );
}
