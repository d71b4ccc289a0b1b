#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the site in a headless Chromium (TAP 13): at the width of a phone and of a desktop, in the
light, in the dark and in print, with its script and without.

The results are real ones, and hostile ones, which build/release/t/reports-reports.t writes. A page
on which something of a URI could run would have a handler, a script of its own or a request.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "vectors/tests"))

from tap import Tap  # noqa: E402

HOSTILE = ROOT / "build/release/t/reports-reports.t"
AXE = ROOT / "reports/tests/node_modules/axe-core/axe.min.js"
PROGRAM = os.environ.get("URIPROOF_BIN", ROOT / "build/release") / pathlib.Path("uriproof")
CAMPAIGN = ROOT / "reports/tests/campaign.json"
MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
PARSERS = ("libcurl", "uriparser", "python-urllib", "reference")
WIDTHS = (390, 1440)
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync")
FACTS = """
return {
  width: document.documentElement.scrollWidth,
  scripts: [...document.scripts].filter(
      s => !/^(\\.\\.\\/)?(script|search)\\.js$/.test(s.getAttribute('src'))).length,
  embedded: document.querySelectorAll('iframe, object, embed, img, style, [style]').length,
  handlers: [...document.querySelectorAll('*')].filter(
      e => [...e.attributes].some(a => a.name.startsWith('on'))).length,
  outside: performance.getEntriesByType('resource').filter(
      r => !r.name.startsWith('file:')).length,
  headings: document.querySelectorAll('h1').length,
};
"""
SERIOUS = """
const done = arguments[arguments.length - 1];
axe.run({resultTypes: ['violations']}).then(found => done(found.violations
    .filter(v => v.impact === 'serious' || v.impact === 'critical')
    .map(v => v.id + ': ' + v.nodes[0].html.slice(0, 200))));
"""


