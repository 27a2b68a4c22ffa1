import { afterEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { testApp } from '#test/harness/app.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { freshPhone } from '#test/harness/registering.ts'
import { notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, asVisitor, connection } = app
const { sql, giveKey } = tracesIn(connection)
const {
  manager,
  deputy,
  registrar,
  secondSupervisor,
  teacher,
  parent,
  otherManager,
  newcomer,
  removedTeacher,
  nile,
  delta,
} = world
const { numberOf, request, open, outcome, confirm, later } = phoneChanging(app, nile)

const needsTheirKeys = refused(403, 'This person has rights that you do not have; somebody who has them can do this')
const isUnconfirmed = refused(
  403,
  'Your school added this person lately, and they have not signed in since; it cannot do this yet',
)
const platformHasTo = refused(403, 'This person belongs to another school too, so the platform has to do this')

const report = (person: { id: string }, by: typeof manager, school = nile) =>
  as(by)(phoneChanges.reportLost, { schoolId: school.id, userId: person.id })
const signIn = ({ phone }: { phone: string }) =>
  asVisitor(identity.login, { phoneNumber: phone, password: demoPassword })

/** Links somebody to a student of Delta by their id, as its manager. */
async function linkInDelta(person: { id: string }) {
  const [at] = await sql(
    `select s.id as "studentId", r.id as "relationId" from students s cross join relation_types r
     where s.school_id = $1 and s.active limit 1`,
    [delta.id],
  )
  await as(otherManager)(studentParents.add, { ...at, parentId: person.id })
  return { unlink: () => as(otherManager)(studentParents.remove, { studentId: at.studentId, parentId: person.id }) }
}

await giveKey(registrar, 'ChangePhoneNumbers', nile)
await giveKey(secondSupervisor, 'ChangePhoneNumbers', nile)

afterEach(async () => {
  for (const table of ['phone_changes', 'account_doubts', 'sign_ins']) await sql(`delete from ${table}`)
  await sql('delete from student_parents where school_id = $1 and parent_id = any ($2)', [
    delta.id,
    [newcomer.id, removedTeacher.id, parent.id],
  ])
  await sql('truncate rate_limits')
})

describe('for a person whose rights they do not have', () => {
  test('nobody reports a loss, requests a change or confirms one', async () => {
    for (const person of [manager, teacher]) {
      await expect(report(person, registrar)).rejects.toMatchObject(needsTheirKeys)
      await expect(request(person, freshPhone(), registrar)).rejects.toMatchObject(needsTheirKeys)
    }
    expect(await sql('select from account_doubts')).toEqual([])

    await request(teacher, freshPhone())
    expect((await open(registrar))!.may).toEqual({ confirm: false, withdraw: true })
    await expect(confirm(registrar)).rejects.toMatchObject(needsTheirKeys)
    expect((await open(deputy))!.may).toMatchObject({ confirm: true })
    await confirm(deputy)
  })

  test('but clerks do for a parent', async () => {
    await request(parent, freshPhone(), registrar)
    await confirm(secondSupervisor)
    expect(await outcome()).toBeNull()
  })

  test('and who got rights while the 48 hours pass keeps the number', async () => {
    await request(parent, freshPhone(), registrar)
    await confirm(secondSupervisor)
    await giveKey(parent, 'AddGrade', nile)
    expect([await later(49), await outcome(), await numberOf(parent)]).toEqual([1, 'moreRights', parent.phone])
    await sql('delete from user_permissions where user_id = $1', [parent.id])
  })
})

describe('for a person whom a school only claims', () => {
  test('it does nothing before they signed in, or 30 days passed', async () => {
    await linkInDelta(newcomer)
    await expect(report(newcomer, otherManager, delta)).rejects.toMatchObject(isUnconfirmed)
    await sql(`update student_parents set created_at = created_at - interval '31 days' where parent_id = $1`, [
      newcomer.id,
    ])
    await report(newcomer, otherManager, delta)
    await sql('delete from account_doubts')

    await sql(`update student_parents set created_at = now() where parent_id = $1`, [newcomer.id])
    await expect(report(newcomer, otherManager, delta)).rejects.toMatchObject(isUnconfirmed)
    await signIn(newcomer)
    await report(newcomer, otherManager, delta)
  })

  test('and a person who left another school within half a year is not its own alone', async () => {
    await sql(
      `insert into user_roles (user_id, role_id, school_id, source, created_at)
       select $1, id, $2, 'teacher', now() - interval '90 days' from roles where name = 'School Teacher'`,
      [removedTeacher.id, nile.id],
    )
    await sql('delete from user_roles where user_id = $1 and school_id = $2', [removedTeacher.id, nile.id])
    await linkInDelta(removedTeacher)
    await signIn(removedTeacher)
    await expect(report(removedTeacher, otherManager, delta)).rejects.toMatchObject(platformHasTo)

    await sql(
      `update student_parents set ended_at = now(), ended_by = $2, created_at = now() - interval '90 days'
       where parent_id = $1 and school_id = $3`,
      [parent.id, manager.id, nile.id],
    )
    await linkInDelta(parent)
    await signIn(parent)
    await expect(report(parent, otherManager, delta)).rejects.toMatchObject(platformHasTo)
    await sql('update student_parents set ended_at = null, ended_by = null where parent_id = $1 and school_id = $2', [
      parent.id,
      nile.id,
    ])
  })

  test('the end of the bond lifts the doubt that this school made, and no other', async () => {
    const { unlink } = await linkInDelta(newcomer)
    await signIn(newcomer)
    await report(newcomer, otherManager, delta)
    expect(await signIn(newcomer)).toMatchObject({ proofDue: true })
    await unlink()
    expect(await signIn(newcomer)).toMatchObject({ proofDue: false })

    const again = await linkInDelta(newcomer)
    await signIn(newcomer)
    await report(newcomer, otherManager, delta)
    await sql('update account_doubts set reported_by_school = null')
    await again.unlink()
    expect(await signIn(newcomer)).toMatchObject({ proofDue: true })
  })

  test('a person who accepted an invitation has confirmed it', async () => {
    const [at] = await sql('select id as "studentId" from students where school_id = $1 and active limit 1', [delta.id])
    await sql('delete from parent_invitations where school_id = $1', [delta.id])
    const [{ id }] = await sql(
      `insert into parent_invitations (id, school_id, student_id, phone_number, relation_id, consent_by)
       select gen_random_uuid(), $1, $2, $3, r.id, $4 from relation_types r limit 1 returning id`,
      [delta.id, at.studentId, newcomer.phone, otherManager.id],
    )
    const [item] = await sql(
      `insert into inbox_items (id, person_id, occasion, kind, at, at_school_id, subject_ids, is_on)
       values (gen_random_uuid(), $1, $3::text, 'parentInvited', now(), $2, array[$3::uuid], true) returning id`,
      [newcomer.id, delta.id, id],
    )
    await as(newcomer)(inbox.answer, { itemId: item.id, accept: true })
    await report(newcomer, otherManager, delta)
    await expect(report(newcomer, manager)).rejects.toMatchObject(notFound)
  })
})
