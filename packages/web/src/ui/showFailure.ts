import { messages } from '@assay/contract';
import { notifications } from '@mantine/notifications';
import { asServiceError } from '../connection/serviceError.ts';

/** Shows in the corner of the page that a request failed, with the service's message if there is one. */
export function showFailure(error: unknown): void {
  const failure = asServiceError(error);
  const sentences = failure && failure.errors.length > 0 ? failure.errors : [failure ?? { message: messages.tryAgain }];
  showProblem(messages.somethingWrong, sentences.map(({ message }) => message).join(' '));
}

/** Shows a problem in the corner of the page, and what it means. */
export function showProblem(title: string, message: string): void {
  notifications.show({ color: 'red', title, message });
}
