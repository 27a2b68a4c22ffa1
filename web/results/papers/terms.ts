type Term = { termId: string; yearName: string }

/**
 * The terms to choose from for cards, and the one that is chosen; a card of a year is chosen by one of its terms, whichever of
 * them was chosen before.
 */
export function termsOfCards<T extends Term>(kind: string, terms: readonly T[], chosenId: string | null) {
  const chosen = terms.find(({ termId }) => termId === chosenId) ?? terms[0]
  if (kind !== 'yearCard') return { listed: terms, term: chosen }
  const listed = [...new Map(terms.toReversed().map((one) => [one.yearName, one])).values()].toReversed()
  return { listed, term: listed.find(({ yearName }) => yearName === chosen?.yearName) }
}
