import { daysFrom } from '#server/base/days.ts'
import { classes } from './classes.ts'
import { conductKinds, kindId } from './conduct-rows.ts'
import { at, type Day, isFirstOfWeek, publishAt, rowsOf, weekdayOf, weekOf } from './demo-day.ts'
import { conductDetails, forFamilies, forStaff, oneOf } from './demo-texts.ts'
import { chance, idOf } from './ids.ts'
import { insertNew } from './insert.ts'
import { people } from './people.ts'
import { startedAt } from './people-rows.ts'
import { schools, years } from './schools.ts'
import { monthId } from './school-rows.ts'

const { nile } = schools
const inNile = { school_id: nile.id }

/** Families are written to once a week, on its first school day, and the staff on a Tuesday. */
export async function announce(on: Day): Promise<void> {
  const week = weekOf(on.day)
  if (isFirstOfWeek(on)) await post(on, 'school', oneOf(forFamilies, week))
  if (weekdayOf(on.day) === 2) await post(on, 'staff', oneOf(forStaff, week))
}

async function post(on: Day, audience: 'school' | 'staff', { title, body, answers }: (typeof forFamilies)[number]) {
  const [id, time] = [idOf('post of a day', audience, on.day), at(on, '08:15')]
  const stored = await insertNew(on.client, 'posts', [
    {
      ...inNile,
      id,
      author_id: people.manager.id,
      title,
      body,
      public: false,
      important: false,
      answers: answers ?? null,
      answer_by: answers ? daysFrom(on.day, 6) : null,
      published_at: time,
      created_at: time,
      modified_at: time,
    },
  ])
  if (stored.length === 0) return
  await insertNew(on.client, 'post_audience', [{ ...inNile, post_id: id, kind: audience, target_id: null }])
  await address(on, id, people.manager.id, time)
}

/** Stores whom a published announcement reaches, and notifies them. */
export async function address(on: Pick<Day, 'client'>, postId: string, authorId: string, time: string): Promise<void> {
  await on.client.query('select address_readers($1, $2, $3)', [nile.id, postId, authorId])
  await publishAt(on, time, [
    { event: 'post', schoolId: nile.id, actorId: authorId, payload: { postId, important: false } },
  ])
}

/** On Mondays and Wednesdays somebody is praised, on Thursdays a breach is recorded; a week later the deputy has decided on it. */
export async function recordConduct(on: Day): Promise<void> {
  await decideConduct(on)
  const weekday = weekdayOf(on.day)
  const isMerit = weekday === 1 || weekday === 3
  if (!isMerit && weekday !== 4) return
  const pupils = await rowsOf<{ id: string; classRoomId: string; supervisorId: string }>(
    on,
    `select st.id, c.id as "classRoomId", c.supervisor_id as "supervisorId" from students st
     join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id and c.supervisor_id is not null
     where st.school_id = $1 and st.active and exists (select from conduct_kinds where school_id = $1 and id = $2)
     order by st.id`,
    [nile.id, kindId(kindOf(on.day, isMerit))],
  )
  if (pupils.length === 0) return
  const { id: studentId, classRoomId, supervisorId } = pupils[chance(pupils.length, 'conduct', on.day)]!
  const nth = kindOf(on.day, isMerit)
  const { name, level = null, points } = conductKinds[nth]!
  const [id, time] = [idOf('conduct record of a day', on.day), at(on, '09:30')]
  const stored = await insertNew(on.client, 'conduct_records', [
    {
      ...inNile,
      id,
      student_id: studentId,
      class_room_id: classRoomId,
      kind_id: kindId(nth),
      kind_version: 1,
      name,
      is_merit: isMerit,
      level,
      points,
      day: on.day,
      details: oneOf(conductDetails[isMerit ? 'merit' : 'breach'], weekOf(on.day)),
      recorded_by: supervisorId,
      published_at: isMerit ? time : null,
      published_by: isMerit ? supervisorId : null,
      created_at: time,
      modified_at: time,
    },
  ])
  if (stored.length > 0 && isMerit) await publishRecords(on, time, supervisorId, [{ id, studentId }])
}

const kindOf = (day: string, isMerit: boolean) => (isMerit ? 0 : 2) + (weekOf(day) % 2)

const publishRecords = (on: Day, time: string, actorId: string, records: { id: string; studentId: string }[]) =>
  publishAt(
    on,
    time,
    records.map(({ id, studentId }) => ({
      event: 'conduct recorded',
      schoolId: nile.id,
      actorId,
      payload: { studentId, recordId: id },
    })),
  )

async function decideConduct(on: Day) {
  const ids = on.before.map((day) => idOf('conduct record of a day', day))
  const time = at(on, '07:50')
  const decided = await rowsOf<{ id: string; studentId: string }>(
    on,
    `update conduct_records set measure = 'تنبيه شفهي', published_at = $3, published_by = $4, modified_at = $3, version = version + 1
     where school_id = $1 and id = any ($2) and published_at is null and withdrawn_at is null and day <= $5::date - 7
     returning id, student_id as "studentId"`,
    [nile.id, ids, time, people.deputy.id, on.day],
  )
  await publishRecords(on, time, people.deputy.id, decided)
}

/** The people of the demo have read what is older than two days. Visitors with accounts of their own read for themselves. */
export async function readInbox(on: Day): Promise<void> {
  await on.client.query(
    `update inbox_items i set read_at = i.at + interval '2 hours'
     from users u
     where u.id = i.person_id and u.created_at = $1 and i.read_at is null and i.at < $2::date - 2 and i.at_school_id = any ($3)`,
    [startedAt, on.day, [nile.id, schools.delta.id]],
  )
}

/** A month becomes active when it begins, also when nobody was there on that day. */
export async function beginMonths(on: Day): Promise<void> {
  const months = [years.nileYear, years.deltaYear].flatMap((year) =>
    Array.from({ length: 14 }, (_, nth) => monthId(year, nth + 1)),
  )
  await on.client.query(
    `update school_year_months set is_active = true
     where id = any ($1) and not is_active and start_date > $2 and start_date <= $3`,
    [months, on.before[0] ?? on.day, on.day],
  )
}

/** A teacher's own news of the weeks before: a class that was given to her. */
export const classesGiven = async (on: Day): Promise<void> =>
  publishAt(on, at({ ...on, day: daysFrom(on.day, -12) }, '09:20'), [
    {
      event: 'class link',
      schoolId: nile.id,
      actorId: people.manager.id,
      payload: { teacherId: people.teacher.id, classRoomId: classes.class4b.id, courseIds: [], linked: true },
    },
  ])
