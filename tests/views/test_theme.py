"""The palettes keep the rules of `resources/palettes/README.md`, and the application takes them."""

from itertools import combinations
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QComboBox, QLineEdit, QStyle, QStyleOptionComboBox

from inspector.core.errors import CannotError, RefusedError
from inspector.core.levels import Level
from inspector.core.paths import resource
from inspector.model.query_list import SLOTS
from inspector.views import theme as themes
from inspector.views.colours import contrast, mixed
from inspector.views.icons import application_icon
from tests.views.colour_science import VISIONS, ciede2000, difference

CUTS = [level for level in Level if level is not Level.END]
FIVE = {
    "light": ("#4a3c0c", "#244e95", "#087062", "#848532", "#4f8fbb"),
    "dark": ("#8ff2fe", "#f6ce35", "#e2979e", "#7590e0", "#917a2b"),
}


@pytest.fixture(params=themes.THEMES)
def theme(request, qapp):
    return themes.theme(request.param)


def parts(colour):
    return colour.redF(), colour.greenF(), colour.blueF()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_our_ciede2000_agrees_with_the_published_test_data(one, other, expected):
    assert ciede2000(one, other) == pytest.approx(expected, abs=1e-4)
    assert ciede2000(other, one) == pytest.approx(expected, abs=1e-4)


def test_the_five_levels_of_plain_text_have_the_measured_colours(theme):
    levels = (Level.PARAGRAPH, Level.SENTENCE, Level.LINE, Level.WORD, Level.HARD)
    assert tuple(theme.level[level].name() for level in levels) == FIVE[theme.name]


@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_level_colours_are_far_apart_for_every_kind_of_vision(theme, vision):
    for one, other in combinations(CUTS, 2):
        apart = difference(parts(theme.level[one]), parts(theme.level[other]), vision)
        assert apart >= 21, f"{one.label} and {other.label}: {apart:.1f}"


def test_level_colours_stand_out_from_the_document(theme):
    least = {"light": 3.5, "dark": 4.0}[theme.name]
    for level in CUTS:
        assert contrast(theme.level[level], theme.base) >= least, level.label


def test_letters_on_level_colours_and_on_the_neutral_one_can_be_read(theme):
    for level in Level:
        assert contrast(theme.on_level[level], theme.level[level]) >= 4.5, level.label
        assert theme.on_level[level].name() in {"#000000", "#ffffff"}


def test_text_on_every_tint_can_be_read_for_hours(theme):
    for level in Level:
        assert contrast(theme.text, theme.tint[level]) >= 7, level.label
        assert contrast(theme.muted, theme.tint[level]) >= 4.5, level.label


def test_any_two_tints_differ(theme):
    for one, other in combinations(Level, 2):
        assert difference(parts(theme.tint[one]), parts(theme.tint[other])) >= 4, (one.label, other.label)


def test_the_last_chunk_is_neutral(theme):
    for colour in (theme.level[Level.END], theme.tint[Level.END]):
        assert max(parts(colour)) - min(parts(colour)) < 0.03


@pytest.mark.parametrize("ground", ["window", "base", "raised", "selection"])
def test_text_can_be_read_on_every_ground(theme, ground):
    assert contrast(theme.text, getattr(theme, ground)) >= 7


@pytest.mark.parametrize("ink", ["muted", "accent", "warning", "success", "link", "unknown"])
def test_coloured_words_can_be_read_on_every_ground(theme, ink):
    for ground in ("window", "base", "raised"):
        assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5, ground


def test_borders_of_controls_can_be_seen(theme):
    for ground in ("window", "base", "raised"):
        assert contrast(theme.edge, getattr(theme, ground)) >= 3, ground


def test_accent_and_warning_are_no_level_and_not_each_other(theme):
    assert difference(parts(theme.accent), parts(theme.warning)) >= 20
    for level in CUTS:
        assert difference(parts(theme.accent), parts(theme.level[level])) >= 20, level.label
        assert difference(parts(theme.warning), parts(theme.level[level])) >= 12, level.label


def test_the_lines_of_queries_are_no_level_no_selection_and_not_each_other(theme):
    assert len(theme.lines) == SLOTS
    for line in theme.lines:
        assert contrast(line, theme.window) >= 3
        assert min(difference(parts(line), parts(theme.level[level])) for level in CUTS) >= 21, line.name()
        assert min(difference(parts(line), parts(other)) for other in (theme.accent, theme.warning)) >= 18, line.name()
    for one, other in combinations(theme.lines, 2):
        assert difference(parts(one), parts(other)) >= 20, (one.name(), other.name())


