import { Button } from '@mantine/core';
import { useLogOut } from '../../connection/useLogOut.ts';

export function LogOutButton() {
  const logOut = useLogOut();
  return <Button onClick={() => void logOut()}>Log Out</Button>;
}
