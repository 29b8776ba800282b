import type { ProblemPost } from '@assay/contract';
import { Button } from '@mantine/core';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { adviceOf } from '../../../ui/advice/adviceOf.ts';
import type { Remedy } from '../../../ui/advice/remedy.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { fieldIn, focusField } from '../fieldIn.ts';
import type { ProjectForm } from '../projectForm.ts';
import styles from './tryIt.module.css';

/** Why a trial failed, what to change, and buttons that change it in the form and try again. */
export function TrialFailure({
  problem,
  environment,
  onTry,
}: {
  problem: ProblemPost;
  /** Whose variables it gets; null: none. */
  environment: { id: string; name: string } | null;
  onTry: (values: ProjectForm) => Promise<void>;
}) {
  const path = useAccountPath();
  const { values, setValues } = useFormikContext<ProjectForm>();
  const area = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  useEffect(() => setForm(area.current?.closest('form') ?? null), []);
  const advice = adviceOf(
    { statusCode: problem.code, statusInfo: problem.message },
    {
      testingFramework: values.testingFramework || 'Other',
      otherFramework: values.otherFramework || null,
      testCommand: values.testCommand || null,
      configFile: values.configFile || null,
      installCommand: values.installCommand || null,
      buildCommand: values.buildCommand || null,
      serverCommand: values.serverCommand || null,
      defaultBranch: values.defaultBranch,
    },
  );
  // Some settings are folded away in the form.
  const named = advice?.field && form ? fieldIn(form, advice.field.name) : null;

  async function take({ change }: Remedy): Promise<void> {
    const texts = Object.entries(change).map(([name, value]) => [name, value ?? '']);
    const changed: ProjectForm = { ...values, ...Object.fromEntries(texts) };
    await setValues(changed, false);
    await onTry(changed);
  }

  return (
    <div ref={area} className={styles.failure}>
      <div className={styles.line} role="alert">
        <StatusShape shape="fail" label="Failed" />
        <span className={styles.message}>{problem.message}</span>
      </div>
      {advice && (
        <div className={styles.advice}>
          <span>{advice.text}</span>
          {advice.remedies.map((remedy) => (
            <Button
              key={remedy.label}
              size="compact-sm"
              title={
                Object.keys(remedy.change).length > 0 ? 'Changes the settings above, and tries again' : 'Tries again'
              }
              onClick={() => void take(remedy)}
            >
              {remedy.label}
            </Button>
          ))}
          {advice.field && named && (
            <Button size="compact-sm" onClick={() => focusField(named)}>
              Change the {advice.field.label}
            </Button>
          )}
          {advice.variable !== null && environment !== null && (
            <Button
              size="compact-sm"
              component={Link}
              to={path(`environments/${environment.id}?variable=${advice.variable}`)}
            >
              Set it in {environment.name}
            </Button>
          )}
          {advice.onAgent && (
            <Link className="link" to={path('agents')}>
              Agents
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
