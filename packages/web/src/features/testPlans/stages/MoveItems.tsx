import { Menu } from '@mantine/core';
import { useBoard } from './boardContext.ts';
import { nextPlace, placeOf } from './planOrder.ts';

/** Moves a stage or suite by one place, for whoever does not drag. */
export function MoveItems({ id }: { id: string }) {
  const { order, isSaving, move } = useBoard();
  const place = placeOf(order, id);
  const up = place && nextPlace(order, place, -1);
  const down = place && nextPlace(order, place, 1);
  return (
    <>
      <Menu.Item disabled={!up || isSaving} onClick={() => up && void move(id, up)}>
        Move up
      </Menu.Item>
      <Menu.Item disabled={!down || isSaving} onClick={() => down && void move(id, down)}>
        Move down
      </Menu.Item>
    </>
  );
}
