import { expect, test } from 'vitest'
import { type Rating, sameRating } from './reading.ts'
import { type Outcome, isUnsaved, marksOf, ratingOf, type Saving, type Stored } from './sheet.ts'

const students = ['a', 'b', 'c']
const twenty = 20

/** An in-memory server with versions, which answers when the test allows it. */
function ground() {
  const rows = new Map<string, Stored>(students.map((id) => [id, { result: null, tookPart: null, version: 1 }]))
  const calls: { marks: Saving[]; key: string }[] = []
  const net = { isAway: false, isOver: false, pending: null as Promise<void> | null }

  async function save(marks: Saving[], key: string) {
    calls.push({ marks, key })
    await net.pending
    if (net.isOver) return 'over'
    if (net.isAway) return 'later'
    const isStale = ({ studentId, base }: Saving) => rows.get(studentId)!.version !== base
    if (marks.length > 1 && marks.some(isStale)) return 'apart'
    return marks.map((mark): Outcome => {
      if (isStale(mark)) return { theirs: rows.get(mark.studentId)! }
      return { stored: put(mark.studentId, mark.rating) }
    })
  }
  function put(id: string, { result, tookPart }: Rating) {
    const stored = { result, tookPart, version: rows.get(id)!.version + 1 }
    rows.set(id, stored)
    return stored
  }
  let letTry = () => {}
  const wait = () => new Promise<void>((resolve) => (letTry = resolve))
  const marks = marksOf([...rows], twenty, save, wait)
  const cell = (id: string) => marks.store.getState().cells.get(id)!
  const settled = () =>
    expect.poll(() => [...marks.store.getState().cells.values()].some(({ sending }) => sending)).toBe(false)
  return { rows, calls, net, put, marks, cell, settled, retry: () => letTry() }
}

const given = (result: number): Rating => ({ result, tookPart: true })

test('a typed mark is stored at once, and typing the same again sends nothing', async () => {
  const { rows, calls, marks, cell } = ground()
  expect(marks.type('a', '١٥٫٥')).toBe(true)
  await expect.poll(() => cell('a').news).toBe('saved')
  expect(rows.get('a')).toMatchObject(given(15.5))
  marks.type('a', '15.5')
  expect(isUnsaved(cell('a'))).toBe(false)
  expect(calls).toHaveLength(1)
})

test('a mark above the full mark stays in its cell with the sentence and is not sent', () => {
  const { calls, marks, cell } = ground()
  expect(marks.type('a', '21')).toBe(false)
  expect(cell('a').problem).toEqual({ typed: '21', sentence: 'The result is above the full mark' })
  expect(calls).toEqual([])
  marks.begin('a')
  marks.restore()
  expect(cell('a').problem).toBeNull()
})

test('a column goes in one call, and what is typed while it is on its way goes in the next, from the version stored', async () => {
  const { rows, calls, net, marks, settled } = ground()
  let letAnswer = () => {}
  net.pending = new Promise((resolve) => (letAnswer = resolve))
  for (const [i, id] of students.entries()) marks.type(id, String(i + 1))
  await expect.poll(() => calls.length).toBe(1)
  marks.type('b', '12')
  marks.type('c', '13')
  letAnswer()
  await expect.poll(() => rows.get('c')?.result).toBe(13)
  await settled()
  expect(calls.map((call) => call.marks.map(({ studentId, base }) => [studentId, base]))).toEqual([
    [
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ],
    [
      ['b', 2],
      ['c', 2],
    ],
  ])
  expect(rows.get('b')).toMatchObject(given(12))
})

test('without a network marks wait, and are tried again under the same key', async () => {
  const { rows, calls, net, marks, cell, retry } = ground()
  net.isAway = true
  marks.type('a', '9')
  await expect.poll(() => marks.store.getState().isOffline).toBe(true)
  marks.type('b', '8')
  net.isAway = false
  retry()
  await expect.poll(() => rows.get('b')?.result).toBe(8)
  await expect.poll(() => marks.store.getState().isOffline).toBe(false)
  expect(rows.get('a')?.result).toBe(9)
  expect(calls[0]?.key).toBe(calls[1]?.key)
  expect(calls[2]?.key).not.toBe(calls[0]?.key)
  expect(cell('a').news).toBe('saved')
})

test('the slower of two people has to choose, and nothing is lost either way', async () => {
  const { rows, put, marks, cell } = ground()
  for (const [id, choice] of [
    ['a', marks.keepMine],
    ['b', marks.giveUp],
  ] as const) {
    put(id, given(14))
    marks.type(id, '15')
    await expect.poll(() => cell(id).problem).toEqual({ theirs: { ...given(14), version: 2 } })
    expect(ratingOf(cell(id))).toEqual(given(15))
    choice(id)
  }
  await expect.poll(() => rows.get('a')?.result).toBe(15)
  expect(rows.get('b')?.result).toBe(14)
  expect(ratingOf(cell('b'))).toMatchObject(given(14))
  expect(isUnsaved(cell('b'))).toBe(false)
})

