import { describe, expect, test } from 'vitest'
import { permissions } from '#contract/language/permissions.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { textsIn } from '#test/house/locale-files.ts'
import type { Action } from '#web/lib/action.ts'
import { actions, actionsOf } from '#web/lib/actions.ts'
import { findActions, nearest, searchedWords } from '#web/lib/find-actions.ts'
import { safeNext } from '#web/lib/paths.ts'
import { textOf } from '#web/lib/texts.ts'
import { mainMenu } from './menus.ts'
import { keysOf, settingsMenu } from './settings/menu.ts'

const languages = ['en', 'ar'] as const
const id = '0199a1b2-0000-7000-8000-00000000000a'

const texts = { en: textsIn('en'), ar: textsIn('ar') }
const textsOf = (key: string, part: string) =>
  languages.map((language) => textOf(texts[language], language, `actions.of.${key}.${part}`) ?? '')
const named = (all: readonly Action[]) =>
  all.map((action) => ({
    action,
    names: searchedWords(...textsOf(action.key, 'name')),
    words: searchedWords(...textsOf(action.key, 'words')),
  }))

const holding = (...held: string[]) => actionsOf({ holds: (key) => held.includes(key), isParent: false })
const roleOf = (role: keyof typeof builtInRoles) => holding(...builtInRoles[role].keys)

const ofManager = named(roleOf('schoolManager'))
const found = (text: string, all = ofManager) => findActions(all, text)
const keys = (text: string, all = ofManager) => found(text, all).map(({ action }) => action.key)
const addressOf = (action: Action) => ('to' in action ? [action.of ? action.to(id) : action.to] : []).join('')

describe('an action is found', () => {
  test.for([
    ['transfer', 'transfer'],
    ['نقل', 'transfer'],
    ['تحويل', 'transfer'],
    ['print class list', 'classList'],
    ['كشف فصل', 'classList'],
    ['شهادة قيد', 'certificate'],
    ['certificate', 'certificate'],
    ['غائب', 'absent'],
    ['absent', 'absent'],
    ['إعلان', 'announce'],
    ['announce', 'announce'],
    ['roll call', 'register'],
    ['excel', 'import'],
    ['اختبار', 'exam'],
    ['عطلة', 'holiday'],
    ['new teacher', 'inviteTeacher'],
    ['مدرس جديد', 'inviteTeacher'],
    ['next year', 'nextYear'],
    ['close term', 'closeTerm'],
    ['change my number', 'changeNumber'],
    ['الوضع الليلي', 'theme'],
    ['dark', 'theme'],
    ['english', 'language'],
  ])('by %s', ([text, key]) => expect(keys(text!)[0]).toBe(key))

  test('by the beginning of any of its words, and by its plural', () => {
    expect(keys('transf')).toContain('transfer')
    expect(keys('certificates')).toContain('certificate')
    expect(keys('شهادات')).toContain('certificate')
    expect(keys('الإعلانات')).toContain('announce')
  })

  test('however its letters are written', () => {
    for (const text of ['اعلان', 'إعْلان', 'اعـــلان', 'الاعلان'])
      expect([text, keys(text)[0]]).toEqual([text, 'announce'])
    for (const text of ['شهاده قيد', 'شهادة قَيد']) expect(keys(text)[0]).toBe('certificate')
    expect(keys('TRÁNSFER')[0]).toBe('transfer')
  })

  test('as it is asked in a sentence', () => {
    expect(keys('how do I write an announcement')[0]).toBe('announce')
    expect(keys('كيف أكتب إعلان في المدرسة')).toEqual([])
    expect(keys('عايز نقل طالب')[0]).toBe('transfer')
  })

  test('but not by one letter, or by words that are not its own', () => {
    expect(keys('t')).toEqual([])
    expect(keys('ن')).toEqual([])
    expect(keys('announce omar')).toEqual([])
    expect(keys('zzz')).toEqual([])
  })
})

