import { afterEach, describe, expect, test } from 'vitest'
import { phoneChanges, phoneChangesOnPlatform } from '#contract/platform/identity/phone-changes.ts'
import { testApp } from '#test/harness/app.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { freshPhone } from '#test/harness/registering.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql } = tracesIn(connection)
const { admin, manager, deputy, parent, nile, delta } = world
const schoolId = nile.id
const { numberOf, request, open, outcome, confirm, later } = phoneChanging(app, nile)

afterEach(async () => {
  await sql('delete from phone_changes')
  await sql('update users set phone_number = $2 where id = $1', [parent.id, parent.phone])
})

const onPlatform = async () => as(admin)(phoneChangesOnPlatform.confirm, { schoolId, changeId: (await open())!.id })

const ties = {
  parent: [
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     select gen_random_uuid(), s.school_id, s.id, $1, r.id, $1 from students s cross join relation_types r
     where s.school_id = $2 limit 1`,
    'delete from student_parents where parent_id = $1 and school_id = $2',
  ],
  staff: [
    `insert into user_roles (user_id, role_id, school_id) select $1, id, $2 from roles where name = 'School Teacher'`,
    'delete from user_roles where user_id = $1 and school_id = $2',
  ],
  holder: [
    'insert into user_permissions (user_id, permission_id, school_id) select $1, id, $2 from permissions where school_scope limit 1',
    'delete from user_permissions where user_id = $1 and school_id = $2',
  ],
  teacher: [
    'insert into school_teachers (teacher_id, school_id, accepted_at) values ($1, $2, now())',
    'delete from school_teachers where teacher_id = $1 and school_id = $2',
  ],
}

describe('of a person of two schools', () => {
  const platformHasTo = refused(403, 'This person belongs to another school too, so the platform has to do this')

  test.for([['parent', ties.parent] as const, ['teacher', ties.teacher] as const])(
    'one school alone neither changes nor locks the account: %s',
    async ([, [tie, end]]) => {
      await sql(tie!, [parent.id, delta.id])
      try {
        const phoneNumber = freshPhone()
        await request(parent, phoneNumber)
        expect(await open(deputy)).toMatchObject({
          may: { confirm: false, withdraw: true },
          waitsForPlatform: true,
        })
        expect(await open(manager)).toMatchObject({ waitsForPlatform: true })
        await expect(confirm()).rejects.toMatchObject(platformHasTo)
        const lost = { schoolId, userId: parent.id }
        await expect(as(manager)(phoneChanges.reportLost, lost)).rejects.toMatchObject(platformHasTo)
        expect(await sql('select from account_doubts')).toEqual([])
        expect([await later(49), await numberOf(parent)]).toEqual([0, parent.phone])

        await onPlatform()
        expect([await later(49), await numberOf(parent)]).toEqual([1, phoneNumber])
      } finally {
        await sql(end!, [parent.id, delta.id])
      }
    },
  )

  test('who came to another school during the 48 hours keeps the number, unless the platform confirmed it', async () => {
    const [tie, end] = ties.teacher
    for (const [confirmed, ended, becomes] of [
      [() => confirm(), 'ofAnotherSchool', false],
      [onPlatform, 'done', true],
    ] as const) {
      const phoneNumber = freshPhone()
      await request(parent, phoneNumber)
      await confirmed()
      await sql(tie!, [parent.id, delta.id])
      try {
        expect([await later(49), await outcome()]).toEqual([1, ended])
        expect(await numberOf(parent)).toBe(becomes ? phoneNumber : parent.phone)
      } finally {
        await sql(end!, [parent.id, delta.id])
      }
    }
  })

  test.for(['staff', 'holder'] as const)(
    'nobody asks for it who lacks the rights that it gives there: %s',
    async (kind) => {
      const [tie, end] = ties[kind]
      await sql(tie!, [parent.id, delta.id])
      try {
        const needsTheirKeys = refused(
          403,
          'This person has rights that you do not have; somebody who has them can do this',
        )
        await expect(request(parent, freshPhone())).rejects.toMatchObject(needsTheirKeys)
      } finally {
        await sql(end!, [parent.id, delta.id])
      }
    },
  )
})

test('a request for a person who left the school meanwhile waits for nobody, and the school withdraws it', async () => {
  const gone = refused(409, 'This person does not belong to this school any more, so the request can only be withdrawn')
  await request(parent, freshPhone())
  const { id: changeId } = (await open())!
  await sql('update student_parents set ended_at = now(), ended_by = $2 where parent_id = $1 and school_id = $3', [
    parent.id,
    manager.id,
    schoolId,
  ])
  for (const [tie, end] of [[], ties.holder] as [string?, string?][]) {
    if (tie) await sql(tie, [parent.id, delta.id])
    try {
      expect(await open(deputy)).toMatchObject({ may: { confirm: false, withdraw: true }, waitsForPlatform: false })
      const listed = await as(admin)(phoneChangesOnPlatform.list, {})
      expect(listed).toMatchObject([{ id: changeId, may: { confirm: false } }])
      await expect(confirm()).rejects.toMatchObject(gone)
      await expect(onPlatform()).rejects.toMatchObject(gone)
    } finally {
      if (end) await sql(end, [parent.id, delta.id])
    }
  }
  await as(deputy)(phoneChanges.withdraw, { schoolId, changeId })
  expect(await outcome()).toBe('withdrawn')
})
