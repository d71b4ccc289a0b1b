#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the site's script in a headless Chromium: sort, filter and search, on a page of a file.

The page is small and made here, so only the script is tested.
"""
import os
import pathlib
import shutil
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync")
HOSTILE = "<img src=x onerror=document.title='run'>"
ROWS = (("bee", "9 of 10", ""), ("ant", "100.0 %", "3"), ("Cow", "none", "20"),
        ("dog", "21 %", "1"), ("eel", "5", "5"), ("fox", "6", "6"), ("gnu", "7", "7"),
        ("hen", "8", HOSTILE))
number = 0


def check(good, name, shown=""):
    global number
    number += 1
    print("ok" if good else "not ok", number, "-", name)
    if not good:
        print("#", repr(shown)[:1000])


def write_page(folder):
    text = str.maketrans({"<": "&lt;", ">": "&gt;"})
    rows = "".join("<tr>" + "".join(f"<td>{cell.translate(text)}</td>" for cell in row) + "</tr>"
                   for row in ROWS)
    shutil.copy(ROOT / "reports/site/script.js", folder)
    (folder / "search.js").write_text(
        "globalThis.uriproofSearch = [\n"
        '["parser", "dotty", "2.1", "parsers/dotty.html"],\n'
        '["clause", "rfc.dots", "Dot segments.", "clauses/rfc.dots.html"],\n'
        '["vector", "rfc/x", "' + HOSTILE + ' dots", "clauses/rfc.dots.html#v-x"]]\n')
    (folder / "sub").mkdir()
    (folder / "sub/page.html").write_text(
        "<!DOCTYPE html><html lang=en><head><title>page</title><meta http-equiv="
        '"Content-Security-Policy" content="default-src \'none\'; script-src \'self\' file:">'
        '<script defer src="../script.js"></script></head><body><header></header><main>'
        '<div class="scroll"><table id="t" data-sortable><thead><tr><th>Name</th><th>Part</th>'
        f"<th>Number</th></tr></thead><tbody>{rows}</tbody></table></div></main></body></html>")
    return (folder / "sub/page.html").as_uri()


def browser(profile):
    options = webdriver.ChromeOptions()
    for option in (*OPTIONS, f"--user-data-dir={profile}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def column(driver, which):
    return driver.execute_script(
        "return [...document.querySelectorAll('tbody tr')].filter(r => !r.hidden)"
        f".map(r => r.cells[{which}].textContent)")


def hash_of(driver):
    return driver.execute_script("return location.hash")


def open_anew(driver, address):
    driver.get("about:blank")
    driver.get(address)


def test_sort(driver, page):
    open_anew(driver, page)
    buttons = driver.find_elements(By.CSS_SELECTOR, "th button")
    check([one.text for one in buttons] == ["Name", "Part", "Number"], "each head is a button")
    buttons[0].send_keys(Keys.ENTER)
    names = ["ant", "bee", "Cow", "dog", "eel", "fox", "gnu", "hen"]
    check(column(driver, 0) == names, "Enter sorts by name, whatever the case", column(driver, 0))
    check(hash_of(driver) == "#t.sort=0", "the address has it", hash_of(driver))
    buttons[0].send_keys(Keys.ENTER)
    check(column(driver, 0) == names[::-1], "once more the other way round", column(driver, 0))
    buttons[2].click()
    check(column(driver, 2) == ["20", "7", "6", "5", "3", "1", HOSTILE, ""],
          "numbers: the greatest first, then texts, then what is empty", column(driver, 2))
    heads = driver.find_elements(By.TAG_NAME, "th")
    check([one.get_attribute("aria-sort") for one in heads] == [None, None, "descending"],
          "aria-sort")
    buttons[1].click()
    check(column(driver, 1)[:2] == ["100.0 %", "21 %"] and column(driver, 1)[-1] == "none",
          "a cell that begins with a number is a number", column(driver, 1))


def test_filter(driver, page):
    open_anew(driver, page)
    box = driver.find_element(By.CSS_SELECTOR, ".tools input")
    said = driver.find_element(By.CSS_SELECTOR, ".tools [aria-live=polite]")
    check(said.text == "8 of 8 rows", "all rows are there", said.text)
    box.send_keys("CO 20")
    check(column(driver, 0) == ["Cow"] and said.text == "1 of 8 rows", "a row with both words",
          (column(driver, 0), said.text))
    check(hash_of(driver) == "#t.rows=CO+20", "the address has them", hash_of(driver))


def test_view(driver, page):
    """A linked view, and a link to another one of the same page."""
    open_anew(driver, page + "#t.rows=o&t.sort=-0&q=dot")
    check(column(driver, 0) == ["hen", "fox", "dog", "Cow", "bee"], "a linked view",
          column(driver, 0))
    driver.execute_script("location.hash = 't.rows=ant'")
    WebDriverWait(driver, 20).until(lambda d: column(d, 0) == ["ant"])
    check(driver.find_element(By.CSS_SELECTOR, ".search input").get_property("value") == "",
          "the next view has no search")
    open_anew(driver, page + "#t.sort=77&t.rows=")
    check(column(driver, 0)[0] == "bee" and len(column(driver, 0)) == 8,
          "a column that is not there sorts nothing", column(driver, 0))


def found(driver, count):
    """Waits until so many results are there, and returns their links and words."""
    WebDriverWait(driver, 20).until(
        lambda d: len(d.find_elements(By.CSS_SELECTOR, ".found li")) == count)
    return [(one.find_element(By.TAG_NAME, "a").get_attribute("href").split("/", 3)[3], one.text)
            for one in driver.find_elements(By.CSS_SELECTOR, ".found li")]


def test_search(driver, page, folder):
    open_anew(driver, page)
    loaded = "return document.querySelectorAll('script[src$=\"search.js\"]').length"
    check(driver.execute_script(loaded) == 0, "what is looked through is not loaded before")
    driver.find_element(By.CSS_SELECTOR, ".search input").send_keys("Dot")
    shown = found(driver, 3)
    root = f"{folder}/".lstrip("/")
    check([way for way, _ in shown] == [root + "parsers/dotty.html", root + "clauses/rfc.dots.html",
                                        root + "clauses/rfc.dots.html#v-x"],
          "links from the site's folder; a name that begins so is first", shown)
    check(HOSTILE in shown[2][1] and driver.title == "page", "words are text", shown)
    said = driver.find_element(By.CSS_SELECTOR, ".search [aria-live=polite]").text
    check(said == "3 found.", "the count is said", said)
    driver.find_element(By.CSS_SELECTOR, ".search input").send_keys(" segments")
    check(len(found(driver, 1)) == 1 and hash_of(driver) == "#q=Dot+segments",
          "all words must be there", hash_of(driver))
    open_anew(driver, page + "#q=dotty")
    check(found(driver, 1)[0][1].startswith("parser dotty"), "a linked search")


def test_no_data(driver, page, folder):
    """Without search.js the box says so."""
    os.remove(folder / "search.js")
    open_anew(driver, page + "#q=dot")
    said = driver.find_element(By.CSS_SELECTOR, ".search [aria-live=polite]")
    WebDriverWait(driver, 20).until(lambda d: said.text != "")
    check("cannot be read" in said.text, "data that is not there is said", said.text)


with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as profile:
    at = pathlib.Path(scratch)
    address = write_page(at)
    chromium = browser(profile)
    try:
        test_sort(chromium, address)
        test_filter(chromium, address)
        test_view(chromium, address)
        test_search(chromium, address, at)
        errors = [one["message"] for one in chromium.get_log("browser")]
        check(not errors, "no error on the console", errors)
        test_no_data(chromium, address, at)
    finally:
        chromium.quit()
print(f"1..{number}")
