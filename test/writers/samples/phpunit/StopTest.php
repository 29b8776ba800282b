<?php
use PHPUnit\Framework\TestCase;

final class StopTest extends TestCase
{
    public static function tearDownAfterClass(): void { throw new RuntimeException('cannot tear down'); }
    public function testIsCounted(): void { $this->assertTrue(true); }
}
