import { newId } from '#server/db/ids.ts'

type Whose = {
  inSchool: object
  /** A school and a student. */
  result: object
  person: string
  classRoom: string
  grade: string
  course: string
  year: string
  hours: string
  date: string
}

/** A draft of the week with a lesson of a group, which takes a place of its class, its teacher and a room. */
export function timetableRows({ inSchool, result, person, classRoom, grade, course, year, hours, date }: Whose) {
  const [room, division, group, timetable, lesson] = [newId(), newId(), newId(), newId(), newId()]
  const ofLesson = { ...inSchool, day: date, lesson_id: lesson }
  const ofClassAndDay = { ...inSchool, class_room_id: classRoom, day: date, number: 1 }
  const ofElsewhere = { id: newId(), event_id: newId(), from_number: 1, to_number: 2, name: 'the museum' }
  const ofDivision = { ...inSchool, class_room_id: classRoom }
  const rows: [string, Record<string, unknown>][] = [
    ['hours_uses', { ...inSchool, id: newId(), hours_set_id: hours }],
    ['rooms', { ...inSchool, id: room, name: 'Laboratory', kind: 'lab' }],
    ['week_file_names', { ...inSchool, kind: 'room', name: 'lab 1', room_id: room }],
    ['class_divisions', { ...ofDivision, id: division, name: 'Languages' }],
    ['class_groups', { ...ofDivision, id: group, division_id: division, name: 'French', position: 1 }],
    ['group_students', { ...result, division_id: division, from_day: date, group_id: group }],
    ['timetables', { ...inSchool, id: timetable, year_id: year, name: 'First', anchor: date }],
    [
      'lessons',
      {
        ...inSchool,
        id: lesson,
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
    [
      'staff_absences',
      { ...inSchool, id: newId(), teacher_id: person, from_day: date, to_day: date, kind: 'leave', told_by: person },
    ],
    [
      'covers',
      { ...ofLesson, id: newId(), number: 1, absent_id: person, way: 'study', state: 'given', asked_by: person },
    ],
    ['cover_notes', { ...ofLesson, id: newId(), author_id: person, text: 'page 12' }],
    ['day_rules', { ...inSchool, id: newId(), grade_id: grade, from_day: date, rule: 'first', made_by: person }],
    ['lesson_sheets', { ...ofClassAndDay, lesson_id: lesson, course_id: course, saved_by: person }],
    [
      'lesson_marks',
      { ...result, ...ofClassAndDay, id: newId(), part: classRoom, state: 'late', note: 'the bus', marked_by: person },
    ],
    ['lesson_gaps', { ...result, id: newId(), day: date, number: 1, outcome: 'found', settled_by: person }],
    ['students_elsewhere', { ...result, ...ofElsewhere, class_room_id: classRoom, day: date, made_by: person }],
    ['cover_rules', { ...inSchool, id: newId() }],
    ['cover_teachers', { ...inSchool, teacher_id: person }],
    ['cover_standby', { ...inSchool, teacher_id: person, weekday: 0, number: 1 }],
  ]
  return rows
}
