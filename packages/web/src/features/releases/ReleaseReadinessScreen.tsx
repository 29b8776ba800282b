import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { CriteriaTemplateModal, type EditedTemplate } from './CriteriaTemplateModal.tsx';
import { CriteriaTemplatesPanel } from './CriteriaTemplatesPanel.tsx';
import { type EditedRelease, ReleaseModal } from './ReleaseModal.tsx';
import { ReleasesPanel } from './ReleasesPanel.tsx';

const titles = { releases: 'Releases', 'release-criteria-template': 'Release Criteria Template' } as const;
type ReadinessTab = keyof typeof titles;
const tabs = Object.keys(titles) as ReadinessTab[];

/** The releases, and the criteria that new ones have: each a tab with its own path. */
export function ReleaseReadinessScreen({ tab }: { tab: ReadinessTab }) {
  const path = useAccountPath();
  const navigate = useNavigate();
  const mayWrite = useMay('release.write');
  const [release, setRelease] = useState<EditedRelease>();
  const [template, setTemplate] = useState<EditedTemplate>();
  const pathOf = (id: string) => path(`dashboard/release-readiness/${id}`);
  const newRelease = mayWrite && (
    <Button variant="filled" onClick={() => setRelease(null)}>
      New release
    </Button>
  );
  const addCriterion = mayWrite && (
    <Button variant="filled" onClick={() => setTemplate(null)}>
      Add criterion
    </Button>
  );
  return (
    <>
      <ScreenHead
        title="Release Readiness"
        documentTitle={titles[tab]}
        actions={tab === 'releases' ? newRelease : addCriterion}
      />
      <Tabs value={tab} keepMounted={false} onChange={(next) => next && void navigate(pathOf(next))}>
        <Tabs.List mb={12}>
          {tabs.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {titles[id]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <TabPanel value={tab} title={titles[tab]}>
          {tab === 'releases' ? <ReleasesPanel /> : <CriteriaTemplatesPanel onEdit={setTemplate} />}
        </TabPanel>
      </Tabs>
      <ReleaseModal
        edited={release}
        onClose={(savedId) => {
          setRelease(undefined);
          if (savedId) void navigate(pathOf(`releases/${savedId}`));
        }}
      />
      <CriteriaTemplateModal edited={template} onClose={() => setTemplate(undefined)} />
    </>
  );
}
