import {
  type CreateIssueRequest,
  formFields,
  type IssueDraft,
  type IssueMetadataView,
  type IssueTracker,
  type ReportedRequest,
  type RequiredField,
} from '@assay/contract';
import { object } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

/** What is typed and chosen; names go along so that the issue is shown with them. */
export type IssueForm = {
  projectId: string;
  projectName: string;
  summary: string;
  description: string;
  issueTypeId: string;
  issuePriorityId: string;
  issueUserId: string;
  issueUserName: string;
  /** By the id of the required field. */
  fields: Record<string, string | string[]>;
};

/** What depends on the project at the tracker. */
const ofProject = { issueTypeId: '', issuePriorityId: '', issueUserId: '', issueUserName: '', fields: {} };

export type ChosenProject = { id: string; name: string };

export function issueFormOf({ summary, description }: IssueDraft, project: ChosenProject | null): IssueForm {
  return {
    projectId: project?.id ?? '',
    projectName: project?.name ?? '',
    summary,
    description,
    ...ofProject,
  };
}

export const issueFormSchema = object({
  projectId: requiredText(formFields.trackerProject),
  summary: requiredText(formFields.issueSummary),
  description: optionalText(formFields.issueDescription),
});

/** @returns the form for another project: what was chosen in the one before is not there */
export function withProject(form: IssueForm, { id, name }: ChosenProject): IssueForm {
  return id === form.projectId ? form : { ...form, ...ofProject, projectId: id, projectName: name };
}

/** @returns the form with what the project offers: its usual type, its only priority, who reports, and all fields */
export function withMetadata(form: IssueForm, metadata: IssueMetadataView): IssueForm {
  const { issueTypeId, priorities, me, requiredFields } = metadata;
  const [priority, ...others] = priorities;
  const only = priority && others.length === 0 ? priority.id : '';
  const isReported = form.issueUserId !== '' || me === null;
  return {
    ...form,
    issueTypeId: form.issueTypeId || (issueTypeId ?? ''),
    issuePriorityId: form.issuePriorityId || only,
    issueUserId: isReported ? form.issueUserId : me.accountId,
    issueUserName: isReported ? form.issueUserName : me.displayName,
    fields: Object.fromEntries(requiredFields.map((field) => [field.id, form.fields[field.id] ?? emptyValue(field)])),
  };
}

function emptyValue({ kind }: RequiredField): string | string[] {
  return kind === 'options' || kind === 'labels' ? [] : '';
}

function isBlank(value: string | readonly string[] | undefined): boolean {
  return value === undefined || (typeof value === 'string' ? value.trim() === '' : value.length === 0);
}

/** @returns the labels of what the tracker would refuse the issue without */
export function missingOf(form: IssueForm, metadata: IssueMetadataView | undefined): string[] {
  const { asks, requiredFields, issueTypes } = metadata ?? {
    asks: { issueType: true, priority: true, reporter: true },
    requiredFields: [],
    issueTypes: [],
  };
  const wanted: [boolean, string, string | readonly string[] | undefined][] = [
    [true, 'Project', form.projectId],
    [true, 'Summary', form.summary],
    [asks.issueType && (metadata === undefined || issueTypes.length > 0), 'Issue type', form.issueTypeId],
    [asks.priority, 'Priority', form.issuePriorityId],
    [asks.reporter, 'Reporter', form.issueUserId],
    ...requiredFields.map(({ id, name }): [boolean, string, string | string[] | undefined] => [
      true,
      name,
      form.fields[id],
    ]),
  ];
  return wanted.filter(([isAsked, , value]) => isAsked && isBlank(value)).map(([, label]) => label);
}

function nameOf(all: readonly { id: string; name: string }[], id: string): string | null {
  return all.find((one) => one.id === id)?.name ?? null;
}

export function issueRequestOf(
  form: IssueForm,
  metadata: IssueMetadataView,
  provider: IssueTracker,
  reported: ReportedRequest,
): CreateIssueRequest {
  const { asks, issueTypes, priorities, requiredFields } = metadata;
  const fields = requiredFields.flatMap(({ id }) => {
    const value = form.fields[id];
    return value === undefined || isBlank(value) ? [] : [[id, value] as const];
  });
  return {
    provider,
    projectId: form.projectId,
    projectName: form.projectName,
    summary: form.summary.trim(),
    description: form.description,
    ...(asks.issueType && {
      issueTypeId: form.issueTypeId,
      issueTypeName: nameOf(issueTypes, form.issueTypeId),
    }),
    ...(asks.priority && {
      issuePriorityId: form.issuePriorityId,
      issuePriorityName: nameOf(priorities, form.issuePriorityId),
    }),
    ...(asks.reporter && { issueUserId: form.issueUserId, issueUserName: form.issueUserName }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...reported,
  };
}

/** @returns whether closing would lose something that was typed or chosen */
export function isIssueFormUsed(form: IssueForm, before: IssueForm): boolean {
  const { projectId, summary, description, fields } = form;
  return (
    projectId !== before.projectId ||
    summary !== before.summary ||
    description !== before.description ||
    Object.values(fields).some((value) => !isBlank(value))
  );
}
