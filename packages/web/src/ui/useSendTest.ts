import type { AlertId } from '@assay/contract';
import { useTestAlertMutation } from '../connection/serviceHooks.ts';
import { showDone } from './showDone.ts';
import { showFailure } from './showFailure.ts';

/** @returns what sends a test message to where an alert goes, and says so */
export function useSendTest(id: AlertId): { isSending: boolean; sendTest: () => Promise<void> } {
  const [send, { isLoading: isSending }] = useTestAlertMutation();
  async function sendTest(): Promise<void> {
    const { error } = await send({ params: { id } });
    if (error) showFailure(error);
    else showDone('A test message is on its way');
  }
  return { isSending, sendTest };
}
