import type pg from 'pg'
import { idOf } from '#test/world/ids.ts'
import { insert, type Row } from '#test/world/insert.ts'
import { world } from '#test/world/world.ts'

const { nile, delta, class4a, deltaClass1, arabic, deltaArabic, nileYear, deltaYear } = world

const of = (kind: string) => ({ own: idOf(kind, nile.id), ofAnotherSchool: idOf(kind, delta.id) })
const [timetable, lesson, room] = [of('spare timetable'), of('spare lesson'), of('spare room')]
const division = of('spare division')

export const thingsOfTheWeek = (nowhere: Record<string, string>) => ({
  timetable: { ...timetable, ...nowhere },
  lesson: { ...lesson, ...nowhere },
  room: { ...room, ...nowhere },
  division: { ...division, ...nowhere },
})

export const kindsOfTheWeek = {
  timetableId: 'timetable',
  draftId: 'timetable',
  copyOfId: 'timetable',
  withId: 'timetable',
  lessonId: 'lesson',
  roomId: 'room',
  divisionId: 'division',
}

/** A draft with one lesson, a room and a division without lessons, in each of two schools. */
export async function spareWeeks(owner: pg.Client) {
  const put = (table: string, row: Row) => insert(owner, table, [row])
  for (const [place, { school, classRoom, course, year }] of [
    ['own', { school: nile, classRoom: class4a, course: arabic, year: nileYear }],
    ['ofAnotherSchool', { school: delta, classRoom: deltaClass1, course: deltaArabic, year: deltaYear }],
  ] as const) {
    const at = { school_id: school.id }
    const ofClass = { ...at, class_room_id: classRoom.id }
    await put('rooms', { ...at, id: room[place], name: 'spare', kind: 'other' })
    await put('class_divisions', { ...ofClass, id: division[place], name: 'spare' })
    await put('class_groups', {
      ...ofClass,
      id: idOf('spare group', school.id),
      division_id: division[place],
      name: 'spare',
      position: 1,
    })
    await put('timetables', { ...at, id: timetable[place], year_id: year.id, name: 'spare', anchor: '2026-09-01' })
    await put('lessons', {
      ...at,
      id: lesson[place],
      timetable_id: timetable[place],
      course_id: course.id,
      weekday: 0,
      number: 1,
      class_ids: [classRoom.id],
      group_ids: [null],
    })
  }
}
