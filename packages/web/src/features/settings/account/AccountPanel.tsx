import { useGetAccountQuery } from '../../../connection/currentUser.ts';
import form from '../../../ui/form/form.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { AccountNameForm } from './AccountNameForm.tsx';
import { AiOptOut } from './AiOptOut.tsx';

/** What an administrator may change of the account itself. */
export function AccountPanel() {
  const query = useGetAccountQuery();
  return (
    <Loaded query={query} failed="The account could not be loaded">
      {(account) => (
        <div className={form.form}>
          <AccountNameForm account={account} />
          <AiOptOut account={account} />
        </div>
      )}
    </Loaded>
  );
}
