"""Which elements of an HTML email its player wrote: not those hidden, quoted or in a signature."""

import pytest

from tests.notifications.answers import CAKE, OUR_MAIL, as_breaks, both, hear, html, verbs


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>GREEN</p>",
        "<template>GREEN</template>",
        "<noscript>GREEN</noscript>",
        "<select><option>GREEN</option></select>",
        "<p style='visibility: hidden'>GREEN</p>",
        "<p style='font-size:0px'>GREEN</p>",
        "<p style='mso-hide:all;color:red'>GREEN</p>",
    ],
)
def test_invisible_text_is_not_read(hidden):
    assert verbs(hear(html(f"<p>STATUS</p>{hidden}<p>thank you</p>"))) == ["STATUS"]
    assert hear(html(f"<p>STATUS</p>{hidden}<p>thank you</p>")).ignored == ("thank you",)


@pytest.mark.parametrize(
    ("sheet", "shown"),
    [
        (".x-1 { color: red; display : none !important }", []),
        ("body { margin: 0 } #foot, p.x-1 { display: none }", []),
        ("<!-- .x-1 { visibility: hidden; } -->", []),
        ("p{ font-size: 0 }", []),
        (".x-1 { display: block }", ["GREEN"]),
        (".x-12, div.x-1, .x-1:hover, div .x-1 { display: none }", ["GREEN"]),
        ("@media (max-width: 600px) { .y { color: red } .x-1 { display: none } }", ["GREEN"]),
        ("@media print { .x-1 { display: none } } .x-1 { color: red }", ["GREEN"]),
        ("}}} .y { color: red } .x-1 { display: none", []),
    ],
)
def test_text_hidden_by_a_style_sheet_is_not_read(sheet, shown):
    page = f"<style>{sheet}</style><div>STATUS</div><p class='y x-1' id='foot'>GREEN</p><p class='z'>bye</p>"
    hidden_too = "p{" in sheet.replace(" ", "")
    assert verbs(hear(html(page))) == ["STATUS", *shown]
    assert hear(html(page)).ignored == (() if hidden_too else ("bye",))


@pytest.mark.parametrize(
    "signature",
    [
        '<div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">{}</div>',
        '<div id="Signature"><div class="elementToProof">{}</div></div>',
        '<div id="ms-outlook-mobile-signature">{}</div>',
        '<div id="AppleMailSignature" dir="ltr">{}</div>',
        '<pre class="moz-signature" cols="72">{}</pre>',
        '<div class="protonmail_signature_block"><div class="protonmail_signature_block-user">{}</div></div>',
        '<div class="ydp1f2e3d4csignature">{}</div>',
        '<div class="k9mail-signature">{}</div>',
        '<div id="composer_signature"><div>{}</div></div>',
        '<p class="fairemail_signature">{}</p>',
    ],
)
def test_text_in_a_signature_element_is_below_the_cut(signature):
    signed = signature.format("Boris<br>Green<br>Help")
    classified = hear(html(f"<div>STATUS</div><br>{signed}<div>SAY hello</div>"))
    assert verbs(classified) == ["STATUS", "SAY"]
    assert classified.ignored == ()
    assert classified.below == ("GREEN", "HELP")
    quoted = f'<div class="gmail_quote">On Tuesday Lexicon wrote:<br>{as_breaks(OUR_MAIL)}</div>'
    assert verbs(hear(html(f"<div>STATUS</div>{signed}{quoted}<p>HELP</p>"))) == ["STATUS", "HELP"]


def test_a_command_in_a_signature_counts_if_the_text_version_has_it_too():
    assert verbs(hear(both("GREEN\n", '<div id="Signature">GREEN</div>'))) == ["GREEN"]
    assert hear(both("STATUS\nGREEN", '<div>STATUS</div><div id="Signature">GREEN</div>')).error


def test_the_dashes_above_a_signature_are_not_moved():
    signed = '<span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Boris</div>'
    assert verbs(hear(html(f"<div>STATUS</div>{signed}<div>GREEN</div>"))) == ["STATUS"]


@pytest.mark.parametrize(
    "quote",
    [
        '<blockquote type="cite">{}</blockquote>',
        '<blockquote class="mailru-blockquote">{}</blockquote>',
        '<div class="ydp1yahoo_quoted">{}</div>',
        '<div name="quote" style="margin:10px">{}</div>',
        '<div class="gmail_extra">{}</div>',
        '<div class="zmail_extra">{}</div>',
        '<span id="OLK_SRC_BODY_SECTION">{}</span>',
        '<div id="mail-editor-reference-message-container">{}</div>',
        '<div class="ms-outlook-mobile-reference-message">{}</div>',
        '<div name="messageReplySection">{}</div>',
        '<div class="moz-forward-container">{}</div>',
        '<div id="aolReplacedBody">{}</div>',
    ],
)
def test_text_in_a_quotation_element_is_not_the_players_own(quote):
    classified = hear(
        html(f"<div>STATUS</div>{quote.format('<div>Anna wrote to me:</div><div>GREEN</div>')}<p>bye</p>")
    )
    assert verbs(classified) == ["STATUS"]
    assert classified.ignored == ("bye",)


@pytest.mark.parametrize("between", ["<hr>", "<br>", "<section></section>", "<fieldset></fieldset>", "<table></table>"])
def test_lines_a_reader_sees_as_two_are_read_as_two(between):
    assert verbs(hear(html(f"GREEN{between}STATUS"))) == ["GREEN", "STATUS"]


def test_quoting_elements_are_dropped_except_for_text_below_their_last_fence():
    quoted = as_breaks(OUR_MAIL)
    assert verbs(hear(html(f"STATUS<blockquote type='cite'>GREEN<br>{CAKE}</blockquote>"))) == ["STATUS"]
    assert verbs(
        hear(html(f"<div class='gmail_quote'>On Tuesday Lexicon wrote:<br>GREEN<br>{quoted}<p>STATUS</p></div>"))
    ) == ["STATUS"]
    nested = f"<div class=gmail_quote>GREEN<blockquote type=cite>{quoted}STATUS<blockquote type=cite>RED</blockquote></blockquote></div>"
    assert verbs(hear(html(nested))) == ["STATUS"]
