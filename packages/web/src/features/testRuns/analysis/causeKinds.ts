import { type CauseKind, causeKindNames, type ReviewStatusId } from '@assay/contract';
import { IconBug, IconDatabase, IconQuestionMark, IconServer, IconTestPipe } from '../../../ui/icons/icons.ts';

/** How a cause kind is shown. */
export const causeKindInfo = {
  PRODUCT: { name: causeKindNames.PRODUCT, icon: IconBug },
  TEST: { name: causeKindNames.TEST, icon: IconTestPipe },
  ENVIRONMENT: { name: causeKindNames.ENVIRONMENT, icon: IconServer },
  DATA: { name: causeKindNames.DATA, icon: IconDatabase },
  UNKNOWN: { name: causeKindNames.UNKNOWN, icon: IconQuestionMark },
} satisfies Record<CauseKind, { name: string; icon: unknown }>;

/** The review statuses that say what a cause is. */
export const correctionStatuses = [
  'PRODUCT_BUG',
  'TEST_BUG',
  'ENVIRONMENT',
  'TEST_DATA',
  'KNOWN_FLAKY',
  'WONT_FIX',
] as const satisfies readonly ReviewStatusId[];
