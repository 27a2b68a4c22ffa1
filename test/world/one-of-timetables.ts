import { newId } from '#server/db/ids.ts'

type Whose = {
  inSchool: object
  /** A school and a student. */
  result: object
  person: string
  classRoom: string
  course: string
  year: string
  hours: string
  date: string
}

/** A draft of the week with a lesson of a group, which takes a place of its class, its teacher and a room. */
export function timetableRows({ inSchool, result, person, classRoom, course, year, hours, date }: Whose) {
  const [room, division, group, timetable] = [newId(), newId(), newId(), newId()]
  const ofDivision = { ...inSchool, class_room_id: classRoom }
  const rows: [string, Record<string, unknown>][] = [
    ['hours_uses', { ...inSchool, id: newId(), hours_set_id: hours }],
    ['rooms', { ...inSchool, id: room, name: 'Laboratory', kind: 'lab' }],
    ['class_divisions', { ...ofDivision, id: division, name: 'Languages' }],
    ['class_groups', { ...ofDivision, id: group, division_id: division, name: 'French', position: 1 }],
    ['group_students', { ...result, division_id: division, from_day: date, group_id: group }],
    ['timetables', { ...inSchool, id: timetable, year_id: year, name: 'First', anchor: date }],
    [
      'lessons',
      {
        ...inSchool,
        id: newId(),
        timetable_id: timetable,
        course_id: course,
        weekday: 0,
        number: 1,
        class_ids: [classRoom],
        group_ids: [group],
        teacher_ids: [person],
        room_ids: [room],
      },
    ],
  ]
  return rows
}
