"""Does a page work in a real browser: by mouse, by keyboard, on a telephone, in the dark, on paper?"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pages
import pytest

from graders.report.page.making import comparison_page, laid_out, write_page
from graders.report.page.runs import Block, blocks
from graders.report.page.viewer.blocks import packed
from graders.report.page.viewer.index import Index

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright, to drive a browser")
pytest.importorskip("jinja2", reason="needs jinja2, of the extra `report`")
pytest.importorskip("vl_convert", reason="needs vl-convert-python, of the extra `report`")
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=f"needs a browser: none of {', '.join(NAMES)} is installed")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
WIDTHS = (360, 900, 1600)
MANY = 10_000
FINDING = "#run=claims-a-reservation%2F{}%2F1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report, a comparison, and a page of ten thousand runs."""
    home = tmp_path_factory.mktemp("pages")
    write_page(pages.report(), pages.runs(), home / "report.html")
    one = pages.comparison()
    text = comparison_page(one, pages.of(one.first.agent), pages.of(one.second.agent))
    (home / "comparison.html").write_text(text, encoding="utf-8")
    (home / "many.html").write_text("".join(laid_out("Many", "", (), many())), encoding="utf-8")
    return home


def many() -> Iterator[Block]:
    """The index of ten thousand runs, and the first hundred of them whole."""
    yield from (one for one in blocks(pages.runs()) if one.id in ("runs-0", "cases-0"))
    index = Index()
    for i in range(MANY):
        scenario, record, verdict = pages.runs()[i % len(pages.runs())]
        index.add(scenario, attrs.evolve(record, trial=i + 1), verdict)
    yield Block("index", packed(index.told()))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser, with one window for all pages."""
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser.new_context(viewport={"width": 1300, "height": 900}, reduced_motion="reduce")
        browser.close()


class Opened:
    """A page that is open, and everything that it complained of or asked for."""

    def __init__(self, tab: Any, address: str) -> None:
        self.tab = tab
        self.address = address
        self.trouble: list[str] = []
        self.asked: list[str] = []
        tab.on("console", lambda message: self.trouble.append(f"{message.type}: {message.text}"))
        tab.on("pageerror", lambda error: self.trouble.append(str(error)))
        tab.on("dialog", lambda dialog: self.trouble.append(dialog.message) or dialog.dismiss())
        tab.on("request", lambda request: self.asked.append(request.url.partition("#")[0]))

    def go(self, place: str = "") -> None:
        """Open it there, and wait until its runs can be looked at."""
        self.tab.goto(self.address + place)
        self.tab.wait_for_selector("#runs[data-ready]")

    def count(self) -> str:
        """How many runs it says there are."""
        return str(self.tab.inner_text("#count"))

    def shows(self, count: int) -> None:
        """It comes to list so many runs."""
        playwright.expect(self.tab.locator("#count")).to_have_text(re.compile(f"^{count:,} of "))

    def focus(self) -> str:
        """The id of what has the focus."""
        return str(self.tab.evaluate("document.activeElement.id"))


@pytest.fixture
def opening(chromium: Any, folder: Path) -> Iterator[Any]:
    """Opens pages; in the end none of them has complained, and none has asked for anything but itself."""
    opened: list[Opened] = []

    def opens(name: str = "report", place: str = "", *, scheme: str = "light") -> Opened:
        page = Opened(chromium.new_page(), (folder / f"{name}.html").as_uri())
        page.tab.emulate_media(color_scheme=scheme)
        opened.append(page)
        page.go(place)
        return page

    yield opens
    for page in opened:
        assert page.trouble == []
        assert set(page.asked) == {page.address}
        page.tab.evaluate("localStorage.clear()")
        page.tab.close()


def with_findings(agent: str = "claims-a-reservation") -> str:
    """The id of a scenario in whose first run that agent breaks a rule."""
    return next(one[0].id for one in pages.of(agent) if one[2].findings)


@pytest.mark.parametrize("name", ["report", "comparison"])
def test_page_is_as_wide_as_the_window(opening: Any, name: str) -> None:
    """On a telephone and on a wide screen: what is wider scrolls in a frame of its own."""
    page = opening(name, FINDING.format(with_findings()))
    page.tab.wait_for_selector("#run-title")
    page.tab.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    for width in WIDTHS:
        page.tab.set_viewport_size({"width": width, "height": 900})
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= width


def test_filters_leave_the_runs_that_fit_and_the_back_button_undoes(opening: Any) -> None:
    """One filter after the other, then words; each has an address."""
    page = opening()
    total = len(pages.runs())
    assert page.count() == f"{total} of {total} runs"
    page.tab.select_option("#filter-agent", "asks-backwards")
    mine = pages.of("asks-backwards")
    assert page.count() == f"{len(mine)} of {total} runs"
    page.tab.select_option("#filter-mark", "fail")
    failed = [one for one in mine if one[2].success == "fail"]
    assert page.count() == f"{len(failed)} of {total} runs"
    page.tab.fill("#query", "PRIORITY-broken")
    broken = [one for one in failed if any(found.rule == "priority-broken" for found in one[2].findings)]
    page.shows(len(broken))
    assert "q=PRIORITY-broken" in page.tab.url
    page.tab.go_back()
    page.shows(len(mine))
    assert page.tab.input_value("#filter-mark") == ""
    page.tab.click("#free")
    assert page.count() == f"{total} of {total} runs"


def test_every_filter_says_how_many_it_would_leave(opening: Any) -> None:
    """And leaves so many, beside those that are set already."""
    page = opening("report", "#agent=asks-backwards")
    for key in ("slice", "family", "fault", "rule", "status", "label"):
        page.tab.focus(f"#filter-{key}")
        told = page.tab.eval_on_selector_all(f"#filter-{key} option", _CHOICES)
        value, words = told[-1]
        page.tab.select_option(f"#filter-{key}", value)
        assert page.count().split()[0] == words.rpartition("(")[2].rstrip(")")
        page.tab.select_option(f"#filter-{key}", "")


_CHOICES = "all => all.filter(one => !one.hidden).map(one => [one.value, one.textContent])"


def test_address_opens_the_same_run_with_the_same_filters(opening: Any) -> None:
    """A link can be sent."""
    task = with_findings()
    page = opening("report", f"{FINDING.format(task)}&agent=claims-a-reservation&q={task}")
    page.tab.wait_for_selector("#run-title")
    assert page.tab.inner_text("#run-title") == f"{task}, claims-a-reservation, trial 1"
    assert "0 of 2 judged" in page.tab.inner_text("#run")
    assert page.tab.input_value("#filter-agent") == "claims-a-reservation"
    assert page.tab.input_value("#query") == task
    assert page.tab.locator('.row[aria-selected="true"]').count() == 1


def test_address_of_no_run_says_so(opening: Any) -> None:
    """And of an unknown filter: all runs."""
    page = opening("report", "#run=nobody&agent=nobody")
    assert "No run on this page is called nobody" in page.tab.inner_text("#run")
    assert page.count().startswith(f"{len(pages.runs())} of")


def test_figure_leads_to_its_runs(opening: Any) -> None:
    """From a table down to what was counted."""
    page = opening()
    page.tab.click('#results a[href="#agent=asks-backwards&mark=pass"]')
    good = [one for one in pages.of("asks-backwards") if one[2].success == "pass"]
    page.shows(len(good))
    page.tab.click('.contents a[href="#results"]')
    assert page.tab.input_value("#filter-agent") == "asks-backwards"


def test_finding_jumps_to_its_step_and_back(opening: Any) -> None:
    """The step is in sight, lit, has the focus, and is spoken of."""
    page = opening(
        "report", FINDING.format(with_findings("asks-backwards")).replace("claims-a-reservation", "asks-backwards")
    )
    page.tab.click(".findings .jump >> nth=0")
    focus = page.focus()
    assert focus.startswith("step-")
    step = page.tab.locator(f"#{focus}")
    assert "lit" in step.get_attribute("class").split()
    playwright.expect(step).to_be_in_viewport()
    assert focus.removeprefix("step-") in page.tab.inner_text("#spoken")
    step.get_by_role("button", name="finding 1", exact=True).click()
    assert page.focus() == "finding-1"
    assert page.tab.locator(".lit").count() == 1


def test_words_of_a_finding_are_marked_and_lead_to_it(opening: Any) -> None:
    """The clause is marked, coloured by what it says, and has the number of its finding."""
    page = opening("report", FINDING.format(with_findings()))
    page.tab.locator(".findings li").first.get_by_role("button", name="words").click()
    marked = page.tab.locator("mark.lit")
    assert marked.count() >= 1
    assert page.tab.locator(".message mark span.red").count() >= 1
    page.tab.locator(".message").get_by_role("button", name="finding 1", exact=True).click()
    assert page.focus() == "finding-1"


def test_run_beside_is_one_click_away(opening: Any) -> None:
    """Down the list as it is filtered, and back."""
    page = opening("report", "#agent=guesser")
    page.tab.click(".row >> nth=0")
    page.tab.wait_for_selector("#run-title")
    first = page.tab.inner_text("#run-title")
    page.tab.get_by_role("button", name="Next run").click()
    playwright.expect(page.tab.locator("#run-title")).to_have_text(re.compile("trial 2$"))
    page.tab.get_by_role("button", name="Previous run").click()
    playwright.expect(page.tab.locator("#run-title")).to_have_text(re.compile("trial 1$"))
    assert page.tab.inner_text("#run-title") == first
    page.tab.get_by_role("button", name="Back to the list").click()
    assert page.tab.evaluate("document.activeElement.getAttribute('role')") == "listbox"


def test_everything_can_be_done_by_keys(opening: Any) -> None:
    """Search, down the list, open, to the finding, to its step, and help."""
    page = opening()
    keys = page.tab.keyboard
    keys.press("Tab")
    assert page.tab.inner_text(":focus") == "Skip to the report"
    keys.press("Enter")
    keys.press("/")
    assert page.focus() == "query"
    keys.type("asks-backwards priority")
    keys.press("Escape")
    page.shows(
        len([one for one in pages.of("asks-backwards") if any("priority" in each.rule for each in one[2].findings)])
    )
    for key in ("j", "j", "k", "ArrowDown", "End", "Home", "PageDown", "PageUp", "j"):
        keys.press(key)
    assert page.tab.evaluate("document.activeElement.getAttribute('aria-activedescendant')") == "run-1"
    keys.press("Enter")
    page.tab.wait_for_selector("#run-title")
    assert page.focus() == "run-title"
    for _ in range(8):
        keys.press("Tab")
        if page.tab.evaluate("document.activeElement.className") == "jump":
            break
    keys.press("Enter")
    assert page.focus().startswith("step-")
    keys.press("?")
    assert page.tab.locator("#help").is_visible()
    keys.press("Escape")
    assert not page.tab.locator("#help").is_visible()


def test_dark_is_the_system_s_or_the_reader_s(opening: Any) -> None:
    """The button goes from automatic to light to dark, charts with it."""
    ground = "getComputedStyle(document.body).backgroundColor"
    bar = "getComputedStyle(document.querySelector('#chart-endings path[fill=\"var(--stock-found)\"]')).fill"
    dark, light = opening(scheme="dark"), opening()
    assert dark.tab.evaluate(ground) != light.tab.evaluate(ground)
    assert dark.tab.evaluate(bar) != light.tab.evaluate(bar)
    for _ in range(2):
        light.tab.click("#theme")
    assert light.tab.inner_text("#theme") == "Theme: dark"
    assert light.tab.evaluate(ground) == dark.tab.evaluate(ground)
    assert light.tab.evaluate(bar) == dark.tab.evaluate(bar)


def test_paper_shows_the_figures_and_the_chosen_run(opening: Any) -> None:
    """Tables are open, what only a screen can do is gone, and it is light."""
    page = opening("report", FINDING.format(with_findings()), scheme="dark")
    page.tab.wait_for_selector("#run-title")
    page.tab.emulate_media(media="print")
    page.tab.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.tab.locator("details.data:not([open])").count() == 0
    for gone in (".filters", ".rows", ".contents", "#theme"):
        assert not page.tab.locator(gone).first.is_visible()
    assert page.tab.locator("#run-title").is_visible()
    page.tab.set_viewport_size({"width": 690, "height": 1000})  # of A4, without margins
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= 690
    assert page.tab.evaluate("getComputedStyle(document.body).color") == "rgb(27, 34, 48)"
    assert page.tab.pdf(format="A4").startswith(b"%PDF-")
    page.tab.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.tab.locator("details.data[open]").count() == 0


UNNAMED = """
[...document.querySelectorAll('button, a, input, select, summary, [role=region], [role=img], [role=listbox]')]
  .filter(one => !(one.textContent.trim() && !one.getAttribute('role')) && !one.getAttribute('aria-label')
    && !(one.labels && one.labels.length))
  .map(one => one.outerHTML.slice(0, 100))
