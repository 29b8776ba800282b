import type { CauseKind, ReviewStatusId } from '@assay/contract';
import { IconBug, IconDatabase, IconQuestionMark, IconServer, IconTestPipe } from '../../../ui/icons/icons.ts';

/** How a cause kind is shown. */
export const causeKindInfo = {
  PRODUCT: { name: 'Product', icon: IconBug },
  TEST: { name: 'Test', icon: IconTestPipe },
  ENVIRONMENT: { name: 'Environment', icon: IconServer },
  DATA: { name: 'Data', icon: IconDatabase },
  UNKNOWN: { name: 'Unknown', icon: IconQuestionMark },
} satisfies Record<CauseKind, { name: string; icon: unknown }>;

/** The review statuses that say what a cause is. */
export const correctionStatuses = [
  'PRODUCT_BUG',
  'TEST_BUG',
  'ENVIRONMENT',
  'KNOWN_FLAKY',
  'WONT_FIX',
] as const satisfies readonly ReviewStatusId[];
