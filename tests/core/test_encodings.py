"""Encodings: what is found, what is guessed and said, what is refused, and that nothing is lost on the way."""

import codecs
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inspector.core import encodings
from inspector.core.binary import MOST_CONTROLS, control_share, signature
from inspector.core.encodings import KNOWN, decode, text_codec
from inspector.core.errors import CannotError, EncodingError, RefusedError

GERMAN = "Die Straße „Am Grünen Wald“ ist für Lastwagen gesperrt – bitte über die B 3 fahren.\n"
FRENCH = "L’été dernier, nous avons mangé des crêpes à la crème ; c’était délicieux.\n"
RUSSIAN = "Насос начинает работу на рассвете и наполняет верхний бак.\n"
JAPANESE = "夜明けにポンプが動き始め、上のタンクを満たします。赤いランプが水位を示します。\n"
CHINESE = "河水涨过了老磨坊，渡船停了。没有人见过这么高的水位。\n"

OWN_TEXTS = [
    ("cp1252", GERMAN),
    ("cp1252", FRENCH),
    ("cp1252", "It costs £20, she said — “no more”. The naïve man’s café is closed…\n"),
    ("cp1252", "El niño comió piñas en la montaña. ¿Qué pasó después? ¡Nada!\n"),
    ("cp1252", "The pump cost 20 € in all.\n"),
    ("cp1252", "Café crème"),
    ("cp1252", "déjà vu"),
    ("cp1252", "Não há água"),
    ("cp1252", "Il va à Paris, puis à Lyon et à Nice."),
    ("cp1252", "perché è così"),
    ("cp1252", "§ 5 BGB"),
    ("cp1252", "Il va à Paris."),
    ("cp1257", "Ačiū už pagalbą, ąžuolas žaliuoja"),
    ("latin-1", "Über allen Gipfeln ist Ruh, in allen Wäldern hörest du kaum einen Hauch.\n"),
    ("latin-1", "Ångström mätte ljusets våglängd på Uppsalas observatorium.\n"),
    ("cp1250", "Zażółć gęślą jaźń, mówi pan Łukasz.\n"),
    ("cp1250", "Příliš žluťoučký kůň úpěl ďábelské ódy.\n"),
    ("cp1251", RUSSIAN),
    ("cp1251", "Привет, мир! Это короткий текст.\n"),
    ("koi8-r", RUSSIAN),
    ("cp1253", "Η αντλία ξεκινά την αυγή και γεμίζει την πάνω δεξαμενή.\n"),
    ("cp1254", "Pompa şafakta çalışmaya başlar ve üst tankı doldurur.\n"),
    ("cp1255", "המשאבה מתחילה לפעול עם שחר וממלאת את המכל העליון.\n"),
    ("cp1256", "تبدأ المضخة عند الفجر وتملأ الخزان العلوي.\n"),
    ("shift_jis", JAPANESE),
    ("cp932", "①番;髙橋商店;東京都\n②番;田中;大阪\n"),
    ("euc-jp", JAPANESE),
    ("gb18030", CHINESE),
    ("gb18030", "这是一份简短的文件。里面有生僻字：㐂 𠮷\n"),
    ("euc-kr", "새벽에 펌프가 작동하여 위쪽 탱크를 채웁니다. 빨간 등이 수위를 나타냅니다.\n"),
    ("big5", "水泵在黎明時啟動，把水送到上面的水箱。紅燈顯示水位。\n"),
]

SIGNED = [
    ("utf-8-sig", codecs.BOM_UTF8, "utf-8"),
    ("utf-16", codecs.BOM_UTF16_LE, "utf-16-le"),
    ("utf-16", codecs.BOM_UTF16_BE, "utf-16-be"),
    ("utf-32", codecs.BOM_UTF32_LE, "utf-32-le"),
    ("utf-32", codecs.BOM_UTF32_BE, "utf-32-be"),
]

any_text = st.text(st.characters(exclude_categories=["Cs"]))


def is_text(text: str) -> bool:
    """The exceptions that `decode` documents: data with a signature of binary data, or full of control characters."""
    return control_share(text) <= MOST_CONTROLS and signature(text.encode()) is None


