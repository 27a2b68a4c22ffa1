import { expect, test } from 'vitest'
import { draftOf, everybodyOn } from './register.ts'
import { absentAt, rollNumbers } from './roll-numbers.ts'

test('numbers of a list are read in either digits, each once, and what is none is named', () => {
  expect(rollNumbers('3 7 12', 20)).toEqual({ places: [2, 6, 11], unknown: [] })
  expect(rollNumbers(' ٣، ٧,٣\n١٢ ', 20)).toEqual({ places: [2, 6, 11], unknown: [] })
  expect(rollNumbers('1 0 21 x 2', 20)).toEqual({ places: [0, 1], unknown: ['0', '21', 'x'] })
  expect(rollNumbers('', 20)).toEqual({ places: [], unknown: [] })
})

test('the students at these places are absent, but for one whom another class has marked', () => {
  const student = (id: string, markedIn: { classRoomName: string; state: 'present' } | null = null) => ({
    id,
    firstName: id,
    middleName: '',
    lastName: '',
    imageUrl: null,
    isExcused: false,
    hasAlert: false,
    markedIn,
  })
  const roll = [student('omar'), student('laila', { classRoomName: '4b', state: 'present' }), student('sara')]
  const draft = draftOf(roll as never, [])
  const { lines } = absentAt(draft, [0, 1], everybodyOn(roll as never, []), draft.lines)
  expect([...lines].map(([id, { state }]) => [id, state])).toEqual([
    ['omar', 'absent'],
    ['sara', 'present'],
  ])
})
