from clinic.patients import dose


def test_ward_has_beds(ward):
    assert "beds" in ward


def test_ward_has_doctors(ward):
    assert "doctors" in ward


def test_blood(laboratory):
    assert laboratory.status == 200


def test_sugar(laboratory):
    assert laboratory.status == 200


def test_dose_in_ward():
    dose({"name": "Ann"})


def test_rota(rota):
    assert rota
