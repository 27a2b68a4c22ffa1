import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { lockedRooms } from './admission.queries.ts'

/** Checks that a class has a place for one more student, and locks it until the call ends. An inactive student takes no place. */
export async function mustTakeIn(db: Db, schoolId: string, classRoomId: string, { active }: { active: boolean }) {
  const room = await roomOf(db, schoolId, classRoomId)
  if (!room.active) throw conflict('This class is not active', { field: 'classRoomId' })
  if (active && room.places < 1) throw full()
}

/** Checks that one more student of a class may become active. */
export async function mustHaveRoom(db: Db, schoolId: string, classRoomId: string) {
  if ((await roomOf(db, schoolId, classRoomId)).places < 1) throw full()
}

async function roomOf(db: Db, schoolId: string, classRoomId: string) {
  const [room] = await lockedRooms(db, schoolId, [classRoomId])
  if (!room) throw notFound()
  return room
}

const full = () => conflict('This class is full', { field: 'classRoomId' })
