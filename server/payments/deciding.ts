import { invalid } from '#server/call/errors.ts'

/** The day of a payment is never in the future of the school. */
export function mustBePast(day: string, { today }: { today: string }, field: string) {
  if (day > today) throw invalid('This date cannot be used', field)
}

/** A coin type sent along is the school's own. */
export function mustBeTheSchools(coinTypeId: string | null | undefined, price: { coinTypeId: string } | undefined) {
  const sentence = 'The coin type is not the coin type of this school'
  if (coinTypeId && coinTypeId !== price?.coinTypeId) throw invalid(sentence, 'coinTypeId')
}
