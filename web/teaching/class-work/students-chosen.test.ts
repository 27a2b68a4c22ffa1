import { expect, test } from 'vitest'
import { chosenHere, studentsNow, withStudents } from './students-chosen.ts'

const chosen = { classRoomId: 'a', ids: ['one'], before: ['one', 'two'] }

test('students chosen of one class are not sent with another', () => {
  expect(withStudents({ classRoomId: 'a' }, chosen)).toEqual({ classRoomId: 'a', studentIds: ['one'] })
  expect(withStudents({ classRoomId: 'b' }, chosen)).toEqual({ classRoomId: 'b' })
  expect(withStudents({ classRoomId: 'a' }, null)).toEqual({ classRoomId: 'a' })
  expect(chosenHere(chosen, 'b')).toBeNull()
})

test('of two people who change whom a work is set for, neither takes back what the other did', () => {
  const mine = { before: ['nour', 'omar', 'laila'], ids: ['nour', 'laila', 'salma'] }
  expect(studentsNow(mine, ['nour', 'omar', 'laila'])).toEqual(['nour', 'laila', 'salma'])
  expect(studentsNow(mine, ['nour', 'omar', 'yassin'])).toEqual(['nour', 'yassin', 'salma'])
  expect(studentsNow(mine, ['laila', 'salma'])).toEqual(['laila', 'salma'])
})
