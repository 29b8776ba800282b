import { version } from '@assay/contract';

/** Where and when an error was caught. */
export type Caught = { componentStack: string; at: Date };

/** @returns an id by which people name an error in the page; its details contain it. */
export function newReportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns what a report about an error in the page needs, as plain text. */
export function errorDetails(reportId: string, error: unknown, caught: Caught | null, address: string): string {
  const stack = error instanceof Error && error.stack ? error.stack : '';
  return [
    `Report: ${reportId}`,
    `Message: ${messageOf(error)}`,
    `Address: ${address}`,
    `Version: ${version}`,
    `Time: ${(caught?.at ?? new Date()).toISOString()}`,
    `Browser: ${navigator.userAgent}`,
    ...(stack ? [`Stack:\n${stack.trim()}`] : []),
    ...(caught?.componentStack ? [`Components:\n${caught.componentStack.replace(/^\n/, '')}`] : []),
  ].join('\n');
}

/** @returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
