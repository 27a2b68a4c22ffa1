import { beforeAll, expect, test } from 'vitest'
import { emergencyContacts } from '#contract/people/safety/emergency-contacts.ts'
import { recordProposals } from '#contract/people/official-records/proposals.ts'
import { today } from '#contract/overviews/today/today.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { parent, mother, manager, omar, laila, nile } = world

const of = async (person: typeof parent, studentId: string = omar.id) =>
  (await as(person)(today.get, {})).children.find((child) => child.studentId === studentId)!
const missing = async (person: typeof parent) => (await of(person)).missing

beforeAll(async () => {
  await sql('delete from emergency_contacts')
  await sql(
    'update official_records set national_number = null, number_kind = null, sex = null where student_id = $1',
    [omar.id],
  )
})

test('a parent’s day names what is missing in the record, until they have proposed or given it', async () => {
  const before = await missing(parent)
  expect(before).toEqual(expect.arrayContaining(['nationalNumber', 'sex', 'emergencyContact']))
  await as(parent)(recordProposals.ask, { studentId: omar.id, field: 'sex', value: 'male' })
  expect(await missing(parent)).toEqual(before.filter((field) => field !== 'sex'))
  expect(await missing(mother)).toEqual(before)

  await as(parent)(emergencyContacts.saveOwn, {
    studentId: omar.id,
    contacts: [{ name: 'هبة ماهر', phone: '0100 555 1234' }],
  })
  expect(await missing(parent)).not.toContain('emergencyContact')
  expect(await missing(mother)).toContain('emergencyContact')
})

test('what the school does not take is not named as missing', async () => {
  expect(await missing(mother)).toContain('nationalNumber')
  await as(manager)(recordProposals.saveSettings, {
    schoolId: nile.id,
    ways: [{ field: 'nationalNumber', way: 'off' }],
  })
  expect(await missing(mother)).not.toContain('nationalNumber')
})

test('one press confirms the records of all children for this school year', async () => {
  expect([(await of(parent)).isConfirmed, (await of(parent, laila.id)).isConfirmed]).toEqual([false, false])
  await as(parent)(recordProposals.confirm, { studentIds: [omar.id, laila.id] })
  expect([(await of(parent)).isConfirmed, (await of(parent, laila.id)).isConfirmed]).toEqual([true, true])
  expect((await of(mother)).isConfirmed).toBe(false)
  await sql(`update record_confirmations set on_day = on_day - 400`)
  expect((await of(parent)).isConfirmed).toBe(false)
})
