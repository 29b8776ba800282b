import { formFields, issueKeyOf, messages, type TestResultView } from '@assay/contract';
import { Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useAddIssueKeyMutation } from '../../../connection/serviceHooks.ts';

/** A form next to its children: it asks for the key of an issue, or its address, and names it at the test. */
export function AddIssueKey({
  test: { projectId: id, testId },
  opened,
  onChange,
  children,
}: {
  test: Pick<TestResultView, 'projectId' | 'testId'>;
  opened: boolean;
  onChange: (opened: boolean) => void;
  children: ReactNode;
}) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [add, { isLoading }] = useAddIssueKeyMutation();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const key = issueKeyOf(text);
    if (key === null) {
      setProblem(messages.invalidIssueKey);
      return;
    }
    const { error } = await add({ params: { id, testId }, body: { key } });
    if (error) {
      setProblem(asServiceError(error)?.message ?? messages.formFailed);
      return;
    }
    setText('');
    onChange(false);
  }

  return (
    <Popover
      withRoles={false}
      opened={opened}
      onChange={onChange}
      position="bottom-start"
      width={280}
      trapFocus
      returnFocus
      shadow="sm"
    >
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            label="Issue key or address"
            placeholder="SHOP-812"
            description="Stays with the test. Nothing is sent to the tracker."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={formFields.issueKey.maxLength}
            spellCheck={false}
            value={text}
            error={problem}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(null);
            }}
            data-autofocus
          />
          <Button type="submit" variant="filled" size="compact-sm" mt={12} loading={isLoading}>
            Add
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
