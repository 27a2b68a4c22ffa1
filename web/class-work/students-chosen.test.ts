import { expect, test } from 'vitest'
import { idsChosenOf, withStudents } from './students-chosen.ts'

const chosen = { classRoomId: 'a', ids: ['one'] }

test('students chosen of one class are not sent with another', () => {
  expect(withStudents({ classRoomId: 'a' }, chosen, null)).toEqual({ classRoomId: 'a', studentIds: ['one'] })
  expect(withStudents({ classRoomId: 'b' }, chosen, null)).toEqual({ classRoomId: 'b' })
  expect(idsChosenOf(chosen, 'b')).toBeNull()
})

test('work that stands keeps its class, which is not sent again', () => {
  expect(withStudents({ rate: '20' }, chosen, { classRoomId: 'a' })).toEqual({ rate: '20', studentIds: ['one'] })
  expect(withStudents({ rate: '20' }, null, { classRoomId: 'a' })).toEqual({ rate: '20' })
})
