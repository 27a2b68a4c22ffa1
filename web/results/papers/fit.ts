const largest = 1.2
const step = 0.04
const steps = 17
/** Smaller than this, remarks are not set: 8 points on A4, 6 on A5. */
const legible = 0.72

/**
 * Sets what stands on each sheet as large as its page has room for: a certificate fills its page, and fourteen courses in two
 * languages, or long names, do not lose their signatures. Remarks that would make a card too small to read go on to pages of their own.
 * Lists go on to another page instead.
 */
export function fitSheets(sheets: HTMLElement) {
  for (const sheet of sheets.querySelectorAll<HTMLElement>('article:not(.paper-list, .paper-labels, .paper-cards)')) {
    setOverfull(sheet, false)
    if (fitted(sheet) >= legible) continue
    if (setOverfull(sheet, true)) fitted(sheet)
  }
}

/** Sets whether the remarks of a card stand on the pages that follow it instead. Returns false for a sheet without remarks. */
function setOverfull(sheet: HTMLElement, isOverfull: boolean) {
  if (!sheet.querySelector('.paper-elsewhere')) return false
  sheet.classList.toggle('paper-overfull', isOverfull)
  for (let page = sheet.nextElementSibling; page?.matches('.paper-apart'); page = page.nextElementSibling)
    page.classList.toggle('paper-shown', isOverfull)
  return true
}

/** Sets the largest size with which everything on a sheet has room, and returns it. */
function fitted(sheet: HTMLElement) {
  const body = sheet.querySelector('.paper-body') ?? sheet
  const sized = (nth: number) => largest - nth * step
  const fits = (nth: number) => {
    sheet.style.setProperty('--fit', sized(nth).toFixed(2))
    return sheet.scrollHeight <= sheet.clientHeight && body.scrollWidth <= body.clientWidth
  }
  let [from, to] = [0, steps]
  while (from < to) {
    const middle = (from + to) >> 1
    if (fits(middle)) to = middle
    else from = middle + 1
  }
  fits(to)
  return sized(to)
}
