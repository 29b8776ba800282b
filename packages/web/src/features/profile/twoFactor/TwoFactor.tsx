import type { RecoveryCodes, TwoFactorSecret, TwoFactorView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  useBeginTwoFactorMutation,
  useGetTwoFactorQuery,
  useListExternalIdentitiesQuery,
  useRenewRecoveryCodesMutation,
  useTurnOffTwoFactorMutation,
} from '../../../connection/serviceHooks.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import form from '../../../ui/form/form.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { OwnPasswordForm } from '../OwnPasswordForm.tsx';
import { AppSetup } from './AppSetup.tsx';
import styles from './twoFactor.module.css';

type Step =
  | { kind: 'idle' | 'turnOn' | 'turnOff' | 'renew' }
  | { kind: 'app'; setup: TwoFactorSecret }
  | { kind: 'codes'; codes: string[] };

const idle: Step = { kind: 'idle' };
const fewCodes = 3;

/** Whether signing in asks for a code of an app as well; turning that on and off, and the recovery codes. */
export function TwoFactor() {
  const query = useGetTwoFactorQuery();
  return (
    <FormSection title="Two-factor sign-in">
      <Loaded query={query} failed="Whether it is on could not be loaded" skeleton={<RowsSkeleton rows={2} />}>
        {(state) => <Steps state={state} />}
      </Loaded>
    </FormSection>
  );
}

function Steps({ state }: { state: TwoFactorView }) {
  const [step, setStep] = useState<Step>(idle);
  const [begin] = useBeginTwoFactorMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const [turnOff] = useTurnOffTwoFactorMutation();
  const onCancel = () => setStep(idle);
  const showCodes = (codes: string[]) => setStep({ kind: 'codes', codes });

  switch (step.kind) {
    case 'idle':
      return <Summary state={state} onStep={setStep} />;
    case 'turnOn':
      return (
        <OwnPasswordForm<TwoFactorSecret>
          action="Continue"
          send={(body) => begin({ body })}
          onSaved={(setup) => setStep({ kind: 'app', setup })}
          onCancel={onCancel}
        />
      );
    case 'app':
      return <AppSetup setup={step.setup} onConfirmed={showCodes} onCancel={onCancel} />;
    case 'codes':
      return <NewRecoveryCodes codes={step.codes} onKept={onCancel} />;
    case 'renew':
      return (
        <OwnPasswordForm<RecoveryCodes>
          action="New recovery codes"
          send={(body) => renew({ body })}
          onSaved={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onCancel={onCancel}
        />
      );
    case 'turnOff':
      return (
        <OwnPasswordForm
          action="Turn off"
          color="red"
          send={(body) => turnOff({ body })}
          onSaved={onCancel}
          onCancel={onCancel}
        />
      );
  }
}

function Summary({ state, onStep }: { state: TwoFactorView; onStep: (step: Step) => void }) {
  const { since, recoveryCodesLeft } = state;
  const { data: ways } = useListExternalIdentitiesQuery();
  if (ways?.hasPassword === false) {
    return (
      <p className={styles.soft}>
        {since === null ? 'Off.' : 'On.'} Changing it asks for your password, and you have none:{' '}
        <Link className="link" to="/forgot-password">
          set one by mail
        </Link>{' '}
        first.
      </p>
    );
  }
  if (since === null) {
    return (
      <>
        <p className={styles.soft}>
          Off. With it, signing in asks for a code of an app on your phone as well: whoever learns your password cannot
          get in with it alone.
        </p>
        <div className={form.actions}>
          <Button onClick={() => onStep({ kind: 'turnOn' })}>Turn on</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p className={styles.text}>
        On since <RelativeTime time={since} />. {codesLeftText(recoveryCodesLeft)}
      </p>
      <div className={form.actions}>
        <Button onClick={() => onStep({ kind: 'renew' })}>New recovery codes</Button>
        <Button onClick={() => onStep({ kind: 'turnOff' })}>Turn off</Button>
      </div>
    </>
  );
}

function codesLeftText(left: number): string {
  if (left === 0) return 'No recovery code is left: without your phone you could not sign in. Make new ones.';
  const count = left === 1 ? 'One recovery code is left' : `${left} recovery codes are left`;
  return left <= fewCodes ? `${count}: make new ones soon.` : `${count}.`;
}

function NewRecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <p className={styles.text}>
        Each of these replaces the app once, should you lose your phone. Keep them where you keep passwords: they are
        not shown again.
      </p>
      <CopyableText text={codes.join('\n')} />
      <div className={form.actions}>
        <Button variant="filled" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </>
  );
}
