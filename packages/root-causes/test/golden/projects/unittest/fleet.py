import datetime
import random


class Truck:
    def __init__(self, plate, load=None):
        self.plate = plate
        self.load = load

    def weight(self):
        return self.load.kilos + 3500

    def route(self):
        return self.load.stops


def permit(plate):
    raise PermissionError(f"permit of {plate} ended on {datetime.datetime.now()}")


def toll(kilos):
    return round(kilos / 100)


def position():
    raise ConnectionResetError(104, "Connection reset by peer")


def memory():
    raise MemoryError(f"Unable to allocate {random.randint(2, 9)}.{random.randint(1, 9)} GiB for an array")
