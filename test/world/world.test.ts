import { expect, test } from 'vitest'
import { isPassword } from '#server/platform/identity/passwords.ts'
import { today } from './clock.ts'
import { ask, testDatabase, values } from '#test/harness/database.ts'
import { demoPassword, demoSignIns, isEmpty, loadDemo, world } from './world.ts'
import { classes } from './classes.ts'
import { people } from './people.ts'
import { courses, grades, schools, years } from './schools.ts'
import { students } from './students.ts'

const database = await testDatabase()
const { nile, delta, pending, closed, class4a, omar, laila, teacher, supervisor, parent } = world

const rows = (sql: string) => ask(database, sql)
const all = <Value = string>(sql: string) => values<Value>(database, sql)
const one = async <Value = number>(sql: string) => (await all<Value>(sql))[0]

test('every sign-in that the demo lists works', async () => {
  expect(demoSignIns.map(({ phone }) => phone)).toEqual([1, 2, 3, 4, 5, 6, 7].map((nth) => `0100000000${nth}`))
  for (const { phone } of demoSignIns) {
    const stored = await one<string>(`select password_hash from users where phone_number = '${phone}'`)
    expect(await isPassword(stored, demoPassword)).toBe(true)
  }
})

test('every name of the world stands for one row, and none hides another', async () => {
  const groups = [people, schools, grades, courses, years, classes, students]
  expect(Object.keys(world)).toHaveLength(groups.flatMap((group) => Object.keys(group)).length)
  const tables = ['users', 'schools', 'grades', 'courses', 'school_years', 'class_rooms', 'students']
  for (const [position, group] of groups.entries()) {
    const ids = Object.values(group).map(({ id }) => id)
    expect(await all(`select id from ${tables[position]} where id in ('${ids.join("', '")}')`)).toHaveLength(ids.length)
  }
})

test('two schools are active, one waits for its activation, one is closed', async () => {
  expect(
    await rows(
      'select id, active, activated_at is not null as once, coin_type_id is not null as coins from schools order by name',
    ),
  ).toEqual(
    expect.arrayContaining([
      { id: nile.id, active: true, once: true, coins: true },
      { id: delta.id, active: true, once: true, coins: true },
      { id: pending.id, active: false, once: false, coins: false },
      { id: closed.id, active: false, once: true, coins: true },
    ]),
  )
})

test('the first school has three grades, six classes with room in each, and 120 students', async () => {
  expect(await one(`select count(*)::int from grades where school_id = '${nile.id}'`)).toBe(3)
  expect(await one(`select count(*)::int from students where school_id = '${nile.id}'`)).toBe(120)
  const free = await all<number>(`
    select max_of_students - (select count(*) from students s where s.class_room_id = c.id)::int
    from class_rooms c where school_id = '${nile.id}' and active`)
  expect(free).toHaveLength(6)
  expect(Math.min(...free)).toBeGreaterThanOrEqual(5)
})

test('the parent has two children, one of them where the teacher teaches two courses and the supervisor supervises', async () => {
  const children = await rows(`
    select s.id, s.class_room_id from student_parents p join students s on s.id = p.student_id
    where p.parent_id = '${parent.id}' and ended_at is null and s.active and s.is_paid and s.school_id = '${nile.id}'`)
  expect(new Set(children.map(({ id }) => id))).toEqual(new Set([omar.id, laila.id]))
  expect(children.map(({ class_room_id }) => class_room_id)).toContain(class4a.id)

  const courses = await all(`
    select course_id from class_teacher_courses where teacher_id = '${teacher.id}' and class_room_id = '${class4a.id}'`)
  expect(courses.length).toBeGreaterThanOrEqual(2)
  expect(await all(`select id from class_rooms where supervisor_id = '${supervisor.id}'`)).toEqual([class4a.id])
})

