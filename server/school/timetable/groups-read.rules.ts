import { fold } from '#contract/language/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { WeekPlan } from './drafts.queries.ts'
import type { NewDivision } from './week-names.queries.ts'

type FileGroups = { groups: readonly { class: number | null; name: string; division: string; whole: boolean }[] }
type Groups = WeekPlan['groups']

/**
 * The groups of a file in the classes that its classes mean. A division of the school with groups of these names is taken; otherwise
 * one is made, without students.
 */
export function groupsRead(
  known: Groups,
  { groups: read }: FileGroups,
  classIds: readonly (string | null | undefined)[],
) {
  const groupIds: (string | null)[] = read.map(() => null)
  const divided = new Map<string, number[]>()
  for (const [at, group] of read.entries()) {
    const classRoomId = group.class === null ? null : classIds[group.class]
    if (!classRoomId || group.whole || group.name === '') continue
    const key = `${classRoomId} ${group.division}`
    divided.set(key, [...(divided.get(key) ?? []), at])
  }
  const divisions: NewDivision[] = []
  for (const [key, places] of divided) {
    const classRoomId = key.slice(0, key.indexOf(' '))
    const names = [...new Map(places.map((at) => [fold(read[at]!.name), read[at]!.name])).values()].slice(0, 20)
    const own = known.filter((group) => group.classRoomId === classRoomId)
    const there = divisionWith(own, names)
    const groups = there ?? names.map((name) => ({ id: newId(), name: name.slice(0, 60) }))
    for (const at of places) groupIds[at] = groups.find(({ name }) => sameName(name, read[at]!.name))?.id ?? null
    if (there) continue
    const taken = [
      ...own.map(({ divisionName }) => divisionName),
      ...divisions.filter((one) => one.classRoomId === classRoomId).map(({ name }) => name),
    ]
    divisions.push({ id: newId(), classRoomId, name: freeName(names.join(' / ').slice(0, 56), taken), groups })
  }
  const made = divisions.flatMap(({ id, classRoomId, name, groups }) =>
    groups.map((group) => ({ ...group, divisionId: id, divisionName: name, classRoomId })),
  )
  return { groupIds, divisions, groups: [...known, ...made] }
}

const sameName = (one: string, other: string) => fold(one) === fold(other.slice(0, 60))

function divisionWith(own: Groups, names: readonly string[]) {
  const ids = [...new Set(own.map(({ divisionId }) => divisionId))]
  return ids
    .map((id) => own.filter(({ divisionId }) => divisionId === id))
    .find((groups) => names.every((name) => groups.some((group) => sameName(group.name, name))))
}

function freeName(name: string, taken: readonly string[]) {
  const isTaken = (wanted: string) => taken.some((one) => fold(one) === fold(wanted))
  let free = name
  for (let nth = 2; isTaken(free); nth++) free = `${name} ${nth}`
  return free
}
