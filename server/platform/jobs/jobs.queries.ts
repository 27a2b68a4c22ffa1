import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import type { JobKind } from './taken-job.queries.ts'

type JobState = 'running' | 'ended' | 'undoing' | 'undone'

type Seen = { schoolId: string; kinds: readonly JobKind[] }

/** Jobs of these kinds, as they are returned. `today`: the current day at the school. */
const selected = (db: Db, { schoolId, kinds }: Seen, today: string) =>
  db
    .selectFrom('jobs as j')
    .innerJoin('users as u', 'u.id', 'j.startedBy')
    .where('j.schoolId', '=', schoolId)
    .where(sql<boolean>`j.kind = any(${[...kinds]})`)
    .select([
      'j.id',
      'j.schoolId',
      'j.reason',
      'j.students',
      'j.handled as progress',
      'j.changed',
      'j.notDone',
      'j.coins',
    ])
    .select([sql<JobKind>`j.kind`.as('kind'), sql<JobState>`j.state`.as('state')])
    .select(['j.startedBy as startedById', fullName('u').as('startedByName'), 'j.createdAt as createDate'])
    .select(['j.finishedAt as finishDate'])
    .select([
      sql<boolean>`j.kind = 'renewSeats' and j.state = 'ended' and j.changed > 0 and j.started_on = ${today}::date`.as(
        'undoable',
      ),
    ])

export const jobsOf = (db: Db, seen: Seen, today: string, page: PageRequest) =>
  paged(selected(db, seen, today).orderBy('j.createdAt', 'desc').orderBy('j.id', 'desc'), page)

export const jobOf = (db: Db, seen: Seen, today: string, id: string) =>
  selected(db, seen, today).where('j.id', '=', id).executeTakeFirst()

/** Locks a job until the call ends, if it is in this state. Returns whether it is. */
export async function lockedJob(db: Db, schoolId: string, id: string, state: JobState) {
  const rows = await db
    .selectFrom('jobs')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('state', '=', state)
    .select('id')
    .forUpdate()
    .execute()
  return rows.length > 0
}

/** The students for whom a job could not be done or undone, each with the reason. */
export const notDoneOf = (db: Db, schoolId: string, jobId: string, page: PageRequest) =>
  paged(
    db
      .selectFrom('jobStudents as r')
      .innerJoin('jobs as j', (on) => on.onRef('j.schoolId', '=', 'r.schoolId').onRef('j.id', '=', 'r.jobId'))
      .innerJoin('students as st', (on) =>
        on.onRef('st.schoolId', '=', 'r.schoolId').onRef('st.id', '=', 'r.studentId'),
      )
      .innerJoin('classRooms as c', (on) =>
        on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
      )
      .where('r.schoolId', '=', schoolId)
      .where('r.jobId', '=', jobId)
      .where(sql<boolean>`r.outcome = case when j.state in ('undoing', 'undone') then 'kept' else 'left' end`)
      .select(['r.studentId', fullName('st').as('studentName'), 'st.code', 'c.name as classRoomName'])
      .select([sql<string>`r.reason`.as('reason')])
      .orderBy(byName(fullName('st')))
      .orderBy('st.id'),
    page,
  )

type NewJob = { schoolId: string; kind: JobKind; settings: object; startedOn: string; startedBy: string }

/** Stores a job for the worker. A renewal is refused while another one is running in the school. */
export async function insertJob(db: Db, { settings, ...job }: NewJob, studentIds: readonly string[]) {
  const id = newId()
  await db
    .insertInto('jobs')
    .values({
      ...job,
      id,
      settings: JSON.stringify(settings),
      actingBy: job.startedBy,
      students: studentIds.length,
    })
    .execute()
  await sql`
    insert into job_students (school_id, job_id, nth, student_id)
    select j.school_id, j.id, g.nth, g.student_id
    from jobs j cross join unnest(${[...studentIds]}::uuid[]) with ordinality as g(student_id, nth)
    where j.school_id = ${job.schoolId} and j.id = ${id}`.execute(db)
  return id
}

/**
 * Gives a job that has ended to the worker again, to be undone in the name of a person. A request to end it was about the work,
 * not about the undo, so it is removed.
 */
export const sendBack = (db: Db, schoolId: string, id: string, actingBy: string) =>
  sql`
  update jobs set state = 'undoing', acting_by = ${actingBy}, reason = null, handled = 0, not_done = 0,
    students = changed, settings = settings - 'ends', modified_at = now() where school_id = ${schoolId} and id = ${id}`.execute(
    db,
  )

/** Asks the worker to end a job before its next portion. */
export const askToEnd = (db: Db, schoolId: string, id: string) =>
  sql`update jobs set settings = settings || '{"ends": true}', modified_at = now() where school_id = ${schoolId} and id = ${id}`.execute(
    db,
  )
