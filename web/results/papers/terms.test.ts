import { expect, test } from 'vitest'
import { termsOfCards } from './terms.ts'

const terms = [
  { termId: 'b2', yearName: 'b' },
  { termId: 'b1', yearName: 'b' },
  { termId: 'a2', yearName: 'a' },
  { termId: 'a1', yearName: 'a' },
]
const idsOf = (kind: string, chosen: string | null) => {
  const { listed, term } = termsOfCards(kind, terms, chosen)
  return [listed.map(({ termId }) => termId).join(' '), term?.termId]
}

test('a card of a year is that of the year whose term was chosen before', () => {
  expect(idsOf('termCard', 'a1')).toEqual(['b2 b1 a2 a1', 'a1'])
  expect(idsOf('yearCard', 'a1')).toEqual(['b2 a2', 'a2'])
  expect(idsOf('yearCard', 'b1')).toEqual(['b2 a2', 'b2'])
})

test('without a choice it is the latest, and without results none', () => {
  expect(idsOf('termCard', null)).toEqual(['b2 b1 a2 a1', 'b2'])
  expect(idsOf('yearCard', 'gone')).toEqual(['b2 a2', 'b2'])
  expect(termsOfCards('yearCard', [], null)).toEqual({ listed: [], term: undefined })
})
