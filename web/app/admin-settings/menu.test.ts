import { expect, test } from 'vitest'
import { permissions } from '#contract/language/permissions.ts'
import { maySee, shownGroups } from '#web/app/settings/menu.ts'
import { adminMenu } from './menu.ts'

const everything = () => true

test('the menu of the platform has the settings of the product, in its order', () => {
  expect(shownGroups(adminMenu, everything).flatMap(({ settings }) => settings.map(({ type }) => type))).toEqual([
    'language-admin',
    'relations',
    'school-type',
    'school-contact-type',
    'coins-type',
    'payment-type',
    'role',
    'assign-user-role',
    'phone-changes-admin',
    'audit-log-admin',
  ])
})

test('the permissions of a person open to who may see them, though no line of the menu says so', () => {
  expect(maySee(adminMenu, 'assign-user-permission', everything)).toBe(true)
  expect(maySee(adminMenu, 'assign-user-permission', (key) => key === 'ViewAdminSettings')).toBe(false)
})

test('every key of the menu is a permission held app-wide', () => {
  const known = new Set<string>(permissions.filter(({ scope }) => scope !== 'school').map(({ key }) => key))
  const keys = adminMenu.flatMap(({ needs, settings }) => [needs, ...settings.map((setting) => setting.needs)])
  expect(keys.filter((key) => !known.has(key))).toEqual([])
})
