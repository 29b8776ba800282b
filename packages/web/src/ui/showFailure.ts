import { messages } from '@assay/contract';
import { notifications } from '@mantine/notifications';
import { asServiceError } from '../connection/serviceError.ts';

/** Says in the corner of the page that a request failed, with the service's sentence where it gave one. */
export function showFailure(error: unknown): void {
  const failure = asServiceError(error);
  const sentences = failure && failure.errors.length > 0 ? failure.errors : [failure ?? { message: messages.tryAgain }];
  showProblem(messages.somethingWrong, sentences.map(({ message }) => message).join(' '));
}

/** Says in the corner of the page that something is wrong, and what that means. */
export function showProblem(title: string, message: string): void {
  notifications.show({ color: 'red', title, message });
}
