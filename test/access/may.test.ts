import { beforeAll, expect, test } from 'vitest'
import { activities } from '#contract/teaching/activities/activities.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()

/** Two classes of a supervisor and others, another school, parents, and a teacher whose child is in another school. */
const people = {
  manager: world.manager,
  deputy: world.deputy,
  supervisor: world.supervisor,
  teacher: world.teacher,
  mathsTeacher: world.mathsTeacher,
  secondSupervisor: world.secondSupervisor,
  dual: world.dual,
  parent: world.parent,
  // Sees the whole school and changes nothing
  registrar: world.registrar,
  deltaTeacher: world.deltaTeacher,
}

const { sql, setWork } = byHandIn(connection)

type Row = { id: string; may: { update: boolean; remove: boolean } }
type Person = (typeof people)[keyof typeof people]

const kinds = {
  notes: { ...notes, id: 'noteId', of: 'student_notes' },
  homework: { ...homework, id: 'assignmentId', of: 'homework' },
  exams: { ...exams, id: 'examId', of: 'exams' },
  activities: { ...activities, id: 'activityId', of: 'activities' },
}

beforeAll(async () => {
  // A teacher who is a parent in the school they teach in sees rows as either.
  await sql(`
    insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
    select gen_random_uuid(), school_id, child, '${world.mathsTeacher.id}', relation_id, consent_by
    from unnest(array['${world.nileSister.id}', '${world.classmate.id}']::uuid[]) as child,
      (select * from student_parents where student_id = '${world.omar.id}' limit 1) as link`)
  // Of a course that they do not teach: seen as a parent alone.
  for (const kind of ['homework', 'activity'] as const) await setWork(kind, today, { student: world.classmate })
  await sql(
    `insert into user_permissions (user_id, school_id, permission_id) select $1, $2, id from permissions where key = any ($3)
     on conflict do nothing`,
    [
      world.registrar.id,
      world.nile.id,
      ['ViewNotes', 'ViewHomework', 'ViewExams', 'ViewActivities', 'ViewSchoolStudentsList'],
    ],
  )
})

const rowsOf = async (kind: keyof typeof kinds, person: Person): Promise<Row[]> => {
  const answer = await wire(kinds[kind].list.path, { pageSize: 200 }, { as: person })
  return answer.status === 200 ? (answer.json() as Row[]) : []
}

const cases = Object.keys(kinds).flatMap((kind) =>
  Object.keys(people).map((name) => [kind, name] as [keyof typeof kinds, keyof typeof people]),
)

test.each(cases)('what a row of %s says the %s may do to it is what the writes answer', async (kind, name) => {
  const person = people[name]
  const rows = await rowsOf(kind, person)
  for (const { id, may } of rows) {
    const changed = await wire(kinds[kind].update.path, { id }, { as: person })
    expect({ id, update: changed.status === 200 }).toEqual({ id, update: may.update })
  }
  // What may not be removed is tried on every row; of what may, one goes.
  const removable = rows.filter(({ may }) => may.remove).slice(0, 1)
  for (const { id, may } of [...rows.filter((row) => !row.may.remove), ...removable]) {
    const removed = await wire(kinds[kind].remove.path, { [kinds[kind].id]: id }, { as: person })
    expect({ id, remove: removed.status === 200 }).toEqual({ id, remove: may.remove })
    if (may.remove) await sql(`update ${kinds[kind].of} set removed_at = null, removed_by = null where id = $1`, [id])
  }
})

test.each(cases)('a row of %s read alone says the same to the %s as in the list', async (kind, name) => {
  const person = people[name]
  const rows = await rowsOf(kind, person)
  // One of each that may be changed and that may not.
  for (const { id, may } of new Map(rows.map((row) => [row.may.update, row])).values()) {
    const alone = await wire(kinds[kind].get.path, { [kinds[kind].id]: id }, { as: person })
    expect({ id, may: (alone.json() as Row).may }).toEqual({ id, may })
  }
})

test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  'of %s some people may change some rows and not others',
  async (kind) => {
    const seen = (await Promise.all(Object.values(people).map((person) => rowsOf(kind, person)))).flat()
    expect(new Set(seen.map(({ may }) => may.update))).toEqual(new Set([true, false]))
  },
)

