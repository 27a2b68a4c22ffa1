import { type Asked, badIds, type Expected, refused, textOf } from './expected.ts'

/** Where an operation is open: to members (`null`), or to holders of one of the keys. */
export type Keys = string[] | null

/** The schools in which an operation is open to the caller as staff. */
export const openIn = ({ rights }: Asked, keys: Keys) =>
  rights.schools.filter(({ id }) => keys === null || keys.some((key) => rights.may(key, id))).map(({ id }) => id)

/** Class reach: the whole school for holders of one of the keys, else the classes supervised and taught. */
export const reaches = (
  { graph, rights }: Asked,
  classRoomId: string,
  wideners: string[] = ['ViewSchoolStudentsList'],
) => {
  const schoolId = graph.class_rooms.find(({ id }) => id === classRoomId)?.school_id
  return (
    schoolId !== undefined && (wideners.some((key) => rights.may(key, schoolId)) || rights.classes.has(classRoomId))
  )
}

/** Refuses who is signed out, who may call nowhere, and everything that a school's staff cannot see; null lets through. */
export function staffOnly(
  asked: Asked,
  keys: Keys,
  { classRoomId, schoolId, wideners }: { classRoomId?: unknown; schoolId?: unknown; wideners?: string[] },
): Expected | null {
  const open = openIn(asked, keys)
  if (open.length === 0) return refused.forbidden
  const places = new Set<string>()
  if (classRoomId != null) {
    const classRoom = asked.graph.class_rooms.find(({ id }) => id === classRoomId)
    if (!classRoom || !open.includes(classRoom.school_id) || !reaches(asked, classRoom.id, wideners))
      return refused.notFound
    places.add(classRoom.school_id)
  }
  if (schoolId != null) {
    if (!open.includes(textOf(schoolId))) return refused.notFound
    places.add(textOf(schoolId))
  }
  return places.size > 1 ? refused.notFound : null
}

/**
 * As `staffOnly`, of an object whose school is known: undefined where there is none. A school named beside it must be its
 * own.
 */
export function inSchoolOf(asked: Asked, keys: Keys, schoolId: string | undefined): Expected | null {
  const open = openIn(asked, keys)
  if (open.length === 0) return refused.forbidden
  if (schoolId === undefined || !open.includes(schoolId)) return refused.notFound
  return asked.body.schoolId != null && asked.body.schoolId !== schoolId ? refused.invalid : null
}

/** As `inSchoolOf` for members, and open besides to the parents of any of its students. */
export function inSchoolOrParent(asked: Asked, schoolId: string | undefined): Expected | null {
  const { children } = asked.rights
  if (children.some(({ student }) => student.school_id === schoolId)) return null
  const refusal = inSchoolOf(asked, null, schoolId)
  return refusal === refused.forbidden && children.length > 0 ? refused.notFound : refusal
}

/** The school of all elements of a list of bodies, each of which names what it needs: 400 for any other list. */
export function ofOneSchool(
  asked: Asked,
  keys: Keys,
  ...ids: string[]
): Expected | { items: Item[]; schoolId: string } {
  const items = (asked.body.items ?? []) as Item[]
  const bad = items.map((item) => badIds(item, ...ids)).find(Boolean)
  if (bad) return bad
  const schools = new Set(items.map(({ schoolId }) => textOf(schoolId)))
  if (schools.size > 1) return refused.invalid
  const [schoolId] = schools
  return inSchoolOf(asked, keys, schoolId) ?? { items, schoolId: schoolId! }
}

type Item = Record<string, unknown>
