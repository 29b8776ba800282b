import type { ComparisonGroup } from '@assay/contract';
import { IconArrowDown, IconArrowUp, IconMinus, IconPlus } from '../../../ui/icons/icons.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';

const icon = { size: 13, stroke: 1.75, 'aria-hidden': true } as const;

/** What a group is about, as a shape beside its name. */
export function GroupMark({ group }: { group: ComparisonGroup }) {
  switch (group) {
    case 'newlyFailing':
    case 'stillFailing':
      return <StatusShape shape="fail" label="" />;
    case 'fixed':
      return <StatusShape shape="pass" label="" />;
    case 'flakyInOne':
      return <StatusShape shape="flaky" label="" />;
    case 'notRun':
      return <StatusShape shape="notRun" label="" />;
    case 'added':
      return <IconPlus {...icon} />;
    case 'removed':
      return <IconMinus {...icon} />;
    case 'slower':
      return <IconArrowUp {...icon} />;
    case 'faster':
      return <IconArrowDown {...icon} />;
    default:
      return null;
  }
}