def browser(profile):
    options = webdriver.ChromeOptions()
    for option in (*OPTIONS, f"--user-data-dir={profile}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def show(driver, page, width=1440, dark=False, media="screen"):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    driver.get(page.as_uri())


def kinds(site):
    """A page of each kind: the biggest, where there are several. Not each site has a campaign."""
    def biggest(folder):
        pages = sorted((site / folder).glob("*.html"), key=lambda page: page.stat().st_size)
        return pages[-1:]
    return [site / name for name in ("index.html", "clauses.html", "pairs.html", "lineage.html")
            ] + biggest("parsers") + biggest("clauses") + biggest("pairs") + list(
                site.glob("campaign.html"))


def check_page(tap, driver, name, page):
    for width in WIDTHS:
        driver.get_log("browser")
        show(driver, page, width)
        found = driver.execute_script(FACTS)
        errors = driver.get_log("browser")
        tap.ok(found["width"] <= width, f"{name} at {width}: nothing sticks out sideways", found)
        tap.ok(found["scripts"] + found["embedded"] + found["handlers"] + found["outside"] == 0,
               f"{name} at {width}: nothing of a text runs, and nothing comes from outside", found)
        tap.ok(found["headings"] == 1 and not errors, f"{name} at {width}: the page is whole",
               (found, errors))


def check_access(tap, driver, name, page):
    for dark in (False, True):
        show(driver, page, WIDTHS[1], dark)
        driver.execute_script(AXE.read_text(encoding="utf-8"))
        found = driver.execute_async_script(SERIOUS)
        tap.ok(found == [], f"{name}, {'dark' if dark else 'light'}: axe finds no serious fault",
               found)


def check_claims(tap, driver, site):
    """What a parser claims is its defence, and is there at each width. The counts have columns."""
    for width in WIDTHS:
        show(driver, site / "index.html", width)
        rows = [row.text for row in driver.find_elements(By.CSS_SELECTOR, "#parsers tbody th")]
        tap.ok(len(rows) == len(PARSERS) - 1 and all(
            "claims" in row and ("cause" in row) == (width == WIDTHS[1]) for row in rows),
               f"at {width} each row of the index has what the parser claims", rows)


def check_verdicts(tap, driver, site):
    """On a phone, the list of clauses says without scrolling how many parsers keep each."""
    show(driver, site / "clauses.html", WIDTHS[0])
    ends = driver.execute_script("return [...document.querySelectorAll('.clauses tbody .num')]"
                                 ".map(cell => cell.getBoundingClientRect().right)")
    tap.ok(ends and max(ends) <= WIDTHS[0], "on a phone each clause has its count", max(ends))


def check_print(tap, driver, site):
    show(driver, site / "index.html", 800, media="print")
    shown = driver.execute_script(
        "return [...document.querySelectorAll('nav, [data-tools], .counts')]"
        ".filter(e => e.getClientRects().length).length")
    tap.ok(shown == 0, "in print there is nothing to click, and no number twice")


def click(driver, words):
    """Follows the first link with these words."""
    for link in driver.find_elements(By.TAG_NAME, "a"):
        if words in link.text:
            link.click()
            return
    raise LookupError(f"no link with {words} on {driver.current_url}")


def text_of(driver):
    return driver.find_element(By.TAG_NAME, "main").text


def check_questions(tap, driver, site):
    """Four questions; each is answered in at most three clicks from the index."""
    show(driver, site / "index.html")
    tap.ok("First by fewest wrong acceptances: uriparser" in text_of(driver),
           "which parser is strictest by RFC 3986: the index says it", text_of(driver)[:2000])
    click(driver, "Clauses")
    click(driver, "rfc3986.bnf.port")
    tap.ok("port-letters" in text_of(driver) and "libcurl" in text_of(driver),
           "why a vector failed: its clause has it, in two clicks", text_of(driver)[:2000])
    show(driver, site / "index.html")
    click(driver, "Pairs")
    row = next(row for row in driver.find_elements(By.CSS_SELECTOR, "table.pairs tbody tr")
               if "libcurl" in row.find_element(By.TAG_NAME, "th").text)
    row.find_elements(By.CSS_SELECTOR, "td a")[0].click()
    tap.ok("different hosts" in text_of(driver) and "libcurl" in text_of(driver),
           "who sees another host than curl: its row of pairs, and a cell has the texts",
           text_of(driver)[:2000])
    show(driver, site / "index.html")
    click(driver, "Clauses")
    tap.ok("5.2.4" in text_of(driver), "who breaks 5.2.4: the list of clauses has the section")
    click(driver, "rfc3986.dots")
    tap.ok("python-urllib" in text_of(driver), "and the clause's page says who, and how",
           text_of(driver)[:2000])


def check_script(tap, driver, site):
    """Sort and filter change the table, and the address keeps the state."""
    show(driver, site / "index.html")
    rows = "return [...document.querySelectorAll('table[data-sortable] tbody tr')]" \
           ".filter(r => r.getClientRects().length).map(r => r.cells[0].innerText.split(' ')[0])"
    before = driver.execute_script(rows)
    driver.find_element(By.CSS_SELECTOR, "table[data-sortable] thead button").click()
    sorted_rows = driver.execute_script(rows)
    tap.ok(sorted(sorted_rows) == sorted(before) and len(before) == len(PARSERS) - 1
           and sorted_rows == sorted(before), "a click on a head sorts", (before, sorted_rows))
    address = driver.current_url
    driver.get("about:blank")
    driver.get(address)
    tap.ok(driver.execute_script(rows) == sorted_rows and "#" in address,
           "the address keeps the order", address)


def hostile_record(value, key=""):
    """The record of a campaign with hostile text wherever text may be."""
    if isinstance(value, dict):
        return {k: hostile_record(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [hostile_record(v, key) for v in value]
    is_free = isinstance(value, str) and key not in ("format", "id", "uri_hex")
    return MARKUP + "x" * 300 if is_free else value


def make_sites(folder):
    real, hostile, campaign = folder / "real", folder / "hostile", folder / "hostile-campaign"
    results = folder / "r.json"
    subprocess.run([PROGRAM, "test", "--dialect", "all", "--report", f"json={results}", *PARSERS],
                   stderr=subprocess.DEVNULL, check=False)
    subprocess.run([PROGRAM, "report", "--report", f"html={real}", "--campaign", CAMPAIGN, results],
                   check=True)
    record = folder / "campaign.json"
    record.write_text(json.dumps(hostile_record(json.loads(CAMPAIGN.read_text()))))
    subprocess.run([PROGRAM, "report", "--report", f"html={campaign}", "--campaign", record,
                    results], check=True)
    subprocess.run([HOSTILE, "pages", hostile], check=True)
    return real, hostile, campaign


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        real, hostile, campaign = make_sites(folder)
        driver = browser(folder / "profile")
        try:
            for site in (real, hostile):
                for page in kinds(site):
                    check_page(tap, driver, f"{site.name} {page.relative_to(site)}", page)
            check_page(tap, driver, "a hostile campaign", campaign / "campaign.html")
            for page in kinds(real):
                check_access(tap, driver, str(page.relative_to(real)), page)
            check_claims(tap, driver, real)
            check_verdicts(tap, driver, real)
            check_print(tap, driver, real)
            check_questions(tap, driver, real)
            check_script(tap, driver, real)
        finally:
            driver.quit()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
