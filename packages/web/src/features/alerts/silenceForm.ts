import { formFields, type SilenceRequest } from '@assay/contract';
import { object, string } from 'yup';
import { requiredText } from '../../ui/form/fieldSchemas.ts';

export const silenceSpans = ['hour', 'fourHours', 'tomorrow', 'week'] as const;
export type SilenceSpan = (typeof silenceSpans)[number];

export const spanLabels: Record<SilenceSpan, string> = {
  hour: 'for 1 hour',
  fourHours: 'for 4 hours',
  tomorrow: 'until tomorrow at 9:00',
  week: 'for a week',
};

export type SilenceForm = { span: SilenceSpan; reason: string };

export const emptySilence: SilenceForm = { span: 'hour', reason: '' };

export const silenceFormSchema = object({
  span: string().oneOf(silenceSpans).required(),
  reason: requiredText(formFields.reason),
});

const hour = 3_600_000;

/** @returns when a silence that begins now ends; mornings are those of the reader */
export function endOfSilence(span: SilenceSpan, now: Date): Date {
  switch (span) {
    case 'hour':
      return new Date(now.getTime() + hour);
    case 'fourHours':
      return new Date(now.getTime() + 4 * hour);
    case 'tomorrow':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
    case 'week':
      return new Date(now.getTime() + 7 * 24 * hour);
  }
}

export function silenceRequestOf({ span, reason }: SilenceForm, now: Date): SilenceRequest {
  return { until: endOfSilence(span, now).toISOString(), reason: reason.trim() };
}
