import {
  type AccountId,
  type CommandAnswer,
  formFields,
  messages,
  type RoleType,
  roleLabels,
  roleTypes,
} from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { Formik } from 'formik';
import { useState } from 'react';
import { object, string } from 'yup';
import { useListStaffAccountsQuery, useTakeStaffRoleMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { SelectField, TextAreaField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { staffPageSize } from './staffFilters.ts';

type Values = { accountId: string; roleType: RoleType; reason: string };

const schema = object({
  accountId: string().required(messages.blank),
  reason: requiredText(formFields.reason),
});
const roles = roleTypes.map((value) => ({ value, label: roleLabels[value] }));

type Props = { opened: boolean; onClose: () => void };

/** Asks for an account, a role and the reason. */
export function TakeRoleModal({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Take a role" size={480}>
      {opened && <TakeRoleForm onClose={onClose} />}
    </Modal>
  );
}

function TakeRoleForm({ onClose }: Pick<Props, 'onClose'>) {
  const [take] = useTakeStaffRoleMutation();
  const save = useSave<Values, CommandAnswer>({
    send: ({ accountId, roleType, reason }) =>
      take({ body: { accountId: accountId as AccountId, roleType, reason: reason.trim() } }),
    onSaved: onClose,
  });
  return (
    <Formik<Values>
      initialValues={{ accountId: '', roleType: 'USER', reason: '' }}
      validationSchema={schema}
      onSubmit={save.submit}
    >
      {({ isSubmitting }) => (
        <Form className={form.stack} aria-label="Take a role">
          <AccountField />
          <SelectField name="roleType" label="Role" data={roles} allowDeselect={false} />
          <TextAreaField
            name="reason"
            label="Reason"
            description="The administrators read it, in a mail and in their access log"
            rows={2}
            resize="vertical"
            required
          />
          <SaveNotice save={save} />
          <div className={form.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Take the role
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}

/** The accounts whose name has what is typed: of many, the first page. */
function AccountField() {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { data } = useListStaffAccountsQuery({ query: { search, limit: staffPageSize } });
  const accounts = (data?.accounts ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <SelectField
      name="accountId"
      label="Organization"
      data={accounts}
      searchable
      onSearchChange={setTyped}
      nothingFoundMessage="No account has this in its name."
      required
      data-autofocus
    />
  );
}
