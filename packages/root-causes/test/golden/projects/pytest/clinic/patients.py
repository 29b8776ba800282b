import sqlite3
import uuid


def connect():
    db = sqlite3.connect(":memory:")
    db.execute("pragma foreign_keys = on")
    db.execute("create table patients (id text primary key, email text unique)")
    db.execute("create table visits (id text primary key, patient text references patients(id))")
    return db


def admit(db, email):
    db.execute("insert into patients values (?, ?)", (str(uuid.uuid4()), email))


def visit(db, patient):
    db.execute("insert into visits values (?, ?)", (str(uuid.uuid4()), patient))


def dose(patient):
    return patient["weight"] * 2


class ChartMissing(Exception):
    pass


def chart(number):
    raise ChartMissing(f"chart {number} of {uuid.uuid4()} is not on file")
