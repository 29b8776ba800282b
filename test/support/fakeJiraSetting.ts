// What the projects of the fake Jira have.

export const projects = [
  { id: '10001', key: 'SHOP', name: 'Shop front' },
  { id: '10002', key: 'SHOPO', name: 'Shop operations' },
  { id: '10003', key: 'BANK', name: 'The bank' },
];
export const issueTypes = [
  { id: '10003', name: 'Task', subtask: false },
  { id: '10004', name: 'Bug', subtask: false },
  { id: '10005', name: 'Sub-task', subtask: true },
];
export const users = [
  { id: '5b10', name: 'ada', displayName: 'Ada Duarte', active: true },
  { id: '5b11', name: 'lin', displayName: 'Lin', active: true },
  { id: '5b12', name: 'gone', displayName: 'Left long ago', active: false },
];
export const priorities = [
  { id: '2', name: 'High' },
  { id: '3', name: 'Medium' },
];

type CreateField = { fieldId: string; name: string; required: boolean; [more: string]: unknown };
const field = (fieldId: string, name: string, required: boolean, more: object = {}): CreateField => ({
  fieldId,
  key: fieldId,
  name,
  required,
  hasDefaultValue: false,
  ...more,
});
/** Of a bug, in more than one page. */
export const bugFields = [
  field('project', 'Project', true, { schema: { type: 'project' } }),
  field('issuetype', 'Issue Type', true, { schema: { type: 'issuetype' } }),
  field('summary', 'Summary', true, { schema: { type: 'string', system: 'summary' } }),
  field('description', 'Description', false, { schema: { type: 'string', system: 'description' } }),
  field('priority', 'Priority', false, { schema: { type: 'priority' }, allowedValues: priorities }),
  field('reporter', 'Reporter', true, { schema: { type: 'user', system: 'reporter' } }),
  ...Array.from({ length: 50 }, (_, place) =>
    field(`customfield_2${place}`, `Optional ${place}`, false, { schema: { type: 'string' } }),
  ),
  field('components', 'Affected component', true, {
    schema: { type: 'array', items: 'component', system: 'components' },
    allowedValues: [
      { id: '10100', name: 'Cart' },
      { id: '10101', name: 'Checkout' },
    ],
  }),
  field('customfield_10042', 'Steps to reproduce', true, {
    schema: { type: 'string', custom: 'com.atlassian.jira.plugin.system.customfieldtypes:textarea' },
  }),
  field('customfield_10043', 'Severity', true, {
    hasDefaultValue: true,
    schema: { type: 'option' },
    allowedValues: [{ id: '1', value: 'S1' }],
  }),
  field('customfield_10044', 'Sprint', false, { schema: { type: 'any' } }),
];
