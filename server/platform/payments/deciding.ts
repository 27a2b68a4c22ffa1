import { invalid } from '#server/base/errors.ts'

/** The day of a payment may not be in the future at the school. */
export function mustBePast(day: string, { today }: { today: string }, field: string) {
  if (day > today) throw invalid('This date cannot be used', field)
}

/** A coin type in the request must be the school's own. */
export function mustBeTheSchools(coinTypeId: string | null | undefined, price: { coinTypeId: string } | undefined) {
  const sentence = 'The coin type is not the coin type of this school'
  if (coinTypeId && coinTypeId !== price?.coinTypeId) throw invalid(sentence, 'coinTypeId')
}
