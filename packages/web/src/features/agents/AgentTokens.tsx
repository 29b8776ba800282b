import type { AgentTokenView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useListAgentTokensQuery, useRevokeAgentTokenMutation } from '../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './agents.module.css';

/** The tokens that agents sign in by; a revoked one lets nobody in any more. */
export function AgentTokens() {
  const query = useListAgentTokensQuery();
  const [revoke] = useRevokeAgentTokenMutation();

  function askToRevoke(token: AgentTokenView): void {
    modals.openConfirmModal({
      title: `Revoke ${token.name}?`,
      children: 'Agents that use this token are shut out at once, and what they run goes to other agents.',
      labels: { confirm: `Revoke ${token.name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const answer = await revoke({ params: { id: token.id } });
        if (answer.error) {
          showFailure(answer.error);
        }
      },
    });
  }

  const columns: readonly Column<AgentTokenView>[] = [
    { key: 'name', title: 'Name', cell: (token) => token.name },
    { key: 'created', title: 'Made', cell: (token) => <RelativeTime time={token.createdAt} />, shownFrom: 'wide' },
    {
      key: 'used',
      title: 'Last used',
      cell: (token) =>
        token.lastUsedAt === null ? <span className="soft">never</span> : <RelativeTime time={token.lastUsedAt} />,
    },
    {
      key: 'actions',
      title: '',
      numeric: true,
      cell: (token) => (
        <Button size="compact-xs" onClick={() => askToRevoke(token)} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <Loaded query={query} failed="The agent tokens could not be loaded" skeleton={null} empty={null}>
      {(tokens) => (
        <section aria-labelledby="agent-tokens">
          <h2 id="agent-tokens" className={styles.heading}>
            Tokens
          </h2>
          <DataTable label="Agent tokens" columns={columns} rows={tokens} keyOf={(token) => token.id} />
        </section>
      )}
    </Loaded>
  );
}
