import { messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useEraseMeMutation, useListExternalIdentitiesQuery } from '../../../connection/serviceHooks.ts';
import { useForgetSession } from '../../../connection/useLogOut.ts';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import form from '../../../ui/form/form.module.css';
import { showFailure } from '../../../ui/showFailure.ts';
import { OwnPasswordForm } from '../OwnPasswordForm.tsx';

const action = 'Erase me for good';

/** Erases who is signed in, after the password was given; somebody without one has to have signed in just now. */
export function EraseMe() {
  const { data: ways } = useListExternalIdentitiesQuery();
  const [isAsking, setAsking] = useState(false);
  const [erase, { isLoading }] = useEraseMeMutation();
  const forgetSession = useForgetSession();
  const navigate = useNavigate();

  async function leave(): Promise<void> {
    forgetSession();
    await navigate('/login', { replace: true });
  }
  async function eraseWithoutPassword(): Promise<void> {
    const { error } = await erase({ body: {} });
    if (error) showFailure(error);
    else await leave();
  }
  const cancel = () => setAsking(false);

  return (
    <FormSection title="Erase me">
      <p className={form.told}>
        Your name, address, password, linked accounts and sessions are gone at once, here and in every organization, and
        from all backups made after that. What you made stays, and is shown as made by “{messages.erasedPerson}”; API
        keys go on working. If other people depend on you as their last administrator, make somebody else one first.
        This cannot be undone, but you can be invited again.
      </p>
      {!isAsking && (
        <div className={form.actions}>
          <Button color="red" disabled={!ways} onClick={() => setAsking(true)}>
            Erase me…
          </Button>
        </div>
      )}
      {isAsking && ways?.hasPassword && (
        <OwnPasswordForm
          action={action}
          color="red"
          onCancel={cancel}
          send={(body) => erase({ body })}
          onSaved={() => void leave()}
        />
      )}
      {isAsking && !ways?.hasPassword && (
        <div className={form.actions}>
          <Button color="red" variant="filled" loading={isLoading} onClick={() => void eraseWithoutPassword()}>
            {action}
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      )}
    </FormSection>
  );
}
