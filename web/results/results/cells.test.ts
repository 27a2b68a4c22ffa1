import { describe, expect, test } from 'vitest'
import { cellsAtOnce } from '#contract/results/results/results.ts'
import {
  afterSaving,
  type CellDraft,
  changedMeanwhile,
  isCorrection,
  nextRow,
  portionsOf,
  readCell,
  shownCell,
  withDraft,
  signOf,
  storableOf,
} from './cells.ts'

const letters: Record<string, string> = {
  'results.letter.absent': 'غ',
  'results.state.absent': 'غائب',
  'results.letter.excused': 'ع',
  'results.state.excused': 'بعذر',
}
const t = (key: string) => letters[key] ?? key

describe('a cell', () => {
  test.each([
    ['', { mark: null, state: null, problem: false }],
    ['17.5', { mark: 17.5, state: null, problem: false }],
    ['١٧٫٥', { mark: 17.5, state: null, problem: false }],
    ['17,25', { mark: 17.25, state: null, problem: false }],
    [' 20 ', { mark: 20, state: null, problem: false }],
    ['غ', { mark: null, state: 'absent', problem: false }],
    ['بعذر', { mark: null, state: 'excused', problem: false }],
    ['20.01', { mark: null, state: null, problem: true }],
    ['17.555', { mark: null, state: null, problem: true }],
    ['-1', { mark: null, state: null, problem: true }],
    ['abc', { mark: null, state: null, problem: true }],
  ] as const)('reads %j of 20', (typed, read) => {
    expect(readCell(typed, 20, t)).toEqual(read)
  })

  test('shows a state by its letter, and a mark as it is', () => {
    expect([
      shownCell({ mark: null, state: 'absent' }, t),
      shownCell({ mark: 17.5, state: null }, t),
      shownCell({ mark: null, state: null }, t),
    ]).toEqual(['غ', '17.5', ''])
  })
})

describe('drafts beside what others store', () => {
  const draft = (text: string, baseVersion: number): CellDraft => ({
    studentId: 's',
    partId: 'p',
    round: 1,
    baseVersion,
    mark: Number(text),
    state: null,
    text,
    problem: false,
  })
  const stored = (version: number) => () => ({ mark: 5, state: null, version })

  test('are found once somebody else has changed their cell', () => {
    const drafts = new Map([['a', draft('7', 1)]])
    expect(changedMeanwhile(drafts, stored(1))).toEqual([])
    expect(changedMeanwhile(drafts, stored(2)).map(([key]) => key)).toEqual(['a'])
    expect(changedMeanwhile(drafts, () => undefined)).toEqual([])
  })

  test('stay made from the version that was on the screen when typing began', () => {
    const begun = withDraft(new Map(), 'a', draft('7', 1))
    const typedOn = withDraft(begun, 'a', draft('7.5', 2))
    expect(typedOn).toEqual(new Map([['a', draft('7.5', 1)]]))
    expect(changedMeanwhile(typedOn, stored(2))).toHaveLength(1)
    expect(withDraft(withDraft(typedOn, 'a', null), 'a', draft('8', 2)).get('a')!.baseVersion).toBe(2)
  })

  test('go when they are saved, and what was typed meanwhile stays', () => {
    const [first, second] = [draft('7', 1), draft('8', 1)]
    const saved = new Map([
      ['a', first],
      ['b', second],
    ])
    const typedOn = draft('9', 1)
    const now = new Map([
      ['a', first],
      ['b', typedOn],
      ['c', draft('4', 0)],
    ])
    expect(afterSaving(now, saved, stored(2))).toEqual(
      new Map([
        ['b', { ...typedOn, baseVersion: 2 }],
        ['c', draft('4', 0)],
      ]),
    )
  })

  test('are saved in portions, however many they are', () => {
    const many = new Map(Array.from({ length: 2 * cellsAtOnce + 1 }, (_, nth) => [`${nth}`, draft('7', nth)] as const))
    const portions = portionsOf(many, cellsAtOnce)
    expect(portions.map(({ size }) => size)).toEqual([cellsAtOnce, cellsAtOnce, 1])
    expect(new Map(portions.flatMap((portion) => [...portion]))).toEqual(many)
    expect(portionsOf(new Map(), cellsAtOnce)).toEqual([])
  })

  test('can be stored if they are readable and nobody else has changed them, and are told from what was refused', () => {
    const drafts = new Map([
      ['a', draft('7', 1)],
      ['b', { ...draft('8', 1), problem: true }],
      ['c', draft('9', 1)],
    ])
    const storable = storableOf(drafts, new Set(['c']))
    expect([...storable.keys()]).toEqual(['a'])
    expect(signOf(storable)).toBe(signOf(new Map([['a', draft('7', 1)]])))
    expect(signOf(storable)).not.toBe(signOf(new Map([['a', draft('6', 1)]])))
    expect(signOf(storable)).not.toBe(signOf(new Map([['a', draft('7', 2)]])))
  })

  test('correct what has a mark or a state, and enter what has none', () => {
    expect([
      isCorrection(undefined),
      isCorrection({ mark: null, state: null, version: 2 }),
      isCorrection({ mark: 0, state: null, version: 1 }),
      isCorrection({ mark: null, state: 'absent', version: 1 }),
    ]).toEqual([false, false, true, true])
  })
})

test('Enter goes on to the next student who has a field in the column', () => {
  const secondRound = [2, 7, 3]
  expect([nextRow(secondRound, 3, 1), nextRow(secondRound, 7, -1)]).toEqual([7, 3])
  expect([nextRow(secondRound, 7, 1), nextRow(secondRound, 2, -1)]).toEqual([null, null])
})
