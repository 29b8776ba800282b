import { messages } from '@assay/contract';
import { Button, CopyButton, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asServiceError } from '../../connection/serviceError.ts';
import styles from './agents.module.css';
import { useCreateAgentTokenMutation } from './agentsApi.ts';

/** Makes a token and shows, this once, the command that starts an agent with it. */
export function AddAgentModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [create, { data, error, isLoading, reset }] = useCreateAgentTokenMutation();
  const [name, setName] = useState('');
  const [blank, setBlank] = useState(false);
  const failure = asServiceError(error);
  const close = () => {
    reset();
    setName('');
    setBlank(false);
    onClose();
  };
  const ofName = blank ? messages.blank : failure?.errors.find((other) => other.field === 'name')?.message;

  return (
    <Modal opened={opened} onClose={close} title="Add an agent" size={620}>
      {data ? (
        <div className={styles.form}>
          <p className={styles.text}>
            Run this on the machine that is to run tests; it needs Node and git. In PowerShell, write npx.cmd for npx.
            The token is shown this once.
          </p>
          <Command text={startCommand(data.token)} />
          <div className={styles.actions}>
            <Button variant="filled" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            setBlank(name.trim() === '');
            if (name.trim() !== '') void create({ body: { name: name.trim() } });
          }}
        >
          <TextInput
            label="Name"
            description="What the token is for, so that it can be told from others: the machine or the team."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.currentTarget.value)}
            error={ofName}
            data-autofocus
          />
          {failure && !ofName && (
            <p className={styles.refused} role="alert">
              {failure.message}
            </p>
          )}
          <div className={styles.actions}>
            <Button onClick={close}>Go back</Button>
            <Button type="submit" variant="filled" loading={isLoading}>
              Make a token
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

/** The build names the package by what is in it: npx would take an older one of the same name that it has. */
const agentPackage: string = import.meta.env.VITE_AGENT_PACKAGE ?? 'agent.tgz';

/** In quotes, which every shell wants around a question mark. */
function startCommand(token: string): string {
  const { origin } = window.location;
  return `npx --yes "${origin}/${agentPackage}" --url ${origin} --token ${token} --capacity 2`;
}

function Command({ text }: { text: string }) {
  return (
    <>
      <pre className={styles.command}>{text}</pre>
      <div>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy command'}</Button>}
        </CopyButton>
      </div>
    </>
  );
}
