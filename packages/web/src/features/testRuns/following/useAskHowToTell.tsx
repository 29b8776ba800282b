import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useNotificationSettings } from '../../../connection/notificationSettings.ts';
import { useChangeNotificationSettingsMutation } from '../../../connection/serviceHooks.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './following.module.css';

/**
 * @returns a function that asks whoever is told by neither mail nor Slack whether they want to be. Who does not is not
 * asked again in this browser.
 */
export function useAskHowToTell(): () => Promise<void> {
  const settings = useNotificationSettings();
  const [change] = useChangeNotificationSettingsMutation();
  const [declined, setDeclined] = useLocalStorage({
    key: 'assay.mailDeclined',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (!settings || declined || settings.notifyByEmail || settings.notifyBySlack) return async () => undefined;

  async function choose(byMail: boolean): Promise<void> {
    if (!byMail) return setDeclined(true);
    const { error } = await change({ body: { notifyByEmail: true, notifyBySlack: false } });
    if (error) showFailure(error);
  }

  return () =>
    new Promise((resolve) => {
      const id = 'how-to-tell';
      const close = async (byMail: boolean) => {
        await choose(byMail);
        modals.close(id);
      };
      modals.open({
        modalId: id,
        title: 'Notification settings',
        onClose: () => resolve(),
        children: (
          <>
            <p className={styles.question}>
              Assay shows you when a run that you follow ends, and when a message names you. Do you want a mail as well?
              Your profile is where to change this.
            </p>
            <div className={styles.answers}>
              <Button onClick={() => void close(false)}>Only in Assay</Button>
              <Button variant="filled" onClick={() => void close(true)} data-autofocus>
                Notify me by mail
              </Button>
            </div>
          </>
        ),
      });
    });
}
