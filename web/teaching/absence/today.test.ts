import { expect, test } from 'vitest'
import { areRegistersDue, isBeforeRegisters, isNamed, takenWords } from './today.ts'

test('a day without school waits for no register', () => {
  expect(isBeforeRegisters({ classes: { all: 6, taken: 0 } })).toBe(true)
  expect(isBeforeRegisters({ classes: { all: 6, taken: 1 } })).toBe(false)
  expect(isBeforeRegisters({ classes: { all: 0, taken: 0 } })).toBe(false)
  expect(areRegistersDue({ classes: { all: 0, taken: 0 } })).toBe(false)
  expect(areRegistersDue({ classes: { all: 6, taken: 6 } })).toBe(true)
})

test('what is said of registers on a day without school does not count them', () => {
  const asked = (all: number) =>
    takenWords((key, values) => JSON.stringify([key, values]), { classes: { all, taken: 0 } })
  expect(asked(0)).toBe('["absence.noneDue",null]')
  expect(asked(6)).toBe('["absence.taken",{"taken":0,"count":6}]')
})

test('a student is found at the desk however the name is written', () => {
  const student = { studentName: 'أحمد مُصطفى حمزة', classRoomName: 'فصل 4أ' }
  for (const search of ['', ' احمد', 'مصطفي', 'حمزه', '٤ا']) expect(isNamed(student, search)).toBe(true)
  expect(isNamed(student, 'محمود')).toBe(false)
})
