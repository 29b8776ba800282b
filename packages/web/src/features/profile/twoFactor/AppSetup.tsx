import { limits, messages, type TwoFactorSecret } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { encode } from 'uqr';
import { object, string } from 'yup';
import { useConfirmTwoFactorMutation } from '../../../connection/serviceHooks.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import form from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import styles from './twoFactor.module.css';

type Values = { code: string };

const schema = object({
  code: string().trim().required(messages.blank).max(limits.maxCodeLength, messages.invalidLength),
});

type Props = { setup: TwoFactorSecret; onConfirmed: (recoveryCodes: string[]) => void; onCancel: () => void };

/** Shows an authenticator app its secret, and takes a code of it as proof. */
export function AppSetup({ setup: { secret, url }, onConfirmed, onCancel }: Props) {
  const [confirm] = useConfirmTwoFactorMutation();
  const save = useSave<Values, { recoveryCodes: string[] }>({
    send: ({ code }) => confirm({ body: { code: code.trim() } }),
    onSaved: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <div className={styles.setup}>
      <QrCode text={url} />
      <div className={form.stack}>
        <p className={styles.text}>
          Scan this with an authenticator app, such as Aegis, 1Password or Google Authenticator, or type the key into
          it:
        </p>
        <CopyableText text={secret} shown={inFours(secret)} />
        <Formik<Values> initialValues={{ code: '' }} validationSchema={schema} onSubmit={save.submit}>
          {({ isSubmitting }) => (
            <Form className={form.stack} aria-label="Code of the app">
              <TextField
                name="code"
                label="Code that the app shows"
                autoComplete="one-time-code"
                inputMode="numeric"
                maw={200}
                autoFocus
              />
              <SaveNotice save={save} />
              <div className={form.actions}>
                <Button type="submit" variant="filled" loading={isSubmitting}>
                  Turn on
                </Button>
                <Button onClick={onCancel}>Cancel</Button>
              </div>
            </Form>
          )}
        </Formik>
      </div>
    </div>
  );
}

/** Dark on light in both themes: not every app reads it the other way round. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the key"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
