import type { CriteriaTemplateView } from '@assay/contract';
import { useChangeCriteriaTemplateMutation, useListCriteriaTemplatesQuery } from '../../connection/serviceHooks.ts';
import { useSavedOrder } from '../../ui/useSavedOrder.ts';

/** The templates in the order in which new releases have them. */
export function useOrderOfTemplates(templates: readonly CriteriaTemplateView[]) {
  const [change] = useChangeCriteriaTemplateMutation();
  const { refetch } = useListCriteriaTemplatesQuery({ query: {} });
  return useSavedOrder({
    items: templates,
    save: ({ id, text, revision }, place) => change({ body: { id, text, order: place + 1 }, ifMatch: revision }),
    refetch,
    conflict: 'The criteria templates have changed meanwhile. They are shown as they are now.',
  });
}
