import type * as z from 'zod/mini'
import { type HoursUses, timetableSettings } from '#contract/school/timetable/timetable-settings.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { edited, mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import { changeRow, lockRow, lockSchool } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { lockCalendar, raiseVersion } from '#server/school/calendar/calendar.queries.ts'
import { countOwn } from '#server/school/calendar/changes.queries.ts'
import { namedUse, hoursUsesOf } from './drafts.queries.ts'
import {
  countRooms,
  deleteDivision,
  divisionsOf,
  hasLessons,
  hoursChoices,
  insertDivision,
  insertRoom,
  placeStudents,
  replaceGroups,
  replaceHoursUses,
  roomById,
  roomsOf,
} from './settings.queries.ts'

const roomsAtMost = 500
const divisionsAtMost = 20

export const timetableSettingOperations = implement(timetableSettings, {
  rooms: ({ db, school, page }) => roomsOf(db, school.id, page),

  async addRoom({ db, school, input: { roomName: name, roomKind: kind, seats = null } }) {
    await lockSchool(db, school.id)
    if ((await countRooms(db, school.id)) >= roomsAtMost) throw conflict('A school has at most 500 rooms')
    return found(await roomById(db, school.id, await insertRoom(db, { schoolId: school.id, name, kind, seats })))
  },

  updateRoom: ({ db, school, input: { id, baseVersion, roomName: name, roomKind: kind, seats, active } }) =>
    edited(db, timetableSettings.updateRoom, {
      table: 'rooms',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { name, kind, seats, active },
      read: () => roomById(db, school.id, id),
    }),

  hoursUses: ({ db, school }) => usesIn(db, school.id),

  async saveHoursUses({ db, school, audit, input }) {
    const uses = input.uses.map(({ gradeId = null, weekday = null, hoursSetId }) => ({ gradeId, weekday, hoursSetId }))
    mustDiffer(
      uses.map(({ gradeId, weekday }) => `${gradeId} ${weekday}`),
      'Invalid input',
      'uses',
    )
    await mustBeCurrent(input.baseVersion, await lockCalendar(db, school.id))
    const grades = [...new Set(uses.flatMap(({ gradeId }) => gradeId ?? []))]
    const sets = [...new Set(uses.map(({ hoursSetId }) => hoursSetId))]
    const own = await countOwn(db, school.id, grades, sets)
    if (own.grades < grades.length || own.hours < sets.length) throw notFound()
    await replaceHoursUses(db, school.id, uses)
    await raiseVersion(db, school.id)
    await audit('calendar', school.id)
    await signalChanges(db, [schoolChanged(school.id)])
    return usesIn(db, school.id)
  },

  divisions: ({ db, school, input: { classRoomId, day } }) => readDivisions(db, school, classRoomId, day),

  async saveDivision({ db, school, input }) {
    const { classRoomId, divisionId, divisionName: name, baseVersion, fromDay } = input
    const day = fromDay ?? school.today
    mustDiffer(
      input.groups.flatMap(({ studentIds }) => studentIds),
      'A student is listed twice',
      'groups',
    )
    await lockRow(db, { table: 'classRooms', schoolId: school.id, id: classRoomId })
    const { divisions, students } = await divisionsOf(db, school.id, classRoomId, day)
    const ofClass = new Set(students.map(({ id }) => id))
    if (!input.groups.every(({ studentIds }) => studentIds.every((id) => ofClass.has(id)))) throw notFound()
    const before = divisionId ? found(divisions.find(({ id }) => id === divisionId)) : undefined
    const known = new Set(before?.groups.map(({ id }) => id))
    if (!input.groups.every(({ id }) => !id || known.has(id))) throw notFound()
    if (before) await mustBeCurrent(baseVersion, before.version)
    else if (divisions.length >= divisionsAtMost) throw conflict('A class has at most 20 divisions')

    const groups = input.groups.map(({ id, ...group }) => ({ ...group, id: id || newId() }))
    mustDiffer(
      groups.map(({ id }) => id),
      'Invalid input',
      'groups',
    )
    const id = divisionId || newId()
    if (before) {
      if (await hasLessons(db, school.id, id, [...new Set(groups.map((group) => group.id))])) throw planned()
      await changeRow(db, { table: 'classDivisions', schoolId: school.id, id }, { name }, true)
    } else await insertDivision(db, { schoolId: school.id, classRoomId, id, name })
    const stored = { schoolId: school.id, classRoomId, divisionId: id, groups }
    await replaceGroups(db, stored)
    await placeStudents(db, stored, day)
    return readDivisions(db, school, classRoomId, day)
  },

  async removeDivision({ db, school, input: { classRoomId, divisionId } }) {
    await lockRow(db, { table: 'classRooms', schoolId: school.id, id: classRoomId })
    const { divisions } = await divisionsOf(db, school.id, classRoomId, school.today)
    if (!divisions.some(({ id }) => id === divisionId)) throw notFound()
    if (await hasLessons(db, school.id, divisionId, [])) throw planned()
    await deleteDivision(db, school.id, divisionId)
    return { done: true as const, changed: 1 }
  },
})

const planned = () => conflict('Lessons of these groups are planned; take them out of every version first')

async function readDivisions(
  db: Db,
  school: { id: string; today: string },
  classRoomId: string,
  day: string | null | undefined,
) {
  const on = day ?? school.today
  if (on > '2200-01-01') throw invalid('Invalid date', 'day')
  return { classRoomId, day: on, ...(await divisionsOf(db, school.id, classRoomId, on)) }
}

async function usesIn(db: Db, schoolId: string): Promise<z.output<typeof HoursUses>> {
  const { rows } = await hoursUsesOf(schoolId).execute(db)
  return { schoolId, ...(await hoursChoices(db, schoolId)), uses: rows.map(namedUse) }
}
