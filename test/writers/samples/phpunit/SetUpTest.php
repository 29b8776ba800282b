<?php
use PHPUnit\Framework\TestCase;

final class SetUpTest extends TestCase
{
    public static function setUpBeforeClass(): void { throw new RuntimeException('cannot set up'); }
    public function testNeverStarts(): void { $this->assertTrue(true); }
}
