import { daysFrom } from '#server/base/days.ts'
import { classes } from './classes.ts'
import { at, type Day, publishAt, rowsOf } from './demo-day.ts'
import { callNotes, excuses, oneOf } from './demo-texts.ts'
import { chance, idOf } from './ids.ts'
import { insertNew, type Row } from './insert.ts'
import { people } from './people.ts'
import { type Mark, usualMark } from './register.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

const { class4a, class4b, class5a, class5b, class6a, class6b, deltaClass1, deltaClass2 } = classes

/** The classes whose registers are there in the morning; the others follow when the day is over. */
export const inTheMorning = [class4a, class5a, class5b, class6a, deltaClass1].map(({ id }) => id)
export const laterThatDay = [class4b, class6b, deltaClass2].map(({ id }) => id)

type Pupil = {
  id: string
  schoolId: string
  classRoomId: string
  taker: string
  isExcused: boolean
  parentId: string | null
}

/** A pupil whom nobody has marked on that day, with who takes the register of the class and the parent who is asked first. */
const pupilsOf = (on: Day, classRoomIds: string[]) =>
  rowsOf<Pupil>(
    on,
    `select h.student_id as id, c.school_id as "schoolId", c.id as "classRoomId", taker.id as taker,
       exists (select from excuses e where e.school_id = c.school_id and e.student_id = h.student_id and e.accepted
         and $2 between e.from_day and e.to_day) as "isExcused",
       (select l.parent_id from student_parents l
        where l.school_id = c.school_id and l.student_id = h.student_id and l.ended_at is null
        order by l.created_at, l.parent_id limit 1) as "parentId"
     from student_classes h
     join class_rooms c on c.school_id = h.school_id and c.id = h.class_room_id
     join students st on st.school_id = h.school_id and st.id = h.student_id and st.active
     cross join lateral (
       select coalesce(c.supervisor_id, (
         select t.teacher_id from class_teacher_courses t
         where t.school_id = c.school_id and t.class_room_id = c.id order by t.course_id limit 1)) as id) taker
     where h.class_room_id = any ($1) and $2 between h.from_day and coalesce(h.to_day, 'infinity') and taker.id is not null
       and not exists (select from attendance_marks m
         where m.school_id = h.school_id and m.student_id = h.student_id and m.date = $2 and not m.superseded)
     order by c.name, h.student_id`,
    [classRoomIds, on.day],
  )

type Marked = Pupil & Mark

const isReached = ({ parentId, schoolId }: Pupil) => parentId !== null && schoolId === schools.nile.id

function marked(pupils: Pupil[], day: string, absentAtLeast: number): Marked[] {
  const all = pupils.map((pupil): Marked => {
    const mark = usualMark(pupil.id, day)
    return { ...pupil, ...mark, ...(mark.state === 'absent' && pupil.isExcused && { state: 'excused' as const }) }
  })
  const missing = absentAtLeast - all.filter((one) => one.state === 'absent' && isReached(one)).length
  const more = all
    .filter((one) => one.state === 'present' && isReached(one))
    .toSorted((one, other) => chance(1e6, 'away', one.id, day) - chance(1e6, 'away', other.id, day))
    .slice(0, Math.max(0, missing))
  return all.map((one) => (more.includes(one) ? { ...one, state: 'absent' } : one))
}

/**
 * Takes the registers of these classes, except where somebody has begun one; returns what was marked. `absentAtLeast`: how many children
 * of the first school whose parents can be called are absent among them in any case.
 */
export async function takeRegisters(on: Day, classRoomIds: string[], absentAtLeast: number): Promise<Marked[]> {
  const all = marked(await pupilsOf(on, classRoomIds), on.day, absentAtLeast)
  const taken: Marked[] = []
  for (const [nth, classRoomId] of classRoomIds.entries()) {
    const marks = all.filter((one) => one.classRoomId === classRoomId)
    if (marks.length === 0) continue
    const { schoolId, taker } = marks[0]!
    const time = at(on, `06:${20 + nth * 4}`)
    const key = { school_id: schoolId, class_room_id: classRoomId, date: on.day, created_at: time, modified_at: time }
    const sheet = await insertNew(on.client, 'attendance_sheets', [{ ...key, version: 1, saved_by: taker }])
    if (sheet.length === 0) continue
    const rows = marks.map(
      ({ id, state, minutes_late, note }): Row => ({
        ...key,
        id: idOf('mark', id, on.day),
        student_id: id,
        supervisor_id: taker,
        state,
        minutes_late,
        note,
      }),
    )
    await insertNew(on.client, 'attendance_marks', rows)
    const news = marks.filter(({ state }) => state !== 'present').map(({ id, state }) => ({ studentId: id, state }))
    const by = { schoolId, actorId: taker }
    await publishAt(on, time, [
      ...(news.length > 0
        ? [{ event: 'attendance' as const, ...by, payload: { classRoomId, date: on.day, marks: news } }]
        : []),
      { event: 'absence changed', ...by, payload: { classRoomId, date: on.day } },
    ])
    taken.push(...marks)
  }
  return taken
}

