import { expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { permissions } from '#contract/language/permissions.ts'
import { testDatabase, values } from '#test/harness/database.ts'
import { world } from './world.ts'

const database = await testDatabase()
const { nile, delta, teacher, supervisor, parent } = world

const all = <Value = string>(sql: string) => values<Value>(database, sql)

test('everybody holds Standard once', async () => {
  const { id } = builtInRoles.standard
  const times = `select (select count(*)::int from user_roles where user_id = u.id and role_id = '${id}') from users u`
  expect(new Set(await all<number>(times))).toEqual(new Set([1]))
})

test('people hold the school roles that their post gives them, there and nowhere else', async () => {
  const holders = (role: { id: string }, source: string) =>
    all(
      `select user_id || ' ' || school_id from user_roles where role_id = '${role.id}' and source = '${source}' order by 1`,
    )
  const { schoolTeacher, schoolSupervisor, schoolManager } = builtInRoles
  expect(await holders(schoolTeacher, 'teacher')).toEqual(
    await all(`select teacher_id || ' ' || school_id from school_teachers order by 1`),
  )
  expect(await holders(schoolSupervisor, 'supervisor')).toEqual(
    await all(
      `select distinct supervisor_id || ' ' || school_id from class_rooms where supervisor_id is not null order by 1`,
    ),
  )
  expect(await holders(schoolManager, 'given')).toEqual(
    (await all(`select admin_id || ' ' || id from schools`)).concat(`${world.deputy.id} ${nile.id}`).sort(),
  )
})

const keysOf = (person: { id: string }, school: { id: string } | null) =>
  all(`
    select p.key from user_roles join role_permissions using (role_id) join permissions p on p.id = permission_id
    where user_id = '${person.id}' and school_id ${school ? `= '${school.id}'` : 'is null'} order by p.key collate "C"`)

test('a teacher and a supervisor may do the work of a class, and nothing of the school', async () => {
  const work = [...builtInRoles.schoolTeacher.keys].sort()
  expect(work).toEqual(
    expect.arrayContaining(['AttendanceAction', 'AddHomework', 'AddActivity', 'AddExam', 'RateExam', 'AddNote']),
  )
  expect(await keysOf(teacher, nile)).toEqual(work)
  expect(await keysOf(supervisor, nile)).toEqual(work)
  expect(await keysOf(teacher, delta)).toEqual([])
})

test('a manager may do everything in their school, and nothing in another', async () => {
  const inSchool = permissions.filter(({ scope }) => scope !== 'app').map(({ key }) => key)
  expect(await keysOf(world.manager, nile)).toEqual(inSchool.sort())
  expect(await keysOf(world.otherManager, delta)).toEqual(inSchool)
  expect(await keysOf(world.manager, delta)).toEqual([])
})

test('the platform administrator decides and keeps the lists, and holds no key of a school', async () => {
  const keys = await keysOf(world.admin, null)
  expect(keys).toEqual(
    expect.arrayContaining(['ApprovePaymentRequest', 'ChangeSchoolActivation', 'EditRole', 'EditLanguage']),
  )
  const ofSchoolsAlone: string[] = permissions.filter(({ scope }) => scope === 'school').map(({ key }) => key)
  expect(keys.filter((key) => ofSchoolsAlone.includes(key))).toEqual([])
  const elsewhere = `select school_id from user_roles where user_id = '${world.admin.id}' and school_id is not null`
  expect(await all(elsewhere)).toEqual([])
})

test('parents and newcomers see their children and may submit a school', async () => {
  expect(await keysOf(parent, null)).toEqual(['CreateSchool', 'ViewChildernsList'])
  expect(await keysOf(world.newcomer, null)).toEqual(['CreateSchool', 'ViewChildernsList'])
  expect(await keysOf(parent, nile)).toEqual([])
})

test('a teacher who left holds nothing but Standard, one who is idle has no class', async () => {
  const { removedTeacher, idleTeacher } = world
  expect(await all(`select role_id from user_roles where user_id = '${removedTeacher.id}'`)).toEqual([
    builtInRoles.standard.id,
  ])
  expect(await all(`select school_id from school_teachers where teacher_id = '${removedTeacher.id}'`)).toEqual([])
  expect(await all(`select school_id from school_teachers where teacher_id = '${idleTeacher.id}'`)).toEqual([nile.id])
  expect(await all(`select class_room_id from class_teacher_courses where teacher_id = '${idleTeacher.id}'`)).toEqual(
    [],
  )
})
