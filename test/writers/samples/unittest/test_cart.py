import unittest


class Cart(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1 + 1, 2)

    def test_pays(self):
        self.assertEqual('card', 'cash', 'by <card> & cash')

    @unittest.skip('no terminal')
    def test_is_skipped(self):
        pass

    @unittest.expectedFailure
    def test_is_expected_to_fail(self):
        self.fail('not yet')

    @unittest.expectedFailure
    def test_passes_unexpectedly(self):
        pass

    def test_costs(self):
        for price in (1, 2):
            with self.subTest(price=price):
                self.assertEqual(price, 1)


class Hooks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError('cannot set up')

    def test_never_starts(self):
        pass


class Stop(unittest.TestCase):
    @classmethod
    def tearDownClass(cls):
        raise RuntimeError('cannot tear down')

    def test_is_counted(self):
        pass
