#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the HTML report in a headless Chromium, with the width of a phone and of a desktop.

The results are real ones, and hostile ones, which build/release/t/reports-reports.t writes. A page
on which something of a URI could run would have a script, a handler or a request.
"""
import json
import os
import pathlib
import subprocess
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOSTILE = ROOT / "build/release/t/reports-reports.t"
PROGRAM = os.environ.get("URIPROOF_BIN", ROOT / "build/release") / pathlib.Path("uriproof")
WIDTHS = (390, 1440)
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync")
FACTS = """
const ids = new Set([...document.querySelectorAll('[id]')].map(e => e.id));
const links = [...document.querySelectorAll('a')].map(a => a.getAttribute('href'));
return {
  width: document.documentElement.scrollWidth,
  scripts: document.querySelectorAll('script, iframe, object, embed, img, link').length,
  handlers: [...document.querySelectorAll('*')].filter(
      e => [...e.attributes].some(a => a.name.startsWith('on'))).length,
  outside: links.filter(href => !href.startsWith('#') && !href.startsWith('https://')).length,
  dead: links.filter(href => href.startsWith('#') && !ids.has(href.slice(1))).length,
  links: links.length,
  cells: document.querySelectorAll('td').length,
  requests: performance.getEntriesByType('resource').length,
};
"""
number = 0


def check(good, name):
    global number
    number += 1
    print("ok" if good else "not ok", number, "-", name)


def browser(profile):
    options = webdriver.ChromeOptions()
    for option in (*OPTIONS, f"--user-data-dir={profile}"):
        options.add_argument(option)
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def facts(driver, page, width):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
    driver.get(page.as_uri())
    return driver.execute_script(FACTS)


def check_page(driver, name, page):
    for width in WIDTHS:
        found = facts(driver, page, width)
        print(f"# {name} at {width}: {found}")
        check(found["width"] <= width, f"{name} at {width}: nothing sticks out sideways")
        check(found["cells"] > 20 and found["links"] > 20, f"{name} at {width}: it is all there")
        check(not (found["scripts"] or found["handlers"]),
              f"{name} at {width}: nothing runs")
        check(found["requests"] == 0 and found["outside"] == 0,
              f"{name} at {width}: it needs nothing from outside")
        check(found["dead"] == 0, f"{name} at {width}: each link leads somewhere")


def check_filter(driver, page):
    """Tests that the checkbox that only shows differences works without a script."""
    facts(driver, page, 1440)

    def visible():
        return driver.execute_script(
            "return [...document.querySelectorAll('tr, section, article, details')]"
            ".filter(e => e.getClientRects().length).length")

    before = visible()
    driver.find_element(By.CSS_SELECTOR, "input[type=checkbox]").click()
    check(0 < visible() < before, "the box leaves only what differs")


def check_dialects(driver, page):
    """Tests that each dialect's column can be reached on a phone: the table scrolls, not the
    page."""
    count = len(json.loads(subprocess.run(
        [PROGRAM, "test", "--report", "json", "--select", "path-space", "reference"],
        capture_output=True, check=True).stdout)["dialects"])
    facts(driver, page, WIDTHS[0])
    found = driver.execute_script("""
        const table = [...document.querySelectorAll('#dialects ~ div table')].pop();
        const box = table.parentElement, row = table.querySelector('tr:has(td)');
        box.scrollIntoView();
        box.scrollLeft = box.scrollWidth;
        const cell = row.lastElementChild.getBoundingClientRect();
        return {
          heads: table.querySelectorAll('thead th').length,
          cells: row.children.length,
          words: [...row.querySelectorAll('td')].every(td => /[a-z]/.test(td.textContent)),
          reached: cell.left >= 0 && cell.right <= innerWidth,
          inside: box.getBoundingClientRect().right <= innerWidth,
        };""")
    print(f"# {found}")
    check(found["heads"] == found["cells"] == count + 2, "there is a column for each dialect")
    check(found["words"], "its words are readable without colour")
    check(found["reached"] and found["inside"], "its last column is in reach on a phone")


def main():
    print("1..24")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        real, hostile = folder / "real.html", folder / "hostile.html"
        subprocess.run([PROGRAM, "test", "--dialect", "rfc1630", "--level", "complete",
                        "--report", f"html={real}", "reference", "python-urllib"],
                       stderr=subprocess.DEVNULL, check=False)
        hostile.write_bytes(subprocess.run([HOSTILE, "write", "html"], capture_output=True,
                                           check=True).stdout)
        driver = browser(folder / "profile")
        try:
            check_page(driver, "real results", real)
            check_page(driver, "hostile results", hostile)
            check_filter(driver, real)
            check_dialects(driver, real)
        finally:
            driver.quit()


main()
