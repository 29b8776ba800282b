import { messages } from '@assay/contract';
import { notifications } from '@mantine/notifications';
import { asServiceError } from '../connection/serviceError.ts';

/** @returns why a request failed: the service's message if there is one */
export function failureText(error: unknown): string {
  const failure = asServiceError(error);
  const sentences = failure && failure.errors.length > 0 ? failure.errors : [failure ?? { message: messages.tryAgain }];
  return sentences.map(({ message }) => message).join(' ');
}

/** Shows in the corner of the page that a request failed, and why. */
export function showFailure(error: unknown): void {
  showProblem(messages.somethingWrong, failureText(error));
}

/** Shows a problem in the corner of the page, and what it means. */
export function showProblem(title: string, message: string): void {
  notifications.show({ color: 'red', title, message });
}