def test_only_the_hover_lets_what_is_below_shine_through(theme):
    assert 0 < theme.hover.alpha() < 64
    assert theme.selection.alpha() == 255
    assert contrast(theme.text, mixed(theme.base, QColor(theme.hover.rgb()), theme.hover.alphaF())) >= 7


@pytest.mark.parametrize("group", [QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive])
def test_the_palette_can_be_read_wherever_text_meets_a_ground(theme, group):
    palette, role = themes.palette(theme), QPalette.ColorRole
    pairs = [
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.HighlightedText, role.Highlight),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Base),
        (role.Link, role.Window),
    ]
    for ink, ground in pairs:
        assert contrast(palette.color(group, ink), palette.color(group, ground)) >= 4.5, (ink, ground)


def test_disabled_text_is_paler_than_muted_text(theme):
    disabled = themes.palette(theme).color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert 1.8 <= contrast(disabled, theme.base) < contrast(theme.muted, theme.base)


def test_the_application_takes_a_theme_and_gives_it_up_for_another(qapp, qtbot):
    line = QLineEdit()
    qtbot.addWidget(line)
    for name in ("dark", "light"):
        themes.apply(qapp, name)
        assert themes.current().name == name
        line.ensurePolished()
        assert line.palette().color(QPalette.ColorRole.Text) == themes.theme(name).text
        assert qapp.palette().color(QPalette.ColorRole.Window) == themes.theme(name).window


def test_an_unknown_theme_is_refused_with_the_known_ones(qapp):
    with pytest.raises(RefusedError, match=r"'sepia'.*light, dark"):
        themes.theme("sepia")


def test_the_system_theme_is_one_of_the_two(qapp):
    assert themes.system_theme() in themes.THEMES


def test_figures_of_the_interface_are_of_equal_width(qapp):
    font = themes.ui_font()
    assert font.pixelSize() == 13
    assert QFont.Tag("tnum") in font.featureTags()


def test_document_fonts_come_in_two_kinds_and_any_size(qapp):
    mono = themes.document_font("mono", 12.5)
    assert mono.pointSizeF() == 12.5
    assert mono.fixedPitch()
    assert not themes.document_font("proportional", 9).fixedPitch()
    assert mono.families()[-1].startswith("DejaVu Sans")


ICONS = sorted(path.stem for path in resource("icons").glob("*.svg"))
OWN_COLOURS = {"inspector", "drop", "tick-black", "tick-white"}


@pytest.mark.parametrize("name", [name for name in ICONS if name not in OWN_COLOURS])
def test_an_icon_is_drawn_in_the_theme_s_colour(theme, name):
    image = themes.icon(name, theme).pixmap(QSize(32, 32)).toImage()
    inks = [image.pixelColor(x, y) for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() == 255]
    assert inks
    for ink in inks:
        assert abs(ink.red() - theme.text.red()) <= 2


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_is_listed_in_the_readme_of_its_folder(name):
    readme = resource("icons", "README.md").read_text(encoding="utf-8")
    assert name in readme or name.split("-")[0] + "-*" in readme


def test_a_missing_icon_is_named(theme):
    with pytest.raises(CannotError, match="no-such-icon"):
        themes.icon("no-such-icon", theme)


def test_the_program_s_icon_comes_in_many_sizes(qapp):
    assert {size.width() for size in application_icon().availableSizes()} >= {16, 32, 48, 128, 256}


def test_the_desktop_files_name_the_same_program():
    desktop = resource("desktop", "org.chunk_inspector.Inspector.desktop").read_text(encoding="utf-8")
    assert "Exec=inspector %f" in desktop
    meta = ElementTree.parse(resource("desktop", "org.chunk_inspector.Inspector.metainfo.xml")).getroot()
    assert meta.findtext("launchable") == "org.chunk_inspector.Inspector.desktop"
    assert meta.findtext("id") in desktop


def test_a_list_opens_below_its_box_as_high_as_its_entries(on_screen):
    """Where it opens over the box, Qt makes it some pixels too low and cuts the last entry off."""
    box = QComboBox()
    on_screen(box, 120)
    assert not box.style().styleHint(QStyle.StyleHint.SH_ComboBox_Popup, QStyleOptionComboBox(), box)
