from clinic.patients import admit, chart, dose, visit


def check_dose(patient, expected):
    assert dose(patient) == expected


def test_admits_twins(db):
    admit(db, "a@example.org")
    admit(db, "a@example.org")


def test_admits_again(db):
    for _ in range(2):
        admit(db, "long.name@example.org")


def test_visits(db):
    visit(db, "p1")


def test_visits_at_night(db):
    visit(db, "p2")


def test_dose_of_child():
    check_dose({"weight": 20}, 20)


def test_dose_of_adult():
    check_dose({"weight": 80}, 120)


def test_dose_without_weight():
    dose({})


def test_dose_with_other_unit():
    dose({"Weight": 3})


def test_counts_beds():
    assert len([1, 2]) == 3


def test_counts_floors():
    assert len("ab") == 3


def test_reads_chart():
    chart(17)


def test_reads_old_chart():
    chart(90210)
