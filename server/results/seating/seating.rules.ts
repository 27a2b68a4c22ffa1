import { createHash } from 'node:crypto'
import { fold } from '#contract/language/fold.ts'
import type { AssignedSeat, Committee, PlannedSeats, PupilToSeat } from './seating.queries.ts'

export type SeatOrder = 'name' | 'class' | 'apart' | 'code'

type Wanted = { committees: readonly Committee[]; order: SeatOrder; firstNumber: number }

/**
 * Assigns a seat to every pupil. Committees are filled one after the other in the chosen order, with consecutive numbers.
 * `kept` seats do not change, even in a committee that has fewer places now; new pupils get the free places and the next
 * numbers. Returns null if there are fewer places than pupils, or fewer free places than pupils without a seat.
 */
export function seatsFor(
  pupils: readonly PupilToSeat[],
  { committees, order, firstNumber }: Wanted,
  kept: readonly AssignedSeat[] = [],
): AssignedSeat[] | null {
  if (pupils.length > committees.reduce((sum, { places }) => sum + places, 0)) return null
  const there = new Set(pupils.map(({ id }) => id))
  const staying = kept.filter(({ studentId, committee }) => there.has(studentId) && committee > 0)
  const seated = new Set(staying.map(({ studentId }) => studentId))
  const free = committees.map(
    ({ places }, nth) => places - staying.filter(({ committee }) => committee === nth + 1).length,
  )
  const waiting = inOrder(
    pupils.filter(({ id }) => !seated.has(id)),
    order,
  )
  if (waiting.length > free.reduce((sum, places) => sum + Math.max(0, places), 0)) return null
  let next = Math.max(firstNumber, ...kept.map(({ seatNumber }) => seatNumber + 1))
  let committee = 0
  const given = waiting.map(({ id }) => {
    while (free[committee]! <= 0) committee++
    free[committee]!--
    return { studentId: id, committee: committee + 1, seatNumber: next++ }
  })
  return [...staying, ...given].toSorted((a, b) => a.seatNumber - b.seatNumber)
}

/** The committees with the number of students in each. If seats are kept, this may be more than the places of the committee. */
export const plannedIn = (committees: readonly Committee[], seats: readonly AssignedSeat[]) =>
  committees.map(({ name, places }, nth) => {
    const students = seats.filter(({ committee }) => committee === nth + 1).length
    return { name, places, students, exceeded: students > places }
  })

/**
 * The seats of a previous plan in the committees of the next one. A committee is matched by name; if the name is new, by
 * position. Committee 0: it no longer exists.
 */
export function keptIn(committees: readonly Committee[], { committees: before, seats }: PlannedSeats): AssignedSeat[] {
  const names = committees.map(({ name }) => fold(name))
  const former = before.map(({ name }) => fold(name))
  const renamed = (nth: number) => (nth < names.length && !former.includes(names[nth]!) ? nth : -1)
  const places = former.map((name, nth) => 1 + (names.includes(name) ? names.indexOf(name) : renamed(nth)))
  return seats.map((seat) => ({ ...seat, committee: places[seat.committee - 1]! }))
}

function inOrder(pupils: readonly PupilToSeat[], order: SeatOrder): PupilToSeat[] {
  if (order === 'name') return pupils.toSorted((a, b) => a.byName - b.byName)
  if (order === 'code') return pupils.toSorted((a, b) => a.byCode - b.byCode)
  const byClass = pupils.toSorted((a, b) => a.byClass - b.byClass)
  return order === 'class' ? byClass : apart(byClass)
}

/**
 * Takes pupils one by one from the class with the most pupils left, but never twice in a row from the same class if possible.
 */
function apart(pupils: readonly PupilToSeat[]): PupilToSeat[] {
  const ids = [...new Set(pupils.map(({ classRoomId }) => classRoomId))]
  const classes = ids.map((id) => pupils.filter(({ classRoomId }) => classRoomId === id))
  const seats: PupilToSeat[] = []
  while (seats.length < pupils.length) {
    const before = seats.at(-1)?.classRoomId
    const left = classes.filter((all) => all.length > 0).toSorted((a, b) => b.length - a.length)
    const next = left.find(([first]) => first!.classRoomId !== before) ?? left[0]!
    seats.push(next.shift()!)
  }
  return seats
}

/** A hash: the same seats always have the same name. */
export const nameOfSeats = (seats: readonly AssignedSeat[], committees: readonly Committee[]) =>
  createHash('sha256')
    .update(JSON.stringify([committees.map(({ name, places }) => [name, places]), seats]))
    .digest('base64url')