@pytest.mark.parametrize(("codec", "text"), OWN_TEXTS)
def test_a_short_text_in_a_legacy_encoding_is_read_exactly_and_the_guess_is_told(codec: str, text: str) -> None:
    found = decode(text.encode(codec), "a.txt")
    assert found.text == text
    assert found.notices == (f"encoding guessed: {found.encoding}; if the text looks wrong, choose another encoding",)


def test_the_commonest_of_encodings_that_give_the_same_text_is_named() -> None:
    assert decode(GERMAN.encode("cp1252"), "a").encoding == "cp1252"
    assert decode(b"Caf\xe9", "a").encoding == "cp1252"


def test_letters_above_ascii_after_the_first_megabyte_are_found() -> None:
    found = decode(b"plain words here. " * 60_000 + FRENCH.encode("cp1252") * 20, "a")
    assert found.encoding == "cp1252"
    assert found.text.endswith(FRENCH)


@pytest.mark.parametrize(("encoding", "mark", "codec"), SIGNED)
def test_a_signature_decides_and_is_no_text_while_a_second_one_is(encoding: str, mark: bytes, codec: str) -> None:
    found = decode(mark + "\ufeffNaïve ✓ 😀\r\n".encode(codec), "a")
    assert (found.text, found.encoding, found.notices) == ("\ufeffNaïve ✓ 😀\r\n", encoding, ())


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", ["plain words\n", GERMAN, RUSSIAN * 3, CHINESE * 4])
def test_wide_text_without_a_signature_is_read_and_said_to_be_guessed(codec: str, text: str) -> None:
    found = decode(text.encode(codec), "a")
    assert (found.text, found.encoding) == (text, codec)
    assert "without a signature" in found.notices[0]


@given(any_text)
def test_any_utf8_text_without_a_signature_comes_back_exactly(text: str) -> None:
    data = text.encode()
    assume(is_text(text) and not text.startswith("\ufeff"))
    assert decode(data, "a").text == text
    assert decode(data, "a").notices == ()


@given(any_text, st.sampled_from(SIGNED))
def test_any_text_with_a_signature_comes_back_exactly(text: str, signed: tuple[str, bytes, str]) -> None:
    encoding, mark, codec = signed
    assume(is_text(text))
    assume(not text.startswith("\0"))  # the signature of UTF-16-LE and a NUL is the signature of UTF-32-LE
    found = decode(mark + text.encode(codec), "a")
    assert (found.text, found.encoding) == (text, encoding)


@given(st.binary(max_size=300), st.sampled_from([None, *KNOWN, "utf-7", "shift_jis", "utf-8-sig", "utf-16-be"]))
def test_any_bytes_give_a_text_without_surrogates_or_a_refusal(data: bytes, encoding: str | None) -> None:
    try:
        outcome = decode(data, "blob.bin", encoding).text
    except CannotError as error:
        outcome = str(error)
    assert not any("\ud800" <= character <= "\udfff" for character in outcome)


@given(st.binary(max_size=300), st.sampled_from([None, *KNOWN]))
def test_every_refusal_is_one_line_that_names_the_file(data: bytes, encoding: str | None) -> None:
    refusal = "blob.bin: "
    try:
        decode(data, "blob.bin", encoding)
    except CannotError as error:
        refusal = str(error)
    assert refusal.startswith("blob.bin: ")
    assert len(refusal.splitlines()) == 1


def test_one_broken_sequence_in_utf8_is_replaced_and_the_rest_is_exact() -> None:
    found = decode(b"Good text before \xc3( and good text after. " + "Ünïcode ✓".encode(), "a")
    assert found.text == "Good text before \ufffd( and good text after. Ünïcode ✓"
    assert found.encoding == "utf-8"
    assert found.notices[0].startswith("1 broken sequence was replaced by U+FFFD, the first at byte 17 ")


def test_utf8_that_is_cut_off_in_a_character_keeps_what_came_before() -> None:
    found = decode(CHINESE.encode()[:-2], "a")
    assert found.text == CHINESE[:-2] + "\ufffd"


def test_a_replacement_character_that_was_in_the_file_is_not_counted_as_broken() -> None:
    found = decode("\ufffd é ✓ ü ".encode() + b"\xff\xff", "a")
    assert found.notices[0].startswith("2 broken sequences were replaced by U+FFFD, the first at byte 14 ")