"""
JUMPS = """
[...document.querySelectorAll('h1, h2, h3, h4')].map(one => Number(one.tagName[1]))
  .filter((level, i, all) => level > (i ? all[i - 1] : 0) + 1)
"""


@pytest.mark.parametrize("name", ["report", "comparison"])
def test_screen_readers_get_names_headings_and_tables(opening: Any, name: str) -> None:
    """Every control has a name, no heading is skipped, tables have heads, pictures words."""
    page = opening(name, FINDING.format(with_findings()))
    page.tab.wait_for_selector("#run-title")
    assert page.tab.evaluate(UNNAMED) == []
    assert page.tab.evaluate(JUMPS) == []
    assert page.tab.locator("h1").count() == 1
    assert (
        page.tab.evaluate("[...document.querySelectorAll('table')].filter(t => !t.tHead || !t.tHead.rows.length)") == []
    )
    assert page.tab.evaluate("[...document.querySelectorAll('th')].filter(t => !t.scope).length") == 0
    described = "[...document.querySelectorAll('[aria-describedby], [aria-labelledby]')].map(one => one.getAttribute("
    for attribute in ("aria-describedby", "aria-labelledby"):
        wanted = page.tab.evaluate(f"{described}'{attribute}')).filter(Boolean)")
        assert all(page.tab.evaluate(f"Boolean(document.getElementById('{one}'))") for one in wanted)
    rows = page.tab.locator('.row[role="option"]')
    assert rows.count() > 0
    assert rows.first.get_attribute("aria-setsize").isdigit()


# Words, and what they stand on.
PAIRS = [
    *((words, ground) for words in ("text", "muted", "accent") for ground in ("page", "surface", "band")),
    ("text", "lit"), ("pass", "pass-soft"), ("fail", "fail-soft"), ("open", "open-soft"), ("on-accent", "accent"),
    ("pass", "page"), ("fail", "page"), ("fail", "surface"), ("open", "surface"), ("open", "page"),
    ("text", "fail-soft"), ("text", "open-soft"),
    *((f"on-heat-{i}", f"heat-{i}") for i in range(5)),
]  # fmt: skip
CHANNELS = """
names => { const probe = document.createElement('i'); document.body.append(probe);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return names.map(name => { probe.style.color = `var(--${name})`; canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); }); }
"""


def test_words_stand_out_from_their_ground(opening: Any) -> None:
    """A contrast of 4.5 or more (WCAG 2, level AA), in light and in dark."""
    page = opening()
    for scheme in ("light", "dark"):
        page.tab.emulate_media(color_scheme=scheme)
        for words, ground in PAIRS:
            one, other = (luminance(channels) for channels in page.tab.evaluate(CHANNELS, [words, ground]))
            contrast = (max(one, other) + 0.05) / (min(one, other) + 0.05)
            assert contrast >= 4.5, (scheme, words, ground, round(contrast, 2))


def luminance(channels: list[int]) -> float:
    """Relative luminance of an sRGB colour (WCAG 2)."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_ten_thousand_runs_make_no_more_rows_than_are_in_sight(opening: Any) -> None:
    """Whatever is filtered, searched, scrolled to or moved to."""
    page = opening("many")
    assert page.count() == "10,000 of 10,000 runs"
    rows = "document.querySelectorAll('.row').length"
    for word in ("a", "asks", "asks-back", "nothing at all", ""):
        page.tab.fill("#query", word)
        page.tab.wait_for_timeout(30)
        assert page.tab.evaluate(rows) < 60
    for part in (0.5, 1, 0.25):
        page.tab.evaluate(f"const b = document.querySelector('.rows'); b.scrollTop = b.scrollHeight * {part}")
        page.tab.wait_for_timeout(50)
        assert 10 < page.tab.evaluate(rows) < 60
    page.tab.focus(".rows")
    page.tab.keyboard.press("End")
    assert page.tab.locator(".row.active").get_attribute("aria-posinset") == "10000"
    playwright.expect(page.tab.locator(".row.active")).to_be_in_viewport()


