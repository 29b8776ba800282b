import type { UnstableTest } from '@assay/contract';
import { Menu, Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListUserRolesQuery, useQuarantineTestMutation } from '../../../connection/serviceHooks.ts';
import { personName } from '../../../ui/format/personName.ts';
import { daysLeft, extensionDays } from '../../../ui/format/quarantineEnd.ts';
import { IconChevronDown } from '../../../ui/icons/icons.ts';
import { QuarantineFields } from '../../../ui/quarantine/QuarantineFields.tsx';
import { useQuarantine } from '../../../ui/quarantine/useQuarantine.ts';
import { type Shape, StatusShape } from '../../../ui/StatusShape.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './flaky.module.css';

type Props = {
  test: UnstableTest;
  /** In milliseconds since 1970. */
  now: number;
  /** Of its newest result. */
  path: string;
};

/** How a test stands; a menu quarantines it for future runs, or ends that. */
export function StateMenu({ test, now, path }: Props) {
  const may = useMay('test.quarantine');
  const [asks, setAsks] = useState(false);
  const { data: roles } = useListUserRolesQuery(undefined, { skip: !asks });
  const [quarantine, { isLoading }] = useQuarantineTestMutation();
  const { extend, release, extending, releasing } = useQuarantine(test.projectId, test.testId);
  const name = test.quarantinedAt === null ? stateTexts[test.state] : 'Quarantined';
  const until = test.quarantinedUntil;
  const left = until === null ? null : daysLeft(until, now);
  const shown = (
    <>
      <StatusShape shape={test.quarantinedAt === null ? shapes[test.state] : 'ignored'} label="" />
      <span>
        {name} {left !== null && <span className={styles.below}>{left}</span>}
      </span>
    </>
  );
  if (!may) return <div className={styles.state}>{shown}</div>;
  return (
    // A click in the menu does not open the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no clicks, it keeps them from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys do not open rows
    <div onClick={(event) => event.stopPropagation()}>
      <Popover
        withRoles={false}
        opened={asks}
        onChange={setAsks}
        position="bottom-end"
        width={300}
        trapFocus
        returnFocus
        shadow="sm"
      >
        <Popover.Target>
          <div>
            <Menu position="bottom-end" width={200}>
              <Menu.Target>
                <UnstyledButton
                  className={`${styles.state} ${styles.stateButton}`}
                  aria-label={`State of ${test.name}: ${left === null ? name : `${name} ${left}`}`}
                  disabled={isLoading || extending || releasing}
                >
                  {shown}
                  <IconChevronDown size={12} stroke={2} aria-hidden="true" />
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown>
                {test.quarantinedAt === null ? (
                  <Menu.Item onClick={() => setAsks(true)}>Quarantine…</Menu.Item>
                ) : (
                  <>
                    {until !== null && (
                      <Menu.Item onClick={() => void extend(until)}>Extend by {extensionDays} days</Menu.Item>
                    )}
                    <Menu.Item onClick={() => void release()}>Dequarantine</Menu.Item>
                  </>
                )}
                <Menu.Item component={Link} to={path}>
                  Open newest result
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        </Popover.Target>
        <Popover.Dropdown>
          <QuarantineFields
            people={roles?.map(({ user }) => ({ id: user.id, name: personName(user) }))}
            onQuarantine={async (terms) => {
              setAsks(false);
              const { error } = await quarantine({ params: { id: test.projectId, testId: test.testId }, body: terms });
              if (error) showFailure(error);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

const stateTexts = { flaky: 'Flaky', recovering: 'Recovering', broken: 'Broken' } as const;
const shapes: Readonly<Record<UnstableTest['state'], Shape>> = { flaky: 'flaky', recovering: 'pass', broken: 'fail' };
