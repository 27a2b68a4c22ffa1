import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { testApp } from '#test/harness/app.ts'
import { freshPhone, registering, rows } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { readPassword } from './administrator.ts'
import { commonPasswords } from './guessable-passwords.ts'

const folder = mkdtempSync(join(tmpdir(), 'kashkool-common-'))
writeFileSync(join(folder, 'list'), 'qwerty123\r\n\nكلمة السر\n')
const isCommon = commonPasswords(join(folder, 'list'))
rmSync(folder, { recursive: true })

const testing = await testApp({ isCommon })
const { wire } = testing
const { grantFor } = registering(testing)

test('a password that the operator lists is refused wherever one is set, and the grant stays good', async () => {
  const tooCommon = { status: 400, text: 'This password is too common' }
  const { setPassword, saveMainInfo } = registration
  const userId = await grantFor(freshPhone())
  const names = { userName: 'salma', firstName: 'سلمى', lastName: 'عمر' }
  expect(await wire(setPassword.path, { userId, password: 'Qwerty123' })).toMatchObject(tooCommon)
  expect(await wire(saveMainInfo.path, { ...names, id: userId, password: 'كلمة السر' })).toMatchObject(tooCommon)
  const change = { oldPassword: demoPassword, newPassword: 'QWERTY123', confirmNewPassword: 'QWERTY123' }
  expect(await wire(users.changePassword.path, change, { as: world.newcomer })).toMatchObject(tooCommon)
  expect(() => readPassword('qwerty123', 'qwerty123', isCommon)).toThrow('This password is too common')
  expect((await wire(setPassword.path, { userId, password: 'qwerty and 1234' })).status).toBe(200)
})

test('the commonest ten thousand are shipped, also where the operator lists others', () => {
  const [first, ...shipped] = dictionary['passwords-common'] as string[]
  expect(first).toBe('123456')
  expect(shipped.length).toBeGreaterThan(10_000)
  for (const shippedOnly of [commonPasswords(null), isCommon])
    expect(shipped.slice(0, 10_000).filter((password) => !shippedOnly(password))).toEqual([])
  expect(commonPasswords(null)('كلمة السر')).toBe(false)
  expect(() => commonPasswords('/nowhere/list')).toThrow('COMMON_PASSWORDS names a file that cannot be read: ')
})

test('the list counts where the installation says nothing of passwords', async () => {
  const plain = await testApp({ connection: testing.connection })
  const change = { oldPassword: demoPassword, newPassword: 'Password', confirmNewPassword: 'Password' }
  expect(await plain.wire(users.changePassword.path, change, { as: world.newcomer })).toMatchObject({
    status: 400,
    text: 'This password is too common',
  })
})

describe('what others know of a person is no password of theirs', () => {
  const own = { status: 400, text: 'Your phone number, name or school is not a password' }
  const change = (password: string) =>
    wire(
      users.changePassword.path,
      { oldPassword: demoPassword, newPassword: password, confirmNewPassword: password },
      { as: world.manager },
    )

  test.each([
    ['the phone number', world.manager.phone],
    ['as it is written abroad', `+2${world.manager.phone}`],
    ['in Arabic digits', world.manager.phone.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)],
    ['a name and a year', 'البنداري2010'],
    ['two names', 'نجلاء.البنداري'],
  ])('%s', async (_, password) => expect(await change(password)).toMatchObject(own))

  test('the school', async () => {
    const [{ name }] = await rows(testing.connection, 'select name from schools where id = $1', [world.nile.id])
    expect(await change(`${name} 1`)).toMatchObject(own)
  })

  test('a registration’s phone, and the names in the same form', async () => {
    const phone = freshPhone()
    const userId = await grantFor(phone)
    expect(await wire(registration.setPassword.path, { userId, password: phone })).toMatchObject(own)
    const names = { userName: 'salma', firstName: 'سلمى', lastName: 'عمران' }
    const saved = (password: string) => wire(registration.saveMainInfo.path, { ...names, id: userId, password })
    expect(await saved('Salma99')).toMatchObject(own)
    expect((await saved('Salma likes long walks')).status).toBe(200)
  })
})
