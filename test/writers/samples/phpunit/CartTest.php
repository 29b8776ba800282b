<?php
use PHPUnit\Framework\TestCase;

final class CartTest extends TestCase
{
    public function testAdds(): void { $this->assertSame(2, 1 + 1); }
    public function testPays(): void { $this->assertSame('cash', 'card', 'by <card> & cash'); }
    public function testIsSkipped(): void { $this->markTestSkipped('no terminal'); }
    public function testShipsLater(): void { $this->markTestIncomplete('next month'); }
    public function testBreaks(): void { throw new RuntimeException('cannot go on'); }
    public function testIsRisky(): void {}
    public function testPrints(): void { $this->expectOutputString('printed'); print 'printed'; }
    /** @dataProvider prices */
    public function testCosts($price): void { $this->assertNotEmpty($price); }
    public static function prices(): array { return [[1], 'named "quotes" & <angles>' => [2]]; }
}