/** The desk of a morning: two families were called, one has excused its child, and a register is asked for. */
export async function sitAtDesk(on: Day, marks: Marked[]): Promise<void> {
  const absent = marks.filter((one) => one.state === 'absent' && isReached(one))
  const inNile = { school_id: schools.nile.id }
  const calls = absent.slice(0, 2).map(
    ({ id }, nth): Row => ({
      ...inNile,
      id: idOf('call', id, on.day),
      student_id: id,
      day: on.day,
      outcome: nth === 0 ? 'reached' : 'noAnswer',
      note: nth === 0 ? oneOf(callNotes, chance(100, 'call', on.day)) : null,
      made_by: people.deputy.id,
      created_at: at(on, `07:0${5 + nth}`),
    }),
  )
  await insertNew(on.client, 'absence_calls', calls)
  const excused = absent[2]
  if (excused) await excuse(on, excused)
}

async function excuse(on: Day, { id: studentId, parentId, classRoomId }: Marked) {
  const time = at(on, '07:25')
  const excuseId = excuseOf(on.day)
  const stored = await insertNew(on.client, 'excuses', [
    {
      school_id: schools.nile.id,
      id: excuseId,
      student_id: studentId,
      from_day: on.day,
      to_day: on.day,
      ...oneOf(excuses, chance(100, 'excuse', on.day)),
      by_parent: true,
      asked_by: parentId,
      created_at: time,
      modified_at: time,
    },
  ])
  if (stored.length > 0)
    await publishAt(on, time, [
      {
        event: 'excuse asked',
        schoolId: schools.nile.id,
        actorId: parentId!,
        payload: { excuseId, studentId, classRoomId },
      },
    ])
}

const excuseOf = (day: string) => idOf('excuse of a day', day)

/** The deputy has asked for the register of the class that is often late. */
export async function askForRegister(on: Day): Promise<void> {
  const time = at(on, '07:30')
  const row = { school_id: schools.nile.id, id: idOf('reminder', on.day), class_room_id: class4b.id, day: on.day }
  const stored = await insertNew(on.client, 'register_reminders', [
    { ...row, made_by: people.deputy.id, created_at: time },
  ])
  if (stored.length > 0)
    await publishAt(on, time, [
      {
        event: 'register missing',
        schoolId: schools.nile.id,
        actorId: people.deputy.id,
        payload: { classRoomId: class4b.id, date: on.day },
      },
    ])
}

/** What parents asked on earlier days is accepted now, and the absences become excused, unless somebody has decided already. */
export async function decideExcuses(on: Day): Promise<void> {
  const ids = [
    idOf('excuse', students.omar.id),
    ...Array.from({ length: 40 }, (_, ago) => excuseOf(daysFrom(on.day, -1 - ago))),
  ]
  const time = at(on, '06:10')
  const decided = await rowsOf<{ id: string; studentId: string }>(
    on,
    `update excuses set accepted = true, decided_by = $3, decided_at = $4, modified_at = $4
     where school_id = $1 and id = any ($2) and accepted is null and to_day < $5
     returning id, student_id as "studentId"`,
    [schools.nile.id, ids, people.deputy.id, time, on.day],
  )
  if (decided.length === 0) return
  await on.client.query(
    `with changed as (
       update attendance_marks m set state = 'excused', supervisor_id = $3, modified_at = $4
       from excuses e
       where e.school_id = $1 and e.id = any ($2) and m.school_id = $1 and m.student_id = e.student_id
         and m.state = 'absent' and m.date between e.from_day and e.to_day
       returning m.class_room_id, m.date)
     update attendance_sheets s set version = s.version + 1, modified_at = $4
     from changed where s.school_id = $1 and s.class_room_id = changed.class_room_id and s.date = changed.date`,
    [schools.nile.id, decided.map(({ id }) => id), people.deputy.id, time],
  )
  const by = { schoolId: schools.nile.id, actorId: people.deputy.id }
  await publishAt(on, time, [
    ...decided.map(({ id, studentId }) => ({
      event: 'excuse decided' as const,
      ...by,
      payload: { excuseId: id, studentId, accepted: true },
    })),
    { event: 'absence changed', ...by, payload: { studentIds: decided.map(({ studentId }) => studentId) } },
  ])
}
