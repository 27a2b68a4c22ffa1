import { expect, test } from 'vitest'
import type { PartFigure } from '#contract/results/results/scheme-rules.ts'
import { closedPart, closedSecond, closedTotal } from './closed-cells.ts'

const t = (key: string) => key.split('.').at(-1)!
const derivation = { kind: 'typed', count: 0, used: 0, missing: 0, mean: 14, of: 20, absent: 0, late: 0, origin: null }
const part = { source: 'typed', points: 28, fullMark: 40, state: null, derivation } as PartFigure
const course = { round: 1, state: null, total: 74 } as Parameters<typeof closedTotal>[0]

test('a closed cell reads as the mark that was entered, the state, or the computed points', () => {
  expect(closedPart(part, 40, t)).toBe('14')
  expect(closedPart({ ...part, state: 'absent' }, 40, t)).toBe('absent')
  expect(closedPart({ ...part, source: 'homework', derivation: { ...part.derivation, kind: 'work' } }, 40, t)).toBe(
    '28',
  )
  expect(closedPart({ ...part, points: null, derivation: { ...part.derivation, kind: 'notTyped' } }, 40, t)).toBe('–')
})

test('points that count for more than their column says come with their full mark', () => {
  const computed = { ...part, source: 'homework', derivation: { ...part.derivation, kind: 'work' } } as PartFigure
  expect(closedPart(computed, 32, t)).toBe('28/40')
})

test('a closed total is the number with its state; without a second round its cell is empty', () => {
  expect([closedTotal(course, t), closedSecond(course, t)]).toEqual(['74', '–'])
  expect(closedTotal({ ...course, total: null }, t)).toBe('–')
  expect(closedTotal({ ...course, state: 'absent', total: 0 }, t)).toBe('absent 0')
  expect(closedSecond({ ...course, round: 2, total: 40 }, t)).toBe('40')
  expect(closedSecond({ ...course, round: 2, state: 'withheld' }, t)).toBe('withheld')
})
