import type { CriteriaTemplateView, CriterionRule } from '@assay/contract';
import { ActionIcon, Button } from '@mantine/core';
import { useRef } from 'react';
import { useMay } from '../../connection/currentUser.ts';
import {
  useArchiveCriteriaTemplateMutation,
  useListCriteriaTemplatesQuery,
  useListEnvironmentsQuery,
  useListTestPlansQuery,
  useListTestSuitesQuery,
  useRestoreCriteriaTemplateMutation,
} from '../../connection/serviceHooks.ts';
import { askToDelete } from '../../ui/askToDelete.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBolt, IconPencil, IconTrash } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import list from '../../ui/list.module.css';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import { useRowKeys } from '../../ui/useRowKeys.ts';
import styles from './releases.module.css';
import { ruleText } from './ruleText.ts';
import { useOrderOfTemplates } from './useOrderOfTemplates.ts';

/** The criteria that each new release has, and those that were archived. */
export function CriteriaTemplatesPanel({ onEdit }: { onEdit: (template: CriteriaTemplateView) => void }) {
  const query = useListCriteriaTemplatesQuery({ query: {} });
  return (
    <>
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
      <ArchivedTemplates />
    </>
  );
}

type TemplatesProps = {
  templates: readonly CriteriaTemplateView[];
  onEdit: (template: CriteriaTemplateView) => void;
};

function Templates({ templates, onEdit }: TemplatesProps) {
  const mayWrite = useMay('release.write');
  const area = useRef<HTMLDivElement>(null);
  const { inOrder, isSaving, move } = useOrderOfTemplates(templates);
  useRowKeys(area);
  return (
    <>
      <div ref={area} className={`${list.list} ${styles.inUse}`}>
        <header className={styles.groupHead}>
          <h2 className={styles.groupTitle}>In use</h2>
          <span className="soft tabular">{templates.length}</span>
        </header>
        {mayWrite ? (
          <SortableList
            label="Criteria templates"
            items={inOrder.map((template) => ({ ...template, name: template.text }))}
            isFixed={isSaving}
            onMove={(ids) => void move(ids)}
          >
            {(template) => (
              <>
                <TemplateText template={template} />
                <TemplateActions template={template} isFixed={isSaving} onEdit={() => onEdit(template)} />
              </>
            )}
          </SortableList>
        ) : (
          <ul className={styles.rows} aria-label="Criteria templates">
            {templates.map((template) => (
              <li key={template.id} className={styles.criterion}>
                <TemplateText template={template} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={styles.below}>New releases get all of these, in this order. Existing releases do not change.</p>
    </>
  );
}

function TemplateText({ template: { text, rule } }: { template: CriteriaTemplateView }) {
  return (
    <span className={`${styles.wrapped} ${styles.templateText}`}>
      {text}
      {rule !== null && <RuleLine rule={rule} />}
    </span>
  );
}

function TemplateActions({
  template: { id, text, revision },
  isFixed,
  onEdit,
}: {
  template: CriteriaTemplateView;
  /** While their order is saved, which gives all of them another revision. */
  isFixed: boolean;
  onEdit: () => void;
}) {
  const [archive] = useArchiveCriteriaTemplateMutation();
  return (
    <span className={styles.templateActions}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Edit ${text}`}
        disabled={isFixed}
        data-row
        onClick={onEdit}
      >
        <IconPencil size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Archive ${text}`}
        disabled={isFixed}
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
  );
}

/** Shown once there are any. */
function ArchivedTemplates() {
  const { data: templates = [] } = useListCriteriaTemplatesQuery({ query: { archived: true } });
  const mayWrite = useMay('release.write');
  if (templates.length === 0) return null;
  return (
    <details className={`${list.list} ${styles.archived}`}>
      <summary className={styles.groupHead}>
        <h2 className={styles.groupTitle}>Archived</h2>
        <span className="soft tabular">{templates.length}</span>
      </summary>
      <ul className={styles.rows} aria-label="Archived criteria templates">
        {templates.map((template) => (
          <li key={template.id} className={styles.criterion}>
            <TemplateText template={template} />
            {mayWrite && <Restore template={template} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Restore({ template: { id, text, revision } }: { template: CriteriaTemplateView }) {
  const [restore, { isLoading }] = useRestoreCriteriaTemplateMutation();
  async function send(): Promise<void> {
    const { error } = await restore({ params: { id }, ifMatch: revision });
    if (error) showFailure(error);
  }
  return (
    <Button size="xs" loading={isLoading} aria-label={`Restore ${text}`} onClick={send}>
      Restore
    </Button>
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
