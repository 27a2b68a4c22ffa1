import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registration } from '#contract/identity/registration.ts'
import { users } from '#contract/identity/users.ts'
import { testApp } from '#test/app.ts'
import { freshPhone, registering } from '#test/registering.ts'
import { demoPassword, world } from '#test/world.ts'
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
  expect((await wire(setPassword.path, { userId, password: 'qwerty1234' })).status).toBe(200)
})

test('where no list is named every password is allowed; an unreadable list is reported at the start', () => {
  expect(commonPasswords(null)('qwerty123')).toBe(false)
  expect(() => commonPasswords('/nowhere/list')).toThrow('COMMON_PASSWORDS names a file that cannot be read: ')
})
