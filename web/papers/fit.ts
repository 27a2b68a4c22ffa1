const smallest = 0.5
const step = 0.04

/**
 * Makes what stands on each sheet as small as its page needs: fourteen courses in two languages, or long names, must not lose their
 * signatures. Lists go on to another page instead.
 */
export function fitSheets(sheets: HTMLElement) {
  for (const sheet of sheets.querySelectorAll<HTMLElement>('article:not(.paper-list, .paper-labels)'))
    for (let fit = 1; fit >= smallest; fit -= step) {
      sheet.style.setProperty('--fit', fit.toFixed(2))
      if (sheet.scrollHeight <= sheet.clientHeight) break
    }
}
