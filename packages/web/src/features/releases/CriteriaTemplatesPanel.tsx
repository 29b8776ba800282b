import type { CriteriaTemplateView, CriterionRule } from '@assay/contract';
import { ActionIcon } from '@mantine/core';
import { useRef } from 'react';
import { useMay } from '../../connection/currentUser.ts';
import {
  useArchiveCriteriaTemplateMutation,
  useListCriteriaTemplatesQuery,
  useListEnvironmentsQuery,
  useListTestPlansQuery,
  useListTestSuitesQuery,
} from '../../connection/serviceHooks.ts';
import { askToDelete } from '../../ui/askToDelete.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBolt, IconPencil, IconTrash } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import list from '../../ui/list.module.css';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { useRowKeys } from '../../ui/useRowKeys.ts';
import styles from './releases.module.css';
import { ruleText } from './ruleText.ts';

/** The criteria that each new release has. */
export function CriteriaTemplatesPanel({ onEdit }: { onEdit: (template: CriteriaTemplateView) => void }) {
  const query = useListCriteriaTemplatesQuery();
  return (
    <Loaded
      query={query}
      failed="Criteria templates could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={44} />}
      empty={
        <EmptyState
          title="No Release Criteria Templates to Display"
          why="Each new release gets a copy of the criteria templates, to complete before the decision."
        />
      }
      framed
    >
      {(templates) => <Templates templates={templates} onEdit={onEdit} />}
    </Loaded>
  );
}

type TemplatesProps = {
  templates: readonly CriteriaTemplateView[];
  onEdit: (template: CriteriaTemplateView) => void;
};

function Templates({ templates, onEdit }: TemplatesProps) {
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  return (
    <>
      <div ref={area} className={list.list}>
        <header className={styles.groupHead}>
          <h2 className={styles.groupTitle}>In use</h2>
          <span className="soft tabular">{templates.length}</span>
        </header>
        <ul className={styles.rows} aria-label="Criteria templates">
          {templates.map((template) => (
            <Template key={template.id} template={template} onEdit={() => onEdit(template)} />
          ))}
        </ul>
      </div>
      <p className={styles.below}>New releases get all of these, in this order. Existing releases do not change.</p>
    </>
  );
}

function Template({
  template: { id, text, rule, revision },
  onEdit,
}: {
  template: CriteriaTemplateView;
  onEdit: () => void;
}) {
  const mayWrite = useMay('release.write');
  const [archive] = useArchiveCriteriaTemplateMutation();
  return (
    <li className={styles.criterion}>
      <span className={styles.wrapped}>
        {text}
        {rule !== null && <RuleLine rule={rule} />}
      </span>
      {mayWrite && (
        <span className={styles.templateActions}>
          <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${text}`} data-row onClick={onEdit}>
            <IconPencil size={16} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Archive ${text}`}
            onClick={() =>
              askToDelete({
                verb: 'Archive',
                name: text,
                follows: 'New releases no longer have it. Existing releases retain it.',
                remove: () => archive({ params: { id }, ifMatch: revision }),
              })
            }
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

/** What answers the criterion of a template. */
function RuleLine({ rule }: { rule: CriterionRule }) {
  const { data: suites = [] } = useListTestSuitesQuery();
  const { data: plans = [] } = useListTestPlansQuery();
  const { data: environments = [] } = useListEnvironmentsQuery();
  const nameOf = (things: readonly { id: string; name: string }[], id: string | null | undefined) =>
    id ? (things.find((thing) => thing.id === id)?.name ?? 'a deleted one') : null;
  const names = {
    testSuiteName: nameOf(suites, rule.testSuiteId),
    testPlanName: nameOf(plans, rule.testPlanId),
    environmentName: nameOf(environments, rule.environmentId),
  };
  return (
    <span className={`${styles.note} ${styles.ruleLine}`}>
      <IconBolt size={13} stroke={1.75} aria-hidden />
      {ruleText({ ...rule, ...names })}
    </span>
  );
}
