import { errorReportsTag } from '@assay/contract';

/** Where the page says that errors are reported to. */
export type ReportTarget = { dsn: string; environment: string };

/** Sends an error with the page that it happened on. */
export type SendReport = (error: unknown, pathname: string) => void;

/** @returns null where the operator wants no error reports */
export function reportTargetOf(page: Document): ReportTarget | null {
  const tag = page.querySelector<HTMLMetaElement>(`meta[name="${errorReportsTag}"]`);
  return tag && { dsn: tag.content, environment: tag.dataset.environment ?? '' };
}
