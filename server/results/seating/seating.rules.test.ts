import { expect, test } from 'vitest'
import type { AssignedSeat, PupilToSeat } from './seating.queries.ts'
import { nameOfSeats, type SeatOrder, seatsFor } from './seating.rules.ts'

const halls = [
  { name: 'A', places: 3 },
  { name: 'B', places: 4 },
]
/** Six pupils of two classes. Their order by name is the reverse of their order by code. */
const pupils: PupilToSeat[] = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((id, nth) => ({
  id,
  classRoomId: id[0]!,
  byName: 6 - nth,
  byClass: nth,
  byCode: nth,
}))
const seated = (order: SeatOrder, kept?: AssignedSeat[]) =>
  seatsFor(pupils, { committees: halls, order, firstNumber: 101 }, kept)!
const ids = (seats: readonly AssignedSeat[]) => seats.map(({ studentId }) => studentId).join(' ')

test('numbers follow each other, and a committee is filled before the next', () => {
  expect(seated('code').map(({ seatNumber, committee }) => [seatNumber, committee])).toEqual([
    [101, 1],
    [102, 1],
    [103, 1],
    [104, 2],
    [105, 2],
    [106, 2],
  ])
})

test('each order is its own', () => {
  expect(ids(seated('code'))).toBe('a1 a2 a3 a4 b1 b2')
  expect(ids(seated('name'))).toBe('b2 b1 a4 a3 a2 a1')
  expect(ids(seated('class'))).toBe('a1 a2 a3 a4 b1 b2')
  expect(ids(seated('apart'))).toBe('a1 b1 a2 b2 a3 a4')
})

test('classmates never sit beside each other where that can be', () => {
  const classes = { a: 20, b: 19, c: 3 }
  const many = Object.entries(classes).flatMap(([classRoomId, count]) =>
    Array.from({ length: count }, (_, nth) => ({
      id: classRoomId + nth,
      classRoomId,
      byName: 0,
      byClass: 0,
      byCode: 0,
    })),
  )
  const seats = seatsFor(many, { committees: [{ name: 'A', places: 50 }], order: 'apart', firstNumber: 1 })!
  const inRow = seats.map(({ studentId }) => studentId[0])
  expect(inRow.filter((one, nth) => one === inRow[nth - 1])).toEqual([])
  expect(new Set(ids(seats).split(' ')).size).toBe(42)
})

test('with fewer places than pupils there are no seats', () => {
  const few = [{ name: 'A', places: 5 }]
  expect(seatsFor(pupils, { committees: few, order: 'name', firstNumber: 1 })).toBeNull()
})

test('who has a seat keeps it, and the others get the next numbers where places are free', () => {
  const kept = seated('name').filter(({ studentId }) => studentId !== 'a4' && studentId !== 'b1')
  const again = seated('code', [...kept, { studentId: 'gone', committee: 2, seatNumber: 150 }])
  expect(again).toEqual([
    ...kept,
    { studentId: 'a4', committee: 1, seatNumber: 151 },
    { studentId: 'b1', committee: 1, seatNumber: 152 },
  ])
})

test('other seats or other committees have another name', () => {
  const name = nameOfSeats(seated('name'), halls)
  expect(nameOfSeats(seated('name'), halls)).toBe(name)
  expect(nameOfSeats(seated('code'), halls)).not.toBe(name)
  expect(nameOfSeats(seated('name'), [{ name: 'C', places: 3 }, halls[1]!])).not.toBe(name)
})

test('seats are kept in a committee that became too small, as long as there are places for all', () => {
  const kept = seated('name')
  const smaller = (places: number) => {
    const committees = [halls[0]!, { name: 'B', places }]
    return seatsFor(pupils, { committees, order: 'name', firstNumber: 101 }, kept)
  }
  expect(smaller(3)).toEqual(kept)
  expect(smaller(2)).toBeNull()
  const uneven = [
    { name: 'A', places: 1 },
    { name: 'B', places: 5 },
  ]
  expect(seatsFor(pupils, { committees: uneven, order: 'name', firstNumber: 101 }, kept)).toEqual(kept)
})
