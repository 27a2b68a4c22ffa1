import { isolated } from './Bdi.tsx'
import type { Item } from './Dropdown.tsx'

type Named = { name: string; otherYearName: string | null }

/** A class where it stands among others to choose from: with its year unless that is the current one. */
export const nameOfClass = ({ name, otherYearName }: Named) =>
  otherYearName ? [name, otherYearName].map(isolated).join(' · ') : name

type Choice = Named & { id: string; gradeName: string }

/**
 * Classes to choose from, no two of them alike: with the grade where two grades have one of that name. By its name alone one of
 * the current year is called before one of another.
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
