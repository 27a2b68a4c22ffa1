import { fold } from '#contract/language/fold.ts'
import { type Recognised, recognised } from '#server/exchange/imports/read/headings.ts'

/** What is due is the total, where a list has what is due for single items beside it: tuition, bus, total. */
export function withTotalDue(found: readonly Recognised[], headings: readonly string[]): Recognised[] {
  const total = headings.findIndex(
    (heading) => /^(?:اجمالي|total) /.test(fold(heading)) && recognised([heading], 'balances')[0]?.meaning === 'feeDue',
  )
  if (total < 0) return [...found]
  return found.map((one, position) => {
    if (position === total) return { meaning: 'feeDue', guess: 'exact' }
    return one?.meaning === 'feeDue' ? null : one
  })
}
