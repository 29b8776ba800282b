<?php
require_once __DIR__ . '/../src/Tickets.php';

use PHPUnit\Framework\TestCase;

final class TicketsTest extends TestCase
{
    private Tickets $tickets;

    protected function setUp(): void
    {
        $this->tickets = new Tickets();
    }

    private function expectStatus(string $path): void
    {
        $this->assertSame(200, $this->tickets->status($path));
    }

    private function expectFee(int $price, int $fee): void
    {
        $this->assertSame($fee, $this->tickets->fee($price));
    }

    public function testBuysOne(): void
    {
        $this->tickets->buy('Hamlet', 5);
    }

    public function testBuysMany(): void
    {
        $this->tickets->buy('Faust II', 50);
    }

    public function testListsShows(): void
    {
        $this->expectStatus('/shows');
    }

    public function testShowsAShow(): void
    {
        $this->expectStatus('/shows/17');
    }

    public function testListsActors(): void
    {
        $this->expectStatus('/actors');
    }

    public function testTakesAFee(): void
    {
        $this->expectFee(100, 12);
    }

    public function testTakesALargeFee(): void
    {
        $this->expectFee(900, 100);
    }

    public function testCountsStages(): void
    {
        $this->assertSame(3, count([1, 2]));
    }

    public function testCountsRows(): void
    {
        $this->assertSame(3, strlen('ab'));
    }

    public function testPrices(): void
    {
        $this->assertSame(3, $this->tickets->price(['row' => (object) []]));
    }

    public function testPricesABox(): void
    {
        $this->assertSame(9, $this->tickets->price(['row' => (object) ['box' => 1]]));
    }

    public function testAsksTheBox(): void
    {
        stream_socket_client('tcp://127.0.0.1:15');
    }

    public function testAsksTheBoxAgain(): void
    {
        stream_socket_client('tcp://127.0.0.1:17');
    }
}
