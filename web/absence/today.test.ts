import { expect, test } from 'vitest'
import { isBeforeRegisters, isNamed } from './today.ts'

test('a day without school waits for no register', () => {
  expect(isBeforeRegisters({ classes: { all: 6, taken: 0 } })).toBe(true)
  expect(isBeforeRegisters({ classes: { all: 6, taken: 1 } })).toBe(false)
  expect(isBeforeRegisters({ classes: { all: 0, taken: 0 } })).toBe(false)
})

test('a student is found at the desk however the name is written', () => {
  const student = { studentName: 'أحمد مُصطفى حمزة', classRoomName: 'فصل 4أ' }
  for (const search of ['', ' احمد', 'مصطفي', 'حمزه', '٤ا']) expect(isNamed(student, search)).toBe(true)
  expect(isNamed(student, 'محمود')).toBe(false)
})
