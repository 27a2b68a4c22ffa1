import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { safeNext } from '#web/lib/paths.ts'
import { type Language, textOf, type Texts, type TextValues } from '#web/lib/texts.ts'
import { settingsMenu } from '#web/app/settings/menu.ts'
import { addressOf, coversIn, type InboxItem, schoolToActIn } from './item.ts'

/** The texts of the screen in a language. */
function textsOf(language: Language) {
  const files = ['', '.papers'].map(
    (part) => JSON.parse(readFileSync(`public/locales/${language}${part}.json`, 'utf8')) as { inbox: object },
  )
  const texts = { ...files[0], inbox: { ...files[0]!.inbox, ...files[1]!.inbox } }
  return (key: string, values?: TextValues) => textOf(texts as Texts, language, key, values) ?? key
}

const id = '0199a1b2-0000-7000-8000-00000000000a'
const to = (screen: InboxItem['link']['to'], tab: string | null = null, of: string | null = id) =>
  addressOf({ link: { to: screen, id: of, tab } })

test('an item leads to what it is about', () => {
  expect(to('child', 'exams')).toBe(`/students/${id}?tab=exams`)
  expect(to('child', 'activities')).toBe(`/students/${id}?tab=activity`)
  expect(to('classRoom')).toBe(`/${id}`)
  expect(to('school')).toBe(`/school?id=${id}`)
})

test('and a person who must sign in first comes to the same place', () => {
  const screens = ['child', 'children', 'classRoom', 'myClassroom', 'school', 'payments', 'schoolList', 'home'] as const
  for (const screen of screens)
    for (const of of [id, null]) expect(safeNext(to(screen, null, of))).toBe(to(screen, null, of))
})

test('a setting it leads to is one there is', () => {
  const known = settingsMenu.flatMap(({ settings }) => settings.map(({ type }) => `/settings/${type}`))
  for (const tab of ['years', 'payments']) expect(known).toContain(to('settings', tab))
})

test('a screen of the default school is opened for the school of the item', () => {
  const inSchool = (screen: InboxItem['link']['to']) =>
    schoolToActIn({ schoolId: id, link: { to: screen, id: null, tab: null } })
  for (const screen of ['settings', 'absence'] as const) expect(inSchool(screen)).toBe(id)
  expect(inSchool('child')).toBeNull()
})

test.each([
  ['en', 'Cover, lesson 3: 4/A for Hala Youssef, room 12, Library'],
  ['ar', 'احتياط، الحصة 3: 4/A بدلًا من Hala Youssef، غرفة 12، Library'],
] as const)('an item about covers says of each its number, class, whose it is and where (%s)', (language, line) => {
  const t = textsOf(language)
  const cover = { number: 3, classNames: ['4/A'], absentName: 'Hala Youssef', roomNames: ['12', 'Library'] }
  const lines = (on: boolean) =>
    coversIn(t, { on, covers: [cover] }).map((one) => one.replaceAll(/[\u2068\u2069]/g, ''))
  expect(lines(true)).toEqual([line])
  expect(lines(false)[0]).toMatch(/[?؟]$/)
  expect(coversIn(t, { on: true, covers: null })).toEqual([])
})
