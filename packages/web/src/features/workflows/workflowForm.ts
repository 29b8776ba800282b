import { formFields } from '@assay/contract';
import { object } from 'yup';
import { requiredText } from '../../ui/form/fieldSchemas.ts';

export type WorkflowForm = { name: string };

export const workflowFormSchema = object({ name: requiredText(formFields.name) });
