import type { RegistrationView } from '@assay/contract';
import { useField, useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import styles from './AuthScreen.module.css';
import { showCaptcha } from './captchaWidget.ts';

/** The widget of the captcha's provider. Its solution counts once, so after an answer the form mounts another one. */
export function CaptchaField({ captcha }: { captcha: NonNullable<RegistrationView['captcha']> }) {
  const { provider, siteKey } = captcha;
  const { submitCount } = useFormikContext();
  const [, { error }, { setValue }] = useField<string>('captchaSolution');
  const [isAway, setAway] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const tell = useRef(setValue);
  tell.current = setValue;
  useEffect(() => {
    const widget = document.createElement('div');
    place.current?.replaceChildren(widget);
    showCaptcha(provider, widget, siteKey, (solution) => void tell.current(solution)).catch(() => setAway(true));
  }, [provider, siteKey]);
  return (
    <div>
      <div ref={place} />
      {isAway && <p className={styles.text}>The captcha cannot be loaded. Reload the page to try again.</p>}
      {submitCount > 0 && error && (
        <p className={styles.failed} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
