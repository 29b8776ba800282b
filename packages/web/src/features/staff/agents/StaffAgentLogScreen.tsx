import { useParams } from 'react-router';
import { useListStaffAgentsQuery, useReadStaffAgentLogQuery } from '../../../connection/serviceHooks.ts';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { StaffLogView } from '../run/StaffLogView.tsx';
import { StaffOnly } from '../StaffOnly.tsx';

/** What happened to an agent, and what staff did to it and why. */
export function StaffAgentLogScreen() {
  return (
    <StaffOnly>
      <AgentLog />
    </StaffOnly>
  );
}

function AgentLog() {
  const { agentId = '' } = useParams();
  const { data: agents } = useListStaffAgentsQuery();
  const query = useReadStaffAgentLogQuery({ params: { id: agentId } });
  const name = agents?.find(({ id }) => id === agentId)?.name;
  const title = name === undefined ? 'Log of an agent' : `Log of ${name}`;
  return (
    <>
      <ScreenHead
        back={{ to: '/employee/agents', label: 'Staff / Agents' }}
        title={title}
        documentTitle={`${title} · Staff`}
      />
      <StaffLogView label="Agent log" query={query} why="Nothing has happened to this agent yet." />
    </>
  );
}