describe('a name beside the verb', () => {
  test('is the person for whom the action is', () => {
    for (const [text, rest] of [
      ['transfer Omar', 'omar'],
      ['omar transfer', 'omar'],
      ['نقل عمر', 'عمر'],
      ['نقل علي', 'علي'],
      ['شهادة لـ عمر كريم', 'عمر كريم'],
      ['transfer omar to another class', 'omar'],
    ] as const) {
      const [first] = found(text)
      expect([text, first?.rest, first?.action.of]).toEqual([text, rest, 'student'])
    }
    expect(found('transfer omar')[0]!.action.key).toBe('transfer')
    expect(found('كشف فصل 4أ')[0]).toMatchObject({ rest: '4ا', action: { key: 'classList' } })
  })

  test('is doubtful after the beginning of a word, which may be a name too', () => {
    expect(found('tra omar').every(({ sure }) => !sure)).toBe(true)
    expect(found('transfer omar')[0]!.sure).toBe(true)
    expect(found('نقل عمر')[0]!.sure).toBe(true)
  })
})

describe('people see what they may do', () => {
  const keysOfAll = (all: Action[]) => all.map(({ key }) => key)

  test('a manager the work of the school, and nothing of the platform or of parents', () => {
    const all = keysOfAll(roleOf('schoolManager'))
    expect(all).toEqual(expect.arrayContaining(['transfer', 'announce', 'closeTerm', 'inviteTeacher', 'classList']))
    expect(all).not.toContain('approvePayments')
    expect(all).not.toContain('excuse')
  })

  test('a teacher the work of a class', () => {
    const all = keysOfAll(roleOf('schoolTeacher'))
    expect(all).toEqual(expect.arrayContaining(['register', 'homework', 'note', 'announce']))
    for (const key of ['transfer', 'certificate', 'closeTerm', 'nextYear', 'addStudent']) expect(all).not.toContain(key)
    expect(keys('نقل', named(roleOf('schoolTeacher')))).toEqual([])
  })

  test('a parent what is for a child, and everybody what is their own', () => {
    const parent = actionsOf({ holds: () => false, isParent: true })
    expect(keysOfAll(parent)).toEqual(expect.arrayContaining(['excuse', 'childPapers', 'changeNumber', 'theme']))
    expect(keysOfAll(parent)).not.toContain('register')
    expect(keys('غياب عمر', named(parent))[0]).toBe('excuse')
    expect(keysOfAll(actionsOf({ holds: () => false, isParent: false }))).not.toContain('excuse')
  })

  test('the people of the platform payments and schools', () => {
    const all = holding('ViewPaymentsRequests', 'ViewSchoolActionList').map(({ key }) => key)
    expect(all).toEqual(expect.arrayContaining(['approvePayments', 'approveSchools', 'devices']))
    expect(all).not.toContain('transactions')
  })
})

describe('the list', () => {
  test('names each action once, in both languages, with keys that there are', () => {
    expect(new Set(actions.map(({ key }) => key)).size).toBe(actions.length)
    const known = new Set<string>(permissions.map(({ key }) => key))
    for (const { key, needs } of actions) {
      expect([key, [...textsOf(key, 'name'), ...textsOf(key, 'words')].filter((text) => !text)]).toEqual([key, []])
      expect([key, needs.flat().filter((one) => !known.has(one))]).toEqual([key, []])
    }
    const written = texts.en.actions as { of: object }
    expect(Object.keys(written.of).toSorted()).toEqual(actions.map(({ key }) => key).toSorted())
  })

  test('leads to pages of ours, and to a setting only those who may open it', () => {
    for (const action of actions) {
      const address = addressOf(action)
      expect([action.key, safeNext(address || '/')]).toEqual([action.key, address || '/'])
      const [, setting] = /^\/settings\/([\w-]+)/.exec(address) ?? []
      const needed = setting ? ['ViewSchoolSettings', ...keysOf(settingsMenu, setting)] : []
      expect([action.key, needed.filter((key) => !action.needs.includes(key))]).toEqual([action.key, []])
      if (setting) expect([action.key, needed.length]).not.toEqual([action.key, 1])
    }
  })
})

test('what is nearest to letters that find nothing is named first', () => {
  const places = mainMenu().map(({ key }) => textOf(texts.en, 'en', `menu.${key}`)!)
  const near = (text: string, all = places) => nearest(all, (name) => searchedWords(name), text)
  expect(near('anouncments')[0]).toBe('Announcements')
  expect(near('resluts')[0]).toBe('Results')
  expect(near('paprs')[0]).toBe('Papers')
  expect(near('qqqq')).toHaveLength(3)
  const arabic = mainMenu().map(({ key }) => textOf(texts.ar, 'ar', `menu.${key}`)!)
  expect(near('الاعلنات', arabic)[0]).toBe(textOf(texts.ar, 'ar', 'menu.posts'))
})
