import { Link } from 'react-router';
import { useGetStaffRightQuery } from '../../connection/serviceHooks.ts';

/** Leads staff without an organization to their screens; nothing for anybody else. */
export function StaffLink() {
  const { data } = useGetStaffRightQuery();
  if (!data?.employee) return null;
  return (
    <Link className="link" to="/employee">
      To the staff's screens
    </Link>
  );
}
