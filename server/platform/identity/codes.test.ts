import { describe, expect, test } from 'vitest'
import { registration } from '#contract/platform/identity/registration.ts'
import { testApp } from '#test/harness/app.ts'
import { freshPhone, registering, rows } from '#test/harness/registering.ts'

const testing = await testApp()
const { asVisitor, connection, wire } = testing
const { codeFor, confirm, waited, grantFor } = registering(testing)

const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)

const notRight = { status: 400, message: 'The code is not correct or has expired' }

describe('a code', () => {
  test('is good once', async () => {
    const phoneNumber = freshPhone()
    await grantFor(phoneNumber)
    await expect(confirm(phoneNumber, (await codeFor(phoneNumber))!)).rejects.toMatchObject(notRight)
  })

  test('is good once though it is entered many times at once', async () => {
    const phoneNumber = freshPhone()
    await asVisitor(registration.register, { phoneNumber })
    const code = (await codeFor(phoneNumber))!
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(phoneNumber, code)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sql('select 1 from identity_grants where phone_number = $1', [phoneNumber])).toHaveLength(1)
  })

  test('is good for ten minutes of the database’s clock', async () => {
    const phoneNumber = freshPhone()
    await asVisitor(registration.register, { phoneNumber })
    const left = `select extract(epoch from expires_at - created_at) / 60 as minutes from sms_codes order by created_at desc limit 1`
    expect(Number((await sql(left))[0].minutes)).toBe(10)
    await sql(`update sms_codes set expires_at = now() - interval '1 second'`)
    await expect(confirm(phoneNumber, (await codeFor(phoneNumber))!)).rejects.toMatchObject(notRight)
  })

  test('dies with the next one', async () => {
    const phoneNumber = freshPhone()
    await asVisitor(registration.register, { phoneNumber })
    const first = (await codeFor(phoneNumber))!
    await waited()
    await asVisitor(registration.forgetPassword, { phoneNumber })
    expect(await codeFor(phoneNumber)).toBe(first)
    await asVisitor(registration.register, { phoneNumber }).catch(() => {})
    await waited()
    await asVisitor(registration.register, { phoneNumber })
    const second = (await codeFor(phoneNumber))!
    if (first !== second) await expect(confirm(phoneNumber, first)).rejects.toMatchObject(notRight)
    expect((await confirm(phoneNumber, second)).phoneNumber).toBe(phoneNumber)
  })

  test('of one phone is not one of another', async () => {
    const [mine, yours] = [freshPhone(), freshPhone()]
    await asVisitor(registration.register, { phoneNumber: mine })
    await asVisitor(registration.register, { phoneNumber: yours })
    const code = (await codeFor(mine))!
    if (code !== (await codeFor(yours))) await expect(confirm(yours, code)).rejects.toMatchObject(notRight)
    expect((await confirm(mine, code)).phoneNumber).toBe(mine)
  })

  test.each(['1234', '123456789', 'abcde', ''])('that is "%s" is none', async (key) => {
    const answer = await wire(registration.confirm.path, { phoneNumber: freshPhone(), key })
    expect([answer.status, answer.text]).toEqual([400, 'Your one-time password must be 5 characters.'])
  })

  test('of six digits is never right', async () => {
    const phoneNumber = freshPhone()
    await asVisitor(registration.register, { phoneNumber })
    for (const sixth of ['0', '1']) {
      const code = await codeFor(phoneNumber)
      await expect(confirm(phoneNumber, `${code}${sixth}`)).rejects.toMatchObject(notRight)
      await expect(confirm(phoneNumber, `${sixth}${code}`)).rejects.toMatchObject(notRight)
    }
  })
})
