<?php
class SoldOut extends RuntimeException {}

class Tickets
{
    public function buy(string $show, int $count): void
    {
        throw new SoldOut("Show $show has " . random_int(0, 4) . " seats, $count wanted");
    }

    public function price(?array $seat): int
    {
        return strlen($seat['row']->name);
    }

    public function fee(int $price): int
    {
        return intdiv($price, 10);
    }

    public function status(string $path): int
    {
        return str_starts_with($path, '/shows') ? 500 : 404;
    }
}
