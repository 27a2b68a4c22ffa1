/** What spreadsheets show in a cell without a value: errors, and signs instead of a number that is no date. In a CSV they stand as text. */
const errors =
  /^#(?:N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA|#{2,})$/i

/** What the reader of workbooks writes for a formula that was never calculated (`shown.mjs`). */
const noResult = '#FORMULA!'

/** Why a cell has no value although it is not empty; null for any other cell. */
export function brokenBy(cell: string): string | null {
  if (!cell.startsWith('#')) return null
  if (cell === noResult) return 'The sheet has a formula without a result here; open it, save it and choose it again'
  return errors.test(cell) ? `The sheet shows ${cell} here` : null
}