def test_hostile_words_stay_words(opening: Any) -> None:
    """A name and a message full of markup are shown as they were written; hidden signs are written out."""
    task = pages.of(pages.HOSTILE)[0][0].id
    page = opening("report", f"#agent=nobody&q={task}")
    page.tab.select_option("#filter-agent", pages.HOSTILE)
    page.tab.click(".row >> nth=0")
    page.tab.wait_for_selector("#run-title")
    assert pages.HOSTILE in page.tab.inner_text("#run-title")
    told = page.tab.inner_text(".message")
    assert "<img src=x onerror=alert(1)>" in told
    assert "\\u202e\\ud800\\x00" in told
    assert "more characters are in the stored trace only" in page.tab.inner_text("#run")
    assert page.tab.locator("img").count() == 0
    page.tab.reload()
    page.tab.wait_for_selector("#run-title")
    assert pages.HOSTILE in page.tab.inner_text("#run-title")


def test_foreign_script_does_not_run(chromium: Any, folder: Path) -> None:
    """Even if markup got in, the page's policy would stop it."""
    tab = chromium.new_page()
    tab.goto((folder / "report.html").as_uri())
    tab.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.bad = 1\">')")
    tab.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.bad = 2'; document.body.append(s)"
    )
    tab.wait_for_timeout(50)
    assert tab.evaluate("window.bad") is None
    tab.close()