test('in one list a teacher may change only the notes that they wrote', async () => {
  const mine = await as(world.mathsTeacher)(notes.list, { pageSize: 200 })
  for (const { supervisorId, may } of mine) expect(may.update).toBe(supervisorId === world.mathsTeacher.id)
})

test('an exam of a completed year says that it is final', async () => {
  const [exam] = await as(world.manager)(exams.list, { schoolId: world.nile.id })
  expect(exam!.may).toEqual({ update: true, remove: true })
  await withClient(connection, (client) =>
    client.query(
      `update school_years set completed = true, active = false where id = (
      select m.school_year_id from exams e join school_year_months m on m.id = e.month_id where e.id = $1)`,
      [exam!.id],
    ),
  )
  expect((await as(world.manager)(exams.get, { examId: exam!.id })).may).toEqual({ update: false, remove: false })
  expect((await wire(exams.update.path, { id: exam!.id }, { as: world.manager })).status).toBe(409)
})

/** As administrator, as another manager of the school, as platform reviewer, and as people who change nothing. */
const readers = { ...people, platform: world.admin, otherManager: world.otherManager }

test.each(Object.keys(readers) as (keyof typeof readers)[])(
  'what a school says the %s may do to it is what changing it and handing it over answer',
  async (name) => {
    const person = readers[name]
    for (const { id } of [world.nile, world.delta]) {
      const { may } = await as(person)(schools.get, { schoolId: id })
      const changed = await wire(schoolSettings.update.path, { id }, { as: person })
      expect({ id, update: changed.status === 200 }).toEqual({ id, update: may!.update })

      // A person who may hand over is refused the person alone, for a parent manages no school.
      const handed = await wire(schoolSettings.update.path, { id, schoolAdminId: world.parent.id }, { as: person })
      expect({ id, handOver: handed.status === 400 }).toEqual({ id, handOver: may!.handOver })
    }
  },
)

test('a visitor may do nothing to a school, and who hands it over may not do so again', async () => {
  const visited = await wire(schools.get.path, { schoolId: world.nile.id })
  expect(visited.json()).toMatchObject({ may: { update: false, handOver: false } })

  const { id } = world.nile
  const before = await as(world.manager)(schools.get, { schoolId: id })
  expect(before.may).toMatchObject({ update: true, handOver: true })
  const after = await as(world.manager)(schoolSettings.update, { id, adminId: world.deputy.id })
  expect(after.may).toMatchObject({ update: true, handOver: false })
  expect((await as(world.deputy)(schools.get, { schoolId: id })).may).toMatchObject({ update: true, handOver: true })
  await as(world.deputy)(schoolSettings.update, { id, adminId: world.manager.id })
})

test.each(Object.keys(readers) as (keyof typeof readers)[])(
  'what the link of a parent says the %s may do to it is what the writes answer',
  async (name) => {
    const person = readers[name]
    for (const studentId of [world.omar.id, world.nileSister.id]) {
      const answer = await wire(studentParents.list.path, { studentId }, { as: person })
      const links = answer.status === 200 ? (answer.json() as OutputOf<typeof studentParents.list>) : []
      for (const { parentId, relationId, may } of links) {
        const link = { studentId, parentId, relationId }
        const changed = await wire(studentParents.update.path, link, { as: person })
        expect({ ...link, update: changed.status === 200 }).toEqual({ ...link, update: may.update })
        const removed = await wire(studentParents.remove.path, { studentId, parentId }, { as: person })
        expect({ ...link, remove: removed.status === 200 }).toEqual({ ...link, remove: may.remove })
        await sql(
          'update student_parents set ended_at = null, ended_by = null where student_id = $1 and parent_id = $2',
          [studentId, parentId],
        )
      }
    }
  },
)

test('a manager may change and end the link of a parent, who sees it changes and ends nothing', async () => {
  const studentId = world.omar.id
  const mayOf = async (person: (typeof people)[keyof typeof people]) => {
    const links = await as(person)(studentParents.list, { studentId })
    return links.find(({ parentId }) => parentId === world.parent.id)?.may
  }
  expect(await mayOf(world.manager)).toEqual({ update: true, remove: true })
  expect(await mayOf(world.registrar)).toEqual({ update: false, remove: false })
  expect(await mayOf(world.parent)).toEqual({ update: false, remove: false })
})
