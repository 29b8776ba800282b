import { type RoleType, roleLabels, type UserRoleView } from '@assay/contract';
import { modals } from '@mantine/modals';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import type { ConnectionState } from '../../../connection/connectionTools.ts';
import {
  useChangeUserRoleMutation,
  useGetMeQuery,
  useRemoveUserRoleMutation,
} from '../../../connection/serviceHooks.ts';
import { showFailure } from '../../../ui/showFailure.ts';

export type UserRoleActions = {
  myId: string | undefined;
  accountName: string;
  /** Asks first where it is one's own. */
  changeRole: (role: UserRoleView, roleType: RoleType) => void;
  askToRemove: (role: UserRoleView) => void;
};

/** What administrators do to roles. One's own rights are read again afterwards, and the screens follow them. */
export function useUserRoleActions(): UserRoleActions {
  const { data: me, refetch: readMe } = useGetMeQuery();
  const accountName = useSelector((state: ConnectionState) => state.session.accountName) ?? 'the account';
  const [change] = useChangeUserRoleMutation();
  const [remove] = useRemoveUserRoleMutation();
  const navigate = useNavigate();
  const isMine = ({ user }: UserRoleView) => user.id === me?.id;

  async function applyRole(role: UserRoleView, roleType: RoleType): Promise<void> {
    const { error } = await change({ params: { id: role.id }, body: { roleType } });
    if (error) showFailure(error);
    else if (isMine(role)) await readMe();
  }

  async function applyRemoval(role: UserRoleView): Promise<void> {
    const { error } = await remove({ params: { id: role.id } });
    if (error) showFailure(error);
    else if (isMine(role)) {
      await readMe();
      await navigate('/', { replace: true });
    }
  }

  function changeRole(role: UserRoleView, roleType: RoleType): void {
    if (role.roleType === roleType) return;
    if (!isMine(role)) {
      void applyRole(role, roleType);
      return;
    }
    modals.openConfirmModal({
      title: `Become ${roleLabels[roleType]}?`,
      children: `You can change settings and people of ${accountName} no longer. Another administrator can give that back.`,
      labels: { confirm: `Become ${roleLabels[roleType]}`, cancel: 'Go back' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => void applyRole(role, roleType),
    });
  }

  function askToRemove(role: UserRoleView): void {
    const { fullName } = role.user;
    modals.openConfirmModal({
      title: isMine(role) ? `Leave ${accountName}?` : `Remove ${fullName} from ${accountName}?`,
      children: isMine(role)
        ? 'You lose access at once, and come back only by an invitation.'
        : 'They lose access at once and leave their teams. What they did stays.',
      labels: { confirm: isMine(role) ? `Leave ${accountName}` : `Remove ${fullName}`, cancel: 'Go back' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => void applyRemoval(role),
    });
  }

  return { myId: me?.id, accountName, changeRole, askToRemove };
}
