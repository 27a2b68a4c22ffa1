import { expect, test } from 'vitest'
import { callingCode, phoneCountries, phoneOf } from '#contract/language/phones.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'

const { connection } = await testApp()

const ask = <T>(text: string, values: unknown[] = []) =>
  withClient(connection, async (client) => (await client.query(text, values)).rows as T[])

test('the database knows the calling codes that the contract knows', async () => {
  const countries = phoneCountries()
  const rows = await ask<{ code: string }>(
    'select calling_code(c) as code from unnest($1::text[]) with ordinality as t (c, nth) order by nth',
    [countries],
  )
  expect(rows.map(({ code }) => code)).toEqual(countries.map(callingCode))
})

test('each time zone of these countries shows its country, and any other Egypt', async () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const rows = await ask<{ country: string }>(
    'select country_of_zone(z) as country from unnest($1::text[]) with ordinality as t (z, nth) order by nth',
    [zones],
  )
  expect(new Set(rows.map(({ country }) => country))).toEqual(new Set(phoneCountries()))
  expect(await ask(`select country_of_zone('Europe/Berlin') as country`)).toEqual([{ country: 'EG' }])
})

test.each([
  ['010 1234-5678', 'SA', '01012345678'],
  ['+20 10 1234 5678', 'KW', '01012345678'],
  ['050 123 4567', 'SA', '+966501234567'],
  ['50 123 4567', 'AE', '+971501234567'],
  ['+966 (0) 50 123 4567', 'EG', '+966501234567'],
  ['00965 5001 2345', 'EG', '+96550012345'],
  ['5001 2345', 'KW', '+96550012345'],
  ['03 123 456', 'LB', '+9613123456'],
  ['+49 1512 3456789', 'EG', '+4915123456789'],
])('%s of a guardian in %s is the number %s of an account', async (written, country, number) => {
  expect(await ask('select account_number_of($1, $2) as number', [written, country])).toEqual([{ number }])
  expect(phoneOf(written.replace(/[()]/g, ''), country)).toBe(number)
})

test.each(['no number', '12', '+0501234567'])('and "%s" is none', async (written) =>
  expect(await ask('select account_number_of($1, $2) as number', [written, 'EG'])).toEqual([{ number: null }]),
)

const insert = (phone: string) =>
  ask<{ e164: string }>(
    `insert into users (id, phone_number, password_hash) values (gen_random_uuid(), $1, 'none') returning e164`,
    [phone],
  )

test('a number is stored in the form of E.164 too, whichever form the wire has', async () => {
  expect(await insert('01099887766')).toEqual([{ e164: '+201099887766' }])
  expect(await insert('+966501234567')).toEqual([{ e164: '+966501234567' }])
})

test.each(['+201099887755', '966501234567', '+012345678', '+1234567', '+1234567890123456', '0109988775'])(
  '%s is no form of a number in the database',
  async (phone) => {
    await expect(insert(phone)).rejects.toThrow(/users_(phone|e164)_form/)
  },
)
