import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { screens } from '#test/e2e/every-screen.ts'
import { students } from '#test/world/students.ts'
import { textsIn } from '#test/house/locale-files.ts'
import { isId } from '#web/lib/paths.ts'
import { textOf } from '#web/lib/texts.ts'
import { type AtHome, helpOf, keysAt } from '#web/ui/help-of.ts'
import { adminMenu } from './admin-settings/menu.ts'
import { routes } from './routes.tsx'
import { settingsMenu } from './settings/menu.ts'

const languages = ['en', 'ar'] as const
const classId = '0199a1b2-0000-7000-8000-00000000000a'
const homes: AtHome[] = ['visitor', 'parent', 'staff', 'platform', 'newcomer']

/** Every address that shows a screen, with each setting by its name. */
const addresses = addressesOf(routes).flatMap((pattern) => {
  if (!pattern.includes(':settingType?'))
    return [pattern.replace(':classId', classId).replace(':studentId', students.omar.id)]
  const menu = pattern.startsWith('/admin') ? adminMenu : settingsMenu
  const types = menu.flatMap(({ settings }) => settings.map(({ type }) => type))
  const more = pattern.startsWith('/admin') ? [] : ['school-contact']
  return ['', ...types, ...more].map((type) => pattern.replace(':settingType?', type).replace(/\/$/, ''))
})

test('every screen has its help in both languages, of two or three sentences', () => {
  expect(addresses.length).toBeGreaterThan(40)
  for (const address of addresses)
    for (const home of address === '/' ? homes : homes.slice(0, 1))
      for (const language of languages) {
        const help = textOf(textsIn(language), language, `help.screens.${helpOf(address, home)}`)
        expect(help, `${language} ${address}`).not.toBeNull()
        const sentences = help!.match(/[.؟](?=\s|$)/g)!.length
        expect([2, 3], `${language} ${address}`).toContain(sentences)
      }
})

test('every screen is one of those that journeys look at', () => {
  const looked = new Set(screens.flatMap(([, all]) => all.map((address) => address.split('?')[0]!)))
  const classes = [...looked].filter((address) => isId(address.slice(1)))
  expect(classes).not.toEqual([])
  // Steps of joining need the step before; the journey of a new person tests them.
  const others = [`/${classId}`, '/otp', '/add-password']
  expect(new Set(addresses.filter((address) => !looked.has(address)))).toEqual(new Set(others))
})

test('no help is kept of a screen that is no more', () => {
  const named = new Set(addresses.flatMap((address) => homes.map((home) => helpOf(address, home))))
  const written = (textsIn('en').help as { screens: Record<string, string | Record<string, string>> }).screens
  const names = Object.entries(written).flatMap(([name, help]) =>
    typeof help === 'string' ? [name] : Object.keys(help).map((last) => `${name}.${last}`),
  )
  expect(names.toSorted()).toEqual([...named].toSorted())
})

test('every key that is listed says what it does, in both languages', () => {
  const keys = new Set(
    addresses.flatMap((address) => homes.flatMap((home) => keysAt(helpOf(address, home), home))).map(({ key }) => key),
  )
  for (const language of languages) {
    const written = (textsIn(language).help as { keys: Record<string, string> }).keys
    expect(Object.keys(written).toSorted()).toEqual([...keys].toSorted())
  }
})

function addressesOf(all: RouteObject[], before = ''): string[] {
  return all.flatMap(({ path, index, children }) => {
    const here = path && path !== '/' ? `${before}/${path}` : before
    if (path === '*') return []
    const ownPath = path && path !== '/' ? [here] : []
    const own = index ? ['/'] : ownPath
    return [...own, ...(children ? addressesOf(children, here) : [])]
  })
}
