import { describe, expect, test } from 'vitest'
import { itemKinds, topicOf } from '#contract/messages/inbox/inbox.ts'
import { type Noticed, noticeText } from './notice-texts.rules.ts'

const about = (firstName: string | null): Noticed => ({ kind: 'homework', firstName, on: null })

/** The text of a notice about these items, without the isolation marks around names. */
const text = (items: Noticed[], language: 'ar' | 'en') => noticeText(items, language).replaceAll(/[\u2068\u2069]/g, '')

const counted = (count: number, language: 'ar' | 'en') =>
  text(
    Array.from({ length: count }, () => about(null)),
    language,
  )

test('several items are counted in every form of both languages', () => {
  expect([2, 3, 10, 11, 100].map((count) => counted(count, 'en'))).toEqual([
    '2 updates',
    '3 updates',
    '10 updates',
    '11 updates',
    '100 updates',
  ])
  expect([2, 3, 10, 11, 99, 100, 102, 103].map((count) => counted(count, 'ar'))).toEqual([
    'خبران جديدان',
    '3 أخبار جديدة',
    '10 أخبار جديدة',
    '11 خبرًا جديدًا',
    '99 خبرًا جديدًا',
    '100 خبر جديد',
    '102 خبر جديد',
    '103 أخبار جديدة',
  ])
})

test('the children they are about are named once each', () => {
  const items = [about('عمر'), about('ليلى'), about('عمر')]
  expect(text(items, 'ar')).toBe('3 أخبار جديدة عن عمر وليلى')
  expect(text([about('Omar'), about('Laila'), about('Omar')], 'en')).toBe('3 updates about Omar and Laila')
})

test('a single item is a sentence of its own, whether the child has a name or not', () => {
  expect(text([about('Omar')], 'en')).toBe('New homework for Omar')
  expect(text([{ kind: 'classChanged', firstName: null, on: null }], 'en')).toBe('Your child is in another class now')
  expect(text([{ kind: 'classChanged', firstName: 'Omar', on: null }], 'en')).toBe('Omar is in another class now')
  expect(text([{ kind: 'classLink', firstName: null, on: true }], 'en')).toBe('A class was assigned to you')
  expect(text([{ kind: 'classLink', firstName: null, on: true }], 'ar')).toBe('تم إسناد فصل إليك')
})

describe.each(['ar', 'en'] as const)('in %s', (language) => {
  const forms = itemKinds.flatMap((kind) => [true, false, null].map((on) => ({ kind, on })))

  test('no kind of item shows the place of a name, with a name or without one', () => {
    for (const form of forms)
      for (const firstName of ['Omar', null])
        expect(text([{ ...form, firstName }], language), form.kind).not.toMatch(/[{}]/)
  })

  test('all kinds about attendance are worded alike, so that no absence is read along', () => {
    const ofAttendance = forms.filter(({ kind }) => topicOf[kind] === 'attendance')
    const texts = new Set(ofAttendance.map((form) => text([{ ...form, firstName: 'Omar' }], language)))
    expect([...texts]).toEqual([language === 'ar' ? 'هناك جديد عن Omar' : 'News about Omar'])
  })
})
