import { useMay } from '../../../../connection/currentUser.ts';
import { useGetSsoRolesQuery, useListAuthProvidersQuery } from '../../../../connection/serviceHooks.ts';
import { FormSection } from '../../../../ui/form/FormSection.tsx';
import { Loaded } from '../../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../../ui/RowsSkeleton.tsx';
import styles from '../users.module.css';
import { SsoRolesForm } from './SsoRolesForm.tsx';
import { SsoTestPanel } from './SsoTestPanel.tsx';

/** Which groups of providers give which role, for administrators. Nothing where people sign in by password alone. */
export function SsoRolesSection() {
  const may = useMay('userRole.write');
  const query = useGetSsoRolesQuery(undefined, { skip: !may });
  const { data: providers = [] } = useListAuthProvidersQuery();
  if (!may || (providers.length === 0 && !query.data?.rules.length)) return null;
  return (
    <FormSection title="Roles from groups">
      <p className={styles.about}>
        At each sign-in by a provider, the first rule that fits gives the role, also to people who have none yet.
        Whoever got their role by a rule and fits none any more loses access. The last administrator stays in any case.
      </p>
      <Loaded query={query} failed="The rules could not be loaded" skeleton={<RowsSkeleton rows={2} />}>
        {(ssoRoles) => (
          <>
            <SsoTestPanel providers={providers} />
            <SsoRolesForm ssoRoles={ssoRoles} providers={providers} />
          </>
        )}
      </Loaded>
    </FormSection>
  );
}
