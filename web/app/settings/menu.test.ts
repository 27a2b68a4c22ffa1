import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { permissions } from '#contract/language/permissions.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { maySee, settingsMenu, shownGroups } from './menu.ts'

const holding =
  (...keys: string[]) =>
  (key: string) =>
    keys.includes(key)

test('a setting is in the menu of people who hold its key and that of its group', () => {
  const seen = shownGroups(settingsMenu, holding('ViewSchoolSettingSection', 'ViewGradesSetting'))
  expect(seen.map(({ key, settings }) => [key, settings.map(({ type }) => type)])).toEqual([['school', ['grade']]])
})

test('the groups have the order of the specification', () => {
  const [school, classes] = settingsMenu.map(({ settings }) => settings.map(({ type }) => type))
  expect(school).toEqual(['payment', 'school-info', 'language', 'grade', 'exams', 'fees', 'messages'])
  expect(classes).toEqual(['classes', 'course', 'teachers', 'students', 'record-fields', 'phone-changes'])
})

test('the key of a group gates all of it', () => {
  expect(shownGroups(settingsMenu, holding('ViewGradesSetting', 'ViewClassesSettingSection'))).toEqual([])
})

test('people who see the information of a school may open its contacts, which are linked there', () => {
  expect(maySee(settingsMenu, 'school-contact', holding('ViewSchoolSettingSection', 'ViewSchoolSettings'))).toBe(true)
  expect(maySee(settingsMenu, 'school-contact', holding('ViewSchoolSettingSection', 'ViewGradesSetting'))).toBe(false)
  expect(maySee(settingsMenu, 'grade', holding('ViewSchoolSettingSection', 'ViewSchoolSettings'))).toBe(false)
})

test('every role of a school opens all settings whose keys it holds', () => {
  // Its key also opens the menu, for roles that do not work with the information of the school.
  const named = settingsMenu.flatMap(({ settings }) => settings).filter(({ type }) => type !== 'school-info')
  for (const { name, type, keys } of Object.values(builtInRoles)) {
    if (type !== 1) continue
    const own = named.filter(({ needs }) => keys.some((key) => key === needs)).map((setting) => setting.type)
    expect([name, own.filter((setting) => !maySee(settingsMenu, setting, holding(...keys)))]).toEqual([name, []])
  }
})

test('every key of the menu is a permission', () => {
  const known = new Set<string>(permissions.map(({ key }) => key))
  const needed = settingsMenu.flatMap(({ needs, settings }) => [needs, ...settings.map((setting) => setting.needs)])
  expect(needed.filter((key) => !known.has(key))).toEqual([])
})

test('a link to a setting leads to one there is', () => {
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const named = sources.flatMap((file) =>
    [...readFileSync(join('web', file), 'utf8').matchAll(/paths\.settings\(([^)]*)\)/g)].flatMap(([, of]) =>
      [...of!.matchAll(/'([\w-]+)'/g)].map(([, type]) => type!),
    ),
  )
  expect(named).toContain('payment')
  const all = () => true
  expect(named.filter((type) => !maySee(settingsMenu, type, all))).toEqual([])
})
