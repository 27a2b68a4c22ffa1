import type { Locator } from '@playwright/test'

/** Pastes what a spreadsheet copies into a cell. */
export const paste = (cell: Locator, rows: string[][]) =>
  cell.evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    rows.map((cells) => cells.join('\t')).join('\n'),
  )
