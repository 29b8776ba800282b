import unittest

from fleet import Truck, memory, permit, position, toll


class TestFleet(unittest.TestCase):
    def expect_toll(self, kilos, euros):
        self.assertEqual(toll(kilos), euros)

    def test_weighs(self):
        self.assertEqual(Truck("A").weight(), 3500)

    def test_weighs_again(self):
        self.assertGreater(Truck("B").weight(), 0)

    def test_routes(self):
        self.assertEqual(Truck("A").route(), [])

    def test_permit(self):
        permit("B-AS 17")

    def test_permit_of_trailer(self):
        permit("HH-X 4711")

    def test_toll(self):
        self.expect_toll(7500, 70)

    def test_toll_of_empty(self):
        self.expect_toll(3500, 33)

    def test_drivers(self):
        self.assertEqual(len(["Ann"]), 2)

    def test_depots(self):
        self.assertEqual(len(["Kiel"]), 2)


class TestTracking(unittest.TestCase):
    def test_position(self):
        position()

    def test_last_position(self):
        position()

    def test_map(self):
        memory()

    def test_heat_map(self):
        memory()