test('two people who enter the same mark need not choose', async () => {
  const { put, marks, cell } = ground()
  put('a', given(14))
  marks.type('a', '14')
  await expect.poll(() => cell('a').draft).toBeNull()
  expect(cell('a')).toMatchObject({ problem: null, news: 'saved', stored: { version: 2 } })
})

test('actions can be undone, a pasted column as one action', async () => {
  const { rows, calls, marks, settled } = ground()
  marks.begin('a')
  marks.write('7')
  marks.commit()
  marks.enter(students.map((id) => [id, id === 'c' ? 'x' : '12']))
  await expect.poll(() => rows.get('b')?.result).toBe(12)
  await settled()
  marks.undo()
  await expect.poll(() => rows.get('b')?.result).toBeNull()
  expect(rows.get('a')).toMatchObject(given(7))
  await settled()
  marks.undo()
  await expect.poll(() => rows.get('a')?.result).toBeNull()
  expect([...marks.store.getState().cells.values()].some(isUnsaved)).toBe(false)
  const sent = calls.length
  marks.undo()
  expect(calls).toHaveLength(sent)
})

test('one stale mark in a column keeps back itself alone', async () => {
  const { rows, put, marks, cell } = ground()
  put('b', given(3))
  for (const id of students) marks.type(id, '10')
  await expect.poll(() => rows.get('c')?.result).toBe(10)
  expect(rows.get('a')?.result).toBe(10)
  expect(cell('b').problem).toEqual({ theirs: { ...given(3), version: 2 } })
})

test('marks stored by others appear, but never over a draft, and an old answer changes nothing', async () => {
  const { put, marks, cell, rows, net, retry } = ground()
  marks.receive([...rows, ['a', put('a', given(7))]])
  expect(cell('a')).toMatchObject({ news: 'changedElsewhere', stored: given(7) })
  marks.receive([['a', { ...given(1), version: 1 }]])
  expect(ratingOf(cell('a'))).toMatchObject(given(7))

  marks.receive([...rows])
  net.isAway = true
  marks.type('b', '11')
  await expect.poll(() => marks.store.getState().isOffline).toBe(true)
  put('b', given(5))
  marks.receive([...rows])
  expect(sameRating(ratingOf(cell('b')), given(11))).toBe(true)
  net.isAway = false
  retry()
  await expect.poll(() => cell('b').problem).toEqual({ theirs: { ...given(5), version: 2 } })
})

test('a mark begun on an older version is a conflict, though the newer one has arrived meanwhile', async () => {
  const { rows, put, marks, cell } = ground()
  marks.begin('a')
  marks.write('1')
  put('a', given(6))
  marks.receive([...rows])
  marks.write('18')
  expect(marks.commit()).toBe(true)
  await expect.poll(() => cell('a').problem).toEqual({ theirs: { ...given(6), version: 2 } })
})

test('what is stored of one student beside the grid is taken in, and nothing older than the grid has', () => {
  const { marks, cell } = ground()
  marks.take('a', { ...given(9), version: 2, deliveredOn: '2026-11-20' })
  expect(cell('a')).toMatchObject({ stored: { ...given(9), version: 2, deliveredOn: '2026-11-20' }, news: 'saved' })
  marks.take('a', { ...given(3), version: 1 })
  expect(cell('a').stored.result).toBe(9)
})

test('what waits for the network is dropped once somebody else is signed in', async () => {
  const { rows, net, marks, cell, settled, retry } = ground()
  net.isAway = true
  marks.type('a', '15')
  await expect.poll(() => marks.store.getState().isOffline).toBe(true)
  marks.type('b', '16')
  net.isOver = true
  retry()
  await settled()
  await expect.poll(() => isUnsaved(cell('a')) || isUnsaved(cell('b'))).toBe(false)
  expect([rows.get('a')!.result, rows.get('b')!.result]).toEqual([null, null])
})

test('a cell in which a person stays while their own column is stored takes what they type on', async () => {
  const { rows, marks, cell, settled } = ground()
  marks.begin('a')
  marks.enter(students.map((id) => [id, '7']))
  await expect.poll(() => rows.get('a')?.result).toBe(7)
  await settled()
  marks.write('9')
  expect(marks.commit()).toBe(true)
  await expect.poll(() => rows.get('a')?.result).toBe(9)
  expect(cell('a').problem).toBeNull()
})
