import { createHash } from 'node:crypto'
import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'

const { parent, mother, classmatesParent, formerParent, unpaidParent, inactiveParent, closedParent, deltaParent } =
  world
const { dual, parentInBoth, teacher, deltaTeacher, supervisor, manager, otherManager, closedManager, admin } = world
const { nile, delta, closed, omar, laila, classmate, unpaidStudent, inactiveStudent, deltaStudent, closedStudent } =
  world
const { yassin, class4a, deltaClass1, closedClass } = world

/** All these people have an item about every child and school here, whether it is theirs or not. */
const persons = [
  parent,
  mother,
  classmatesParent,
  formerParent,
  unpaidParent,
  inactiveParent,
  closedParent,
  deltaParent,
]
persons.push(dual, parentInBoth, teacher, deltaTeacher, supervisor, manager, otherManager, closedManager, admin)
const children = [omar, laila, classmate, unpaidStudent, inactiveStudent, deltaStudent, closedStudent, yassin]
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id)

const device = idOf('device', 'of the parent')

/** The id of an item, made from its person and its subject. */
const itemOf = (person: { id: string }, occasion: string) =>
  createHash('md5')
    .update(person.id + occasion)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The possible targets of ids of items and devices. */
export const thingsOfInbox = (nowhere: Record<string, string>) => ({
  item: {
    ofTheParent: itemOf(parent, `${omar.id}classChanged`),
    ofTheMother: itemOf(mother, `${omar.id}classChanged`),
    ofAStranger: itemOf(parent, `${classmate.id}classChanged`),
    ...nowhere,
  },
  device: { ofTheParent: device, ...nowhere },
})

export const kindsOfInbox = { ids: 'item', upTo: 'item', deviceId: 'device' }

/** A student is only a filter. */
export const aloneOfInbox: Record<string, string[]> = { 'Inbox/MarkRead': ['studentId', 'ids'] }

/** The inputs of the operations of inbox and devices other than ids. */
export const plainOfInbox = {
  'Push/Subscribe': {
    endpoint: 'https://push.example/x',
    p256dh: 'B'.repeat(87),
    auth: 'A'.repeat(22),
    language: 'ar',
  },
}

/**
 * Adds items about every child and every school for all these people, and a device of the parent. Runs as the owner of the
 * database.
 */
export async function spareItems(owner: pg.Client) {
  await owner.query(
    `insert into inbox_items (id, person_id, occasion, kind, at_school_id, student_id, subject_ids, day, is_on, at, read_at)
     select md5(p.id || st.id::text || k.kind)::uuid, p.id, st.id || k.kind, k.kind, st.school_id, st.id, k.subjects, k.day,
       k.kind = 'parentLink', '2026-01-01'::timestamptz + row_number() over (order by p.id, st.id, k.kind) * interval '1 second',
       case when k.kind = 'homework' then now() end
     from unnest($1::uuid[]) as p (id)
     join students st on st.id = any ($2)
     cross join lateral (
       select * from (
         select 'attendance' as kind, array[m.class_room_id] as subjects, m.date as day
         from attendance_marks m where m.student_id = st.id order by m.date desc limit 1) attended
       union all select kind, array_agg(homework_id), null from student_homework, (values ('homework'), ('homeworkResult')) v (kind)
         where student_id = st.id group by kind
       union all select kind, array_agg(exam_id), null from student_exams, (values ('exam'), ('examResult')) v (kind)
         where student_id = st.id group by kind
       union all select kind, array_agg(activity_id), null from student_activities, (values ('activity'), ('activityResult')) v (kind)
         where student_id = st.id group by kind
       union all select 'note', array_agg(id), null from student_notes where student_id = st.id having count(*) > 0
       union all select kind, '{}', null from (values ('classChanged'), ('parentLink'), ('otherParent')) v (kind)
     ) k`,
    [idsOf(persons), idsOf(children)],
  )
  await owner.query(
    `insert into inbox_items (id, person_id, occasion, kind, at_school_id, subject_ids, is_on, at)
     select md5(p.id || s.school_id::text || k.kind || is_on)::uuid, p.id, s.school_id || k.kind || is_on, k.kind, s.school_id,
       array[s.class_id], is_on,
       '2026-02-01'::timestamptz + row_number() over (order by p.id, s.school_id, k.kind, is_on) * interval '1 second'
     from unnest($1::uuid[]) as p (id)
     cross join unnest($2::uuid[], $3::uuid[]) as s (school_id, class_id)
     cross join unnest(array['classActivation', 'teacherLink', 'classLink', 'rightsChanged', 'schoolActivation',
       'schoolHandedOver', 'yearCompleted', 'paymentDecided', 'coinsChanged', 'unusualReading', 'supportWindow',
       'schoolSubmitted', 'paymentRequested']) as k (kind)
     join unnest(array[true, false]) as is_on on is_on or k.kind like '%Link'`,
    [idsOf(persons), idsOf([nile, delta, closed]), idsOf([class4a, deltaClass1, closedClass])],
  )
  await owner.query(
    `insert into push_subscriptions (id, person_id, endpoint, p256dh, auth, language) values ($1, $2, 'x', 'x', 'x', 'ar')`,
    [device, parent.id],
  )
}
