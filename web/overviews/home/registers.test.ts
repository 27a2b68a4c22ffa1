import { expect, test } from 'vitest'
import { registersOf, waitsForRegister } from './registers.ts'

const taken = { present: 20, late: 0, absent: 0, excused: 0 }
const full = { id: 'full', studentsCount: 20, register: null }
const done = { id: 'done', studentsCount: 20, register: taken }
const empty = { id: 'empty', studentsCount: 0, register: null }
const closed = { id: 'closed', studentsCount: 20, register: null }
const home = { closedIds: [closed.id], keptIds: [] as string[], classes: [empty, closed, full, done] }

test('a class without students has no register that could be missing, and neither has one that is closed', () => {
  expect(registersOf(home)).toEqual({ expected: [full, done], missing: [full] })
  expect(registersOf({ ...home, classes: [empty, done] }).missing).toEqual([])
})

test('a register that is kept on this device is not to be taken again', () => {
  expect(waitsForRegister(home, full)).toBe(true)
  expect(waitsForRegister({ ...home, keptIds: [full.id] }, full)).toBe(false)
  expect(registersOf({ ...home, keptIds: [full.id] }).missing).toEqual([])
})

test('what waits for its register comes first: neither a class without students, nor one that is closed or done', () => {
  const first = home.classes.toSorted((a, b) => Number(waitsForRegister(home, b)) - Number(waitsForRegister(home, a)))
  expect(first.map(({ id }) => id)).toEqual(['full', 'empty', 'closed', 'done'])
})
