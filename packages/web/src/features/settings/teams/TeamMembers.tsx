import type { TeamView } from '@assay/contract';
import { Button, Select } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useAddTeamMemberMutation,
  useListUserRolesQuery,
  useRemoveTeamMemberMutation,
} from '../../../connection/serviceHooks.ts';
import { Initial } from '../../../ui/Initial.tsx';
import { showDone } from '../../../ui/showDone.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './teams.module.css';

/** Who is in a team; administrators add and remove people of the account. */
export function TeamMembers({ team }: { team: TeamView }) {
  const mayWrite = useMay('team.write');
  const [remove, { isLoading: isRemoving }] = useRemoveTeamMemberMutation();

  async function removeMember({ userId, fullName }: TeamView['users'][number]): Promise<void> {
    const { error } = await remove({ params: { teamId: team.id, userId } });
    if (error) showFailure(error);
    else showDone(`${fullName} was removed from ${team.name}`);
  }

  return (
    <>
      {team.users.length === 0 ? (
        <p className={styles.nobody}>Nobody is in this team yet.</p>
      ) : (
        <ul className={styles.members} aria-label={`Members of ${team.name}`}>
          {team.users.map((user) => (
            <li key={user.userId} className={styles.member}>
              <Initial name={user.fullName} />
              <span className={styles.person}>{user.fullName}</span>
              <span className={styles.mail}>{user.email}</span>
              {mayWrite && (
                <Button
                  size="compact-xs"
                  disabled={isRemoving}
                  onClick={() => void removeMember(user)}
                  aria-label={`Remove ${user.fullName} from ${team.name}`}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <AddMember team={team} />}
    </>
  );
}

function AddMember({ team }: { team: TeamView }) {
  const { data: roles = [], isLoading } = useListUserRolesQuery();
  const [add, { isLoading: isAdding }] = useAddTeamMemberMutation();
  const members = new Set<string>(team.users.map(({ userId }) => userId));
  const others = roles.map(({ user }) => user).filter(({ id }) => !members.has(id));

  async function addMember(userId: string | null): Promise<void> {
    const person = others.find(({ id }) => id === userId);
    if (!person) return;
    const { error } = await add({ params: { teamId: team.id, userId: person.id } });
    if (error) showFailure(error);
    else showDone(`${person.fullName} was added to ${team.name}`);
  }

  const isFull = others.length === 0 && !isLoading;
  return (
    <Select
      className={styles.add}
      aria-label={`Add somebody to ${team.name}`}
      placeholder={isFull ? 'Everybody of the account is in this team' : 'Add somebody…'}
      data={others.map(({ id, fullName, email }) => ({ value: id, label: `${fullName} (${email})` }))}
      value={null}
      searchable
      limit={100}
      nothingFoundMessage="Nobody of that name"
      disabled={isAdding || isFull}
      onChange={(userId) => void addMember(userId)}
    />
  );
}
