const largest = 1.2
const step = 0.04
const steps = 17

/**
 * Sets what stands on each sheet as large as its page has room for: a certificate fills its page, and fourteen courses in two
 * languages, or long names, do not lose their signatures. Lists go on to another page instead.
 */
export function fitSheets(sheets: HTMLElement) {
  for (const sheet of sheets.querySelectorAll<HTMLElement>('article:not(.paper-list, .paper-labels, .paper-cards)')) {
    const body = sheet.querySelector('.paper-body') ?? sheet
    const fits = (nth: number) => {
      sheet.style.setProperty('--fit', (largest - nth * step).toFixed(2))
      return sheet.scrollHeight <= sheet.clientHeight && body.scrollWidth <= body.clientWidth
    }
    let [from, to] = [0, steps]
    while (from < to) {
      const middle = (from + to) >> 1
      if (fits(middle)) to = middle
      else from = middle + 1
    }
    fits(to)
  }
}
