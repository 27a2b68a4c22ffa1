import { expect, test } from 'vitest'
import { idIn, isId, paths, safeNext } from './paths.ts'

const id = '0199a1b2-0000-7000-8000-00000000000a'

test('ids stand in the address, so that a link survives', () => {
  expect(paths.student(id)).toBe(`/students/${id}`)
  expect(paths.student(id, 'staff')).toBe(`/students/${id}?view=staff`)
  expect(paths.student(id, undefined, 'exams')).toBe(`/students/${id}?tab=exams`)
  expect(paths.school(id)).toBe(`/school?id=${id}`)
  expect(paths.classRoom(id)).toBe(`/${id}`)
  expect(paths.classRoom(id, 'exams', id)).toBe(`/${id}?tab=exams&year=${id}`)
  expect(paths.marks(id, 'exams', id, id)).toBe(`/${id}?tab=exams&work=${id}&year=${id}`)
})

test('a class is known by its id alone', () => {
  expect(isId(id)).toBe(true)
  expect(isId('payments')).toBe(false)
})

test('an id that was cut off in an address narrows nothing', () => {
  const query = new URLSearchParams({ class: id, term: id.slice(0, 20), course: '' })
  expect(['class', 'term', 'course', 'grade'].map((name) => idIn(query, name))).toEqual([id, null, null, null])
})

test('after signing in one comes back to any page of ours', () => {
  const ofSigningIn = ['auth', 'join', 'otp', 'addPassword', 'setProfile', 'forgetPassword', 'unauthorized']
  // Open to everybody: nobody has to sign in for it.
  const others = Object.entries(paths).filter(([name]) => !ofSigningIn.includes(name) && name !== 'verify')
  for (const [, pathOf] of others) {
    const page = (pathOf as (...words: string[]) => string)(id, id, id)
    expect(safeNext(page)).toBe(page)
  }
  expect(safeNext(`/inbox?item=${id}`)).toBe(`/inbox?item=${id}`)
  expect(safeNext(`/${id}?tab=attendance#today`)).toBe(`/${id}?tab=attendance#today`)
})

test('and never to another site, to a page we do not have, or to signing in again', () => {
  for (const next of [
    ...elsewhere,
    '',
    '/../../x',
    '/nowhere',
    '/auth?next=/auth',
    '/settings/a/b',
    `/${id}/more`,
    null,
  ]) {
    expect(safeNext(next)).toBe('/')
  }
})

test('a filtered list of schools is opened by what the list reads', () => {
  expect(paths.schoolList('inactive', 'new')).toBe('/school-list?state=inactive&coins=new')
  expect(paths.schoolList()).toBe('/school-list')
})

const elsewhere = [
  'https://evil.example',
  'http://evil.example/my-children',
  'https:evil.example',
  'https:/evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '//localhost@evil.example',
  '//evil.example:80/my-children',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'evil.example',
  '@evil.example',
  '/auth?next=//evil.example',
  '/.evil.example',
]
