import type { RuleTrial } from '@assay/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useFormikContext } from 'formik';
import { useTryCriterionRuleQuery } from '../../connection/serviceHooks.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import { formatCalendarDay } from '../../ui/format/formatTime.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../ui/StatusShape.tsx';
import { standingTexts } from './criterionStanding.ts';
import { type TemplateForm, triedRuleOf } from './templateForm.ts';
import styles from './triedRule.module.css';

/** The rule is tried once nothing was typed for as long, in milliseconds. */
const typingPause = 400;

/** What the rule of the form would have answered for the latest releases, before it is saved. */
export function TriedRule() {
  const { values } = useFormikContext<TemplateForm>();
  const rule = triedRuleOf(values);
  const [asked] = useDebouncedValue(rule === null ? null : JSON.stringify(rule), typingPause);
  if (rule === null || asked === null) return null;
  return (
    <section className={styles.tried} aria-label="Tried">
      <h3 className={styles.title}>Tried</h3>
      <Trial asked={asked} />
    </section>
  );
}

function Trial({ asked }: { asked: string }) {
  const query = useTryCriterionRuleQuery({ query: JSON.parse(asked) });
  return (
    <Loaded query={query} failed="The rule could not be tried" skeleton={<RowsSkeleton rows={3} height={26} />}>
      {({ releases }) => <Answers releases={releases} />}
    </Loaded>
  );
}

const counts = [
  ['met', 'met'],
  ['notMet', 'not met'],
  ['pending', 'in progress'],
  ['noEvidence', 'no evidence'],
] as const;

function Answers({ releases }: RuleTrial) {
  if (releases.length === 0) return <p className="soft">No releases to try it on yet.</p>;
  const count = (wanted: string) => releases.filter(({ answer }) => answer === wanted).length;
  return (
    <>
      <p className={styles.sum}>
        On the last {counted(releases.length, 'release', 'releases')} it was{' '}
        <strong>met {count('met') === 1 ? 'once' : `${count('met')} times`}</strong>
      </p>
      <p className={styles.counts}>
        {counts
          .filter(([answer]) => count(answer) > 0)
          .map(([answer, text]) => (
            <span key={answer}>
              <StatusShape shape={standingTexts[answer].shape} label="" /> {count(answer)} {text}
            </span>
          ))}
      </p>
      <ul className={styles.rows} aria-label="Tried on releases">
        {releases.map(({ id, title, asOf, answer, reason }) => (
          <li key={id} className={styles.row}>
            <StatusShape shape={standingTexts[answer].shape} label={standingTexts[answer].title} />
            <span className={styles.name}>{title}</span>
            <span className="soft">{reason}</span>
            <span className={styles.asOf}>{asOf === null ? 'now' : formatCalendarDay(asOf.slice(0, 10))}</span>
          </li>
        ))}
      </ul>
      <p className="soft">No evidence never counts as met.</p>
    </>
  );
}
