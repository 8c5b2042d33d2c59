"""Samples: the catalogue is complete, and its settings are ones that the program accepts."""

from inspector.core.parameters import UNITS, Parameters, check_size
from inspector.core.paths import resource
from inspector.core.samples import sample, samples


def test_every_sample_has_a_title_and_a_file() -> None:
    assert samples()
    for one in samples():
        assert one.title
        assert resource("samples", one.file).is_file()


def test_the_settings_of_a_sample_are_accepted() -> None:
    for one in samples():
        settings = one.settings or Parameters()
        check_size(settings.size, settings.overlap)
        assert settings.unit in UNITS


def test_the_first_sample_brings_its_own_settings_and_a_query() -> None:
    first = samples()[0]
    assert first.settings == Parameters(strategy="recursive", size=72, unit="tokens", overlap=14, separators="unicode")
    assert first.query
    assert sample(first.name) is first
