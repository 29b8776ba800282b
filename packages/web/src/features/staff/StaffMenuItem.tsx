import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import { useGetStaffRightQuery } from '../../connection/serviceHooks.ts';
import { IconBuildingCommunity } from '../../ui/icons/icons.ts';

/** Leads staff to their screens; nothing for anybody else. Asked for only when the menu is opened. */
export function StaffMenuItem() {
  const { data } = useGetStaffRightQuery();
  if (!data?.employee) return null;
  return (
    <Menu.Item component={Link} to="/employee" leftSection={<IconBuildingCommunity size={16} stroke={1.75} />}>
      Staff
    </Menu.Item>
  );
}
