import type { DeclaredFields } from '../declaredFields/declaredFields.ts';
import { formFields } from '../formFields.ts';

export const teamFields = {
  name: { kind: 'text', rule: formFields.teamName, label: 'Name', changedBy: 'TeamRenamed' },
  description: {
    kind: 'text',
    rule: formFields.description,
    nullable: true,
    rows: 3,
    label: 'Description',
    changedBy: 'TeamSettingChanged',
  },
  email: {
    kind: 'text',
    rule: formFields.email,
    nullable: true,
    label: 'Email',
    input: { placeholder: 'checkout@example.com' },
    changedBy: 'TeamSettingChanged',
  },
  slackChannel: {
    kind: 'text',
    rule: formFields.slackChannel,
    nullable: true,
    label: 'Slack channel',
    input: { placeholder: '#checkout' },
    changedBy: 'TeamSettingChanged',
  },
} as const satisfies DeclaredFields;
