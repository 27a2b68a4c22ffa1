import { isolated } from './Bdi.tsx'
import type { Item } from './Dropdown.tsx'

type Named = { name: string; otherYearName: string | null }

/** The name of a class among others to choose from: with its year unless that is the current one. */
export const nameOfClass = ({ name, otherYearName }: Named) =>
  otherYearName ? [name, otherYearName].map(isolated).join(' · ') : name

type Choice = Named & { id: string; gradeName: string }

/**
 * Classes to choose from, all with different texts: with the grade if two grades have a class of that name. A name alone means a class of
 * the current year rather than one of another year.
 */
export function classItems(rooms: readonly Choice[]): (Item & { called: string[] })[] {
  const times = new Map<string, number>()
  for (const room of rooms) times.set(nameOfClass(room), (times.get(nameOfClass(room)) ?? 0) + 1)
  const ofThisYear = new Set(rooms.flatMap(({ name, otherYearName }) => (otherYearName ? [] : [name])))
  return rooms.map((room) => ({
    value: room.id,
    label:
      times.get(nameOfClass(room)) === 1
        ? nameOfClass(room)
        : [room.name, room.gradeName, ...(room.otherYearName ? [room.otherYearName] : [])].map(isolated).join(' · '),
    called: room.otherYearName && ofThisYear.has(room.name) ? [] : [room.name],
  }))
}
