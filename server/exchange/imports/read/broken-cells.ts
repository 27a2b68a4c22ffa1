/** What spreadsheets show in a cell without a value: errors in the language of the program, and signs instead of a number that is no date. In a CSV they stand as text. */
const errors =
  /^(?:#(?:N\/(?:A|D|B|DISP)|N\/A N\/A|NV|NULL|DIV\/0|VALUE|REF|NAME|NUM|GETTING_DATA|#{2,}|[\p{L}/_0 ]{2,20}[!?؟])[!?]?|(?:Err|Erro|Hata|خطأ|خطا|Ошибка|Ошб) ?:\d{3})$/iu

/** What the reader of workbooks writes for a formula that was never calculated (`shown.mjs`). */
const noResult = '#FORMULA!'

/** Why a cell has no value although it is not empty; null for any other cell. */
export function brokenBy(cell: string): string | null {
  if (cell === noResult) return 'The sheet has a formula without a result here; open it, save it and choose it again'
  return errors.test(cell) ? `The sheet shows ${cell} here` : null
}
