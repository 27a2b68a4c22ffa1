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

/**
 * The sign of a class, at most four characters: its number with its section, such as 4أ of 'فصل 4 أ', 10/2 of 'فصل 10/2' and KG1R of
 * 'KG1 Red'. Without a number, the beginning of its last word.
 */
export function signOfClass(name: string): string {
  const [, before = '', number, after = ''] = /(\p{L}*)(\p{Nd}+)(.*)/u.exec(name) ?? []
  if (number === undefined) return [...(name.trim().split(/\s+/).at(-1) ?? '')].slice(0, 3).join('')
  const words = after.match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  const section = words.find((word) => word.length === 1) ?? shortened(words[0] ?? '')
  const between = /^\p{Nd}/u.test(section) ? '/' : ''
  return `${before.length > 2 ? '' : before}${number}${between}${section}`.slice(0, 4)
}

/** 'Red' → 'R'; a section such as A1 or 12 stays as it is. */
const shortened = (word: string) => (word.length > 2 ? [...word][0]! : word)
