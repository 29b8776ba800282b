import { type CommandAnswer, formFields } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useSearchParams } from 'react-router';
import { object } from 'yup';
import { useConnectSlackMemberMutation } from '../../connection/serviceHooks.ts';
import { Form } from '../../ui/form/Form.tsx';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';

type Member = { slackMemberId: string };
const schema = object({ slackMemberId: requiredText(formFields.slackMemberId) });

/** Where somebody says who they are at Slack; its address for them has to be the one by which they sign in here. */
export function SlackMemberForm() {
  const [search] = useSearchParams();
  const [connect] = useConnectSlackMemberMutation();
  const save = useSave<Member, CommandAnswer>({
    send: ({ slackMemberId }) => connect({ body: { slackMemberId: slackMemberId.trim() } }),
  });
  return (
    <Formik<Member>
      initialValues={{ slackMemberId: search.get('slackMemberId') ?? '' }}
      validationSchema={schema}
      onSubmit={save.submit}
    >
      {({ isSubmitting }) => (
        <Form aria-label="Connect yourself at Slack" autoComplete="off">
          <TextField
            name="slackMemberId"
            label="Slack member ID"
            description="To get Slack notifications: in your Slack profile, choose Copy member ID, or type /assay."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            spellCheck={false}
          />
          <SaveNotice save={save} />
          <Button type="submit" loading={isSubmitting} mt={8}>
            Connect Slack
          </Button>
        </Form>
      )}
    </Formik>
  );
}
