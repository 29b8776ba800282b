import {
  type AuthProviderView,
  type CommandAnswer,
  formFields,
  type RoleType,
  roleLabels,
  roleTypes,
  type SsoRoles,
} from '@assay/contract';
import { ActionIcon, Button } from '@mantine/core';
import { nanoid } from '@reduxjs/toolkit';
import { FieldArray, type FieldArrayRenderProps, Formik } from 'formik';
import { array, object } from 'yup';
import { useChangeSsoRolesMutation } from '../../../../connection/serviceHooks.ts';
import { Form } from '../../../../ui/form/Form.tsx';
import { requiredText } from '../../../../ui/form/fieldSchemas.ts';
import { CheckboxField, SelectField, TextField } from '../../../../ui/form/fields.tsx';
import form from '../../../../ui/form/form.module.css';
import { SaveNotice } from '../../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../../ui/form/useSave.ts';
import { IconArrowUp, IconPlus, IconX } from '../../../../ui/icons/icons.ts';
import styles from './ssoRoles.module.css';
import { TestConnection } from './TestConnection.tsx';

/** `row`: what React knows a rule by. */
type RuleValues = { row: string; provider: string; claim: string; value: string; roleType: RoleType };
type Values = { sync: boolean; rules: RuleValues[] };

const schema = object({
  rules: array(object({ claim: requiredText(formFields.claim), value: requiredText(formFields.claimValue) })),
});
const roles = roleTypes.map((value) => ({ value, label: roleLabels[value] }));

function valuesOf({ sync, rules }: SsoRoles): Values {
  return { sync, rules: rules.map((rule) => ({ ...rule, row: nanoid() })) };
}

function requestOf({ sync, rules }: Values): SsoRoles {
  return {
    sync,
    rules: rules.map(({ provider, claim, value, roleType }) => ({
      provider,
      claim: claim.trim(),
      value: value.trim(),
      roleType,
    })),
  };
}

type Props = { ssoRoles: SsoRoles; providers: readonly AuthProviderView[] };

export function SsoRolesForm({ ssoRoles, providers }: Props) {
  const [change] = useChangeSsoRolesMutation();
  const save = useSave<Values, CommandAnswer>({
    send: (values) => change({ body: requestOf(values) }),
    onSaved: (_answer, values, { resetForm }) => resetForm({ values }),
  });
  return (
    <Formik<Values> initialValues={valuesOf(ssoRoles)} validationSchema={schema} onSubmit={save.submit}>
      {({ values, isSubmitting, dirty }) => (
        <Form className={form.stack} aria-label="Roles from groups">
          <FieldArray name="rules">
            {(list) => <Rules rules={values.rules} providers={providers} list={list} />}
          </FieldArray>
          <CheckboxField name="sync" label="Apply the rules at each sign-in" />
          <SaveNotice save={save} />
          <div className={form.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={!dirty}>
              Save rules
            </Button>
            <span className={form.told} role="status">
              {save.state.kind === 'saved' && !dirty ? 'Saved. They count from the next sign-in.' : ''}
            </span>
          </div>
          {providers.length > 0 && <TestConnection providers={providers} disabled={dirty} />}
        </Form>
      )}
    </Formik>
  );
}

type RulesProps = {
  rules: readonly RuleValues[];
  providers: readonly AuthProviderView[];
  list: FieldArrayRenderProps;
};

function Rules({ rules, providers, list }: RulesProps) {
  const names = new Set([...providers.map(({ name }) => name), ...rules.map(({ provider }) => provider)]);
  const labels = [...names].map((value) => ({
    value,
    label: providers.find(({ name }) => name === value)?.label ?? value,
  }));
  const add = () =>
    list.push({ row: nanoid(), provider: labels[0]?.value ?? '', claim: 'groups', value: '', roleType: 'USER' });
  return (
    <>
      {rules.map(({ row }, index) => (
        <fieldset key={row} className={styles.rule} aria-label={`Rule ${index + 1}`}>
          <SelectField name={`rules.${index}.provider`} label="Provider" data={labels} allowDeselect={false} />
          <TextField name={`rules.${index}.claim`} label="Claim" className="mono" spellCheck={false} />
          <TextField name={`rules.${index}.value`} label="Has the value" className="mono" spellCheck={false} />
          <SelectField name={`rules.${index}.roleType`} label="Role" data={roles} allowDeselect={false} />
          <div className={styles.ruleActions}>
            <ActionIcon
              aria-label={`Move rule ${index + 1} up`}
              disabled={index === 0}
              onClick={() => list.swap(index, index - 1)}
            >
              <IconArrowUp size={14} stroke={1.75} />
            </ActionIcon>
            <ActionIcon aria-label={`Remove rule ${index + 1}`} onClick={() => list.remove(index)}>
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </div>
        </fieldset>
      ))}
      <div>
        <Button leftSection={<IconPlus size={14} stroke={1.75} />} onClick={add}>
          Add rule
        </Button>
      </div>
    </>
  );
}
