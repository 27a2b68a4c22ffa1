import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'

/** The rows of the first sheet of a workbook. */
export const rowsIn = async (path: string) => {
  const [sheet] = await readXlsx(readFileSync(path))
  return sheet!.data
}

/** A folder as one zip. */
export const zipOf = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))

/** Drops a file onto a place, as from a folder of the desktop. */
export const drop = (place: Locator, name: string, file: Buffer) =>
  place.evaluate(
    (element, { as, bytes }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], as))
      for (const type of ['dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    { as: name, bytes: file.toString('base64') },
  )

type Texts = (key: string) => string

/** Expects how many rows of an import will have each outcome. */
export async function expectCounts(page: Page, t: Texts, counts: Record<string, number>) {
  for (const [outcome, count] of Object.entries(counts))
    await expect(
      page.locator('dl > div').filter({ has: page.getByText(t(`imports.outcome.${outcome}`), { exact: true }) }),
    ).toContainText(String(count))
}