test('somebody teaches in the first school and has a child in the second', async () => {
  expect(await all(`select school_id from school_teachers where teacher_id = '${world.dual.id}'`)).toEqual([nile.id])
  expect(await all(`select school_id from student_parents where parent_id = '${world.dual.id}'`)).toEqual([delta.id])
})

test('there are parents of one child, of three, of children in two schools, and two parents of one child', async () => {
  const schoolsOf = (person: { id: string }) =>
    all(`select school_id from student_parents where parent_id = '${person.id}' and ended_at is null`)
  expect(await schoolsOf(world.classmatesParent)).toEqual([nile.id])
  expect(await schoolsOf(world.parentOfThree)).toEqual([nile.id, nile.id, nile.id])
  expect((await schoolsOf(world.parentInBoth)).sort()).toEqual([nile.id, delta.id].sort())
  expect(await schoolsOf(world.formerParent)).toEqual([])
  const relations = await all(`
    select r.name from student_parents p join relation_types r on r.id = relation_id
    where student_id = '${omar.id}' order by 1`)
  expect(relations).toEqual(['father', 'mother'])
})

test('the ledger of a school is what it paid less a coin for every seat, and something is left', async () => {
  const ledgers = await rows(`
    select s.id,
      (select sum(coins)::int from coin_entries e where e.school_id = s.id) as balance,
      (select sum(coins)::int from payment_transactions t where t.school_id = s.id)
        - (select count(*)::int from seats where school_id = s.id and refunded_on is null) as due,
      (select count(*)::int from students where school_id = s.id and is_paid and not exists (
        select from seats where student_id = students.id and refunded_on is null)) as unseated
    from schools s where activated_at is not null`)
  expect(ledgers).toHaveLength(3)
  for (const { balance, due, unseated } of ledgers) {
    expect(balance).toBe(due)
    expect(balance).toBeGreaterThan(0)
    expect(unseated).toBe(0)
  }
})

test('a few seats are unpaid, a few students inactive, one girl is entered twice, and no two others of a school share a name or a code', async () => {
  const inNile = `from students where school_id = '${nile.id}'`
  expect(await one(`select count(*)::int ${inNile} and not is_paid`)).toBe(2)
  expect(await one(`select count(*)::int ${inNile} and not active`)).toBe(2)
  expect(await one(`select count(distinct (first_name, middle_name, last_name))::int ${inNile}`)).toBe(119)
  expect(await rows(`select min(code), max(code) ${inNile}`)).toEqual([{ min: 'ST0000000001', max: 'ST0000000120' }])
  expect(await one(`select last_number::int from student_codes where school_id = '${nile.id}'`)).toBe(120)
})

test('the choices of the forms are there, and one payment request waits', async () => {
  for (const list of ['relation_types', 'payment_types', 'coin_types', 'school_contact_types', 'school_types'])
    expect(await one(`select count(*)::int from ${list}`), list).toBeGreaterThan(0)
  expect(await one(`select count(*)::int from school_languages where school_id = '${nile.id}'`)).toBe(2)
  expect(
    await one(`select count(distinct contact_type_id)::int from school_contacts where school_id = '${nile.id}'`),
  ).toBe(5)
  expect(await all('select school_id from payment_requests where approved is null and removed_at is null')).toEqual([
    nile.id,
  ])
})

test('later screens have homework, exams, activities and notes to show for class 4a', async () => {
  for (const work of ['homework', 'exams', 'activities', 'student_notes'])
    expect(await one(`select count(*)::int from ${work} where class_room_id = '${class4a.id}'`), work).toBeGreaterThan(
      1,
    )
  const over = 'select count(*)::int from student_exams r join exams e on e.id = exam_id where total_result > rate'
  expect(await one(over)).toBe(0)
})

test('the demo is refused where people are', async () => {
  expect(await isEmpty(database)).toBe(false)
  await expect(loadDemo(database, today)).rejects.toThrow('The demo is loaded only into a database without people')
})
