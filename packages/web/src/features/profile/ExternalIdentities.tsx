import type { ExternalIdentitiesView, ExternalIdentityView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import {
  useListAuthProvidersQuery,
  useListExternalIdentitiesQuery,
  useUnlinkExternalIdentityMutation,
} from '../../connection/serviceHooks.ts';
import { FormSection } from '../../ui/form/FormSection.tsx';
import form from '../../ui/form/form.module.css';
import { Loaded } from '../../ui/Loaded.tsx';
import { ProviderButton } from '../../ui/ProviderButton.tsx';
import { ProviderIcon } from '../../ui/ProviderIcon.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './externalIdentities.module.css';

/** The accounts of providers by which somebody signs in. Nothing where there are none, and no providers either. */
export function ExternalIdentities() {
  const query = useListExternalIdentitiesQuery();
  const { data: providers } = useListAuthProvidersQuery();
  const hasNone = query.data?.identities.length === 0 && providers?.length === 0;
  if (hasNone) return null;
  return (
    <FormSection title="Sign-in providers">
      <Loaded query={query} failed="The linked accounts could not be loaded" skeleton={<RowsSkeleton rows={2} />}>
        {(ways) => <Ways ways={ways} />}
      </Loaded>
    </FormSection>
  );
}

function Ways({ ways: { hasPassword, identities } }: { ways: ExternalIdentitiesView }) {
  const { data: providers = [] } = useListAuthProvidersQuery();
  const { pathname } = useLocation();
  const unlinked = providers.filter(({ name }) => !identities.some(({ provider }) => provider === name));
  return (
    <>
      {identities.length > 0 && (
        <ul className={styles.list} aria-label="Linked accounts">
          {identities.map((identity) => (
            <Identity key={identity.id} identity={identity} isOnlyWay={!hasPassword && identities.length === 1} />
          ))}
        </ul>
      )}
      {!hasPassword && (
        <p className={form.told}>
          You have no password{identities.length === 1 && ', so this is your only way to sign in'}.{' '}
          <Link className="link" to="/forgot-password">
            Set one by mail
          </Link>
        </p>
      )}
      {unlinked.length > 0 && (
        <div className={styles.providers}>
          {unlinked.map((provider) => (
            <ProviderButton
              key={provider.name}
              provider={provider}
              verb="Link"
              start={{ purpose: 'link', returnTo: pathname }}
              onFailed={showFailure}
            />
          ))}
        </div>
      )}
    </>
  );
}

type IdentityProps = { identity: ExternalIdentityView; isOnlyWay: boolean };

function Identity({ identity: { id, label, icon, email, linkedAt }, isOnlyWay }: IdentityProps) {
  const [unlink, { isLoading }] = useUnlinkExternalIdentityMutation();

  async function remove(): Promise<void> {
    const { error } = await unlink({ params: { id } });
    if (error) showFailure(error);
  }

  return (
    <li className={styles.identity}>
      <ProviderIcon icon={icon} />
      <span className={styles.who}>
        {label} <span className="soft">{email}</span>
      </span>
      <span className="soft">
        linked <RelativeTime time={linkedAt} />
      </span>
      {!isOnlyWay && (
        <Button
          size="compact-xs"
          loading={isLoading}
          onClick={() => void remove()}
          aria-label={`Unlink ${label} ${email}`}
        >
          Unlink
        </Button>
      )}
    </li>
  );
}
