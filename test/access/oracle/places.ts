import { type Asked, type Expected, refused, textOf } from './expected.ts'

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