def test_a_signed_file_with_half_a_surrogate_pair_is_mended() -> None:
    data = codecs.BOM_UTF16_LE + "abcd".encode("utf-16-le") + b"\x00\xd8" + "efgh".encode("utf-16-le")
    found = decode(data, "a")
    assert (found.text, found.encoding) == ("abcd\ufffdefgh", "utf-16")
    assert "the first at byte 10 " in found.notices[0]


@pytest.mark.parametrize("name", ["utf8x", "", "base64", "rot13", "a\0b", "idna", "unicode_escape", "../x", "é"])
def test_an_unknown_encoding_is_refused_with_some_known_ones(name: str) -> None:
    with pytest.raises(RefusedError, match="known are utf-8, utf-16") as refused:
        decode(b"text", "a", name)
    assert repr(name) in str(refused.value)


@pytest.mark.parametrize("name", KNOWN)
def test_every_encoding_that_is_named_to_a_person_is_known(name: str) -> None:
    assert text_codec(name)


def test_a_wrong_encoding_names_byte_offset_encoding_and_remedy() -> None:
    with pytest.raises(CannotError) as cannot:
        decode("café".encode("cp1252"), "menu.txt", "utf-8")
    assert str(cannot.value).startswith("menu.txt: is not utf-8: byte 0xE9 at offset 3 (")
    assert str(cannot.value).endswith("; choose another encoding, or have it found")


def test_the_offset_of_a_wrong_byte_counts_the_signature() -> None:
    with pytest.raises(CannotError, match="byte 0xFF at offset 4 "):
        decode(codecs.BOM_UTF8 + b"a\xff", "a", "utf-8")


def test_the_encoding_that_was_asked_for_is_used_even_where_another_would_fit() -> None:
    assert decode("é".encode(), "a", "cp1252").text == "Ã©"
    assert decode(codecs.BOM_UTF8 + b"x", "a", "utf-8").text == "x"
    signed = decode(codecs.BOM_UTF8 + b"x", "a", "cp1252")
    assert signed.text == "ï»¿x"
    assert "signature of utf-8-sig" in signed.notices[0]
    assert decode(codecs.BOM_UTF16_LE + b"\0\0a\0", "a", "utf-16").text == "\0a"


def test_half_a_surrogate_pair_never_gets_in() -> None:
    with pytest.raises(CannotError, match="half a surrogate pair at character 1"):
        decode(b"a+2AA-", "a", "utf-7")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n1 0 obj", "a PDF"),
        (b"PK\x03\x04\x14\0", "a ZIP archive"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "an old Office file"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG"),
        (b"\x1f\x8b\x08\0", "a gzip"),
        (b"\x7fELF\x02\x01", "a program"),
        (b"SQLite format 3\0", "an SQLite"),
        (b"notes.txt".ljust(257, b"\0") + b"ustar\x0000", "a tar"),
    ],
)
def test_a_known_kind_of_binary_file_is_refused_by_what_it_looks_like(data: bytes, kind: str) -> None:
    with pytest.raises(CannotError, match=f"^a.txt: looks like {kind}.*only text and Markdown can be opened so far"):
        decode(data, "a.txt")


@pytest.mark.parametrize(
    "data",
    [bytes(4096), bytes(range(256)) * 8, random.Random(5).randbytes(4096), b"\xa5" * 4096, b"\x01\x02\x03\x04" * 9],
    ids=["NULs", "all bytes", "random", "filler", "controls"],
)
def test_binary_data_under_a_text_name_is_refused(data: bytes) -> None:
    with pytest.raises(EncodingError, match=r"^a\.txt: looks like binary data .*choose its encoding"):
        decode(data, "a.txt")


def test_a_binary_file_is_read_as_asked_and_that_is_told() -> None:
    assert "looks like a PDF" in decode(b"%PDF-1.7\n", "a", "latin-1").notices[0]


@pytest.mark.parametrize("part", [1, 2, 3, 5])
def test_utf8_that_is_read_in_parts_is_the_same_text_and_the_same_error(
    monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    text = "a é 中 \U0001f600 \r\n end é"
    monkeypatch.setattr(encodings, "_PART", part)
    assert decode(text.encode(), "x").text == text
    broken = decode(("é中" * 9).encode() + b"\xe4\xb8" + ("é中" * 9).encode(), "x")
    assert "the first at byte 45" in broken.notices[0]
