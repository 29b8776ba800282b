import { type AuthProviderView, type ReceivedClaim, roleLabels, type SsoTestResult } from '@assay/contract';
import { ActionIcon, Table } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { asServiceError } from '../../../../connection/serviceError.ts';
import { useGetSsoTestResultMutation } from '../../../../connection/serviceHooks.ts';
import form from '../../../../ui/form/form.module.css';
import { IconX } from '../../../../ui/icons/icons.ts';
import { RowsSkeleton } from '../../../../ui/RowsSkeleton.tsx';
import { useOnce } from '../../../../ui/useOnce.ts';
import styles from './ssoRoles.module.css';

/** After the way to a provider and back: what it told. Nothing for who has not been there. */
export function SsoTestPanel({ providers }: { providers: readonly AuthProviderView[] }) {
  const { state } = useLocation();
  const [authId] = useState<string | null>(() => (typeof state?.ssoTest === 'string' ? state.ssoTest : null));
  const [isClosed, setClosed] = useState(false);
  const [read, { data: result, error }] = useGetSsoTestResultMutation();
  const navigate = useNavigate();

  useOnce(async () => {
    if (authId === null) return;
    await read({ body: { authId } });
    // It can be read once, so a reload of the page has nothing to ask for.
    await navigate('.', { replace: true, state: null });
  });

  if (authId === null || isClosed) return null;
  const labelOf = (name: string) => providers.find((one) => one.name === name)?.label ?? name;
  return (
    <section className={styles.result} aria-label="Test of the connection">
      <div className={styles.resultHead}>
        <h3 className={styles.resultTitle}>
          {result ? `What ${labelOf(result.provider)} told` : 'Test of the connection'}
        </h3>
        <ActionIcon aria-label="Close the test" onClick={() => setClosed(true)}>
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      </div>
      {error && (
        <p className={form.refused} role="alert">
          {asServiceError(error)?.message}
        </p>
      )}
      {!result && !error && <RowsSkeleton rows={3} />}
      {result && (result.problem === null ? <Told result={result} /> : <NothingTold problem={result.problem} />)}
    </section>
  );
}

function NothingTold({ problem }: { problem: string }) {
  return (
    <p className={form.refused} role="alert">
      The provider could not be asked who you are. It says: {problem || 'nothing'}
    </p>
  );
}

function Told({ result }: { result: SsoTestResult }) {
  const { claims, claimCount, emailVerified } = result;
  return (
    <>
      <p className={styles.verdict} role="status">
        <strong>{verdictOf(result)}</strong> Nothing was changed.
        {!emailVerified && ' The provider does not confirm the e-mail address, so an invitation lets nobody in by it.'}
      </p>
      {claims.length === 0 ? (
        <p className={styles.verdict}>The provider sends no claims, so no rule can fit.</p>
      ) : (
        <div className={styles.claims}>
          <Table aria-label="Claims received">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Claim</Table.Th>
                <Table.Th>Value</Table.Th>
                <Table.Th>Used by</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {claims.map((claim) => (
                <ClaimRow key={claim.name} claim={claim} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {claimCount > claims.length && (
        <p className={styles.verdict}>
          {claims.length} of {claimCount} claims are shown.
        </p>
      )}
    </>
  );
}

function ClaimRow({ claim: { name, values, valueCount, masked, rules } }: { claim: ReceivedClaim }) {
  const more = valueCount - values.length;
  return (
    <Table.Tr>
      <Table.Td className="mono">{name}</Table.Td>
      <Table.Td className={`mono ${styles.values}`}>
        {values.length === 0 && <span className={styles.quiet}>empty</span>}
        {values.join(', ')}
        {more > 0 && <span className={styles.quiet}> and {more} more</span>}
        {masked && <span className={styles.quiet}> hidden</span>}
      </Table.Td>
      <Table.Td>{rules.map((rule) => `Rule ${rule + 1}`).join(', ')}</Table.Td>
    </Table.Tr>
  );
}

/** What would follow from the claims at a sign-in. */
function verdictOf({ rule, roleType, leftOut }: SsoTestResult): string {
  if (rule !== null && roleType !== null) return `Rule ${rule + 1} fits: the role would be ${roleLabels[roleType]}.`;
  if (leftOut.length > 0) return `The provider leaves out ${leftOut.join(', ')}: roles would stay as they are.`;
  return 'No rule fits: a role that a rule gave would end, any other would stay.';
}
