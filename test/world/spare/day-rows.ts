import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { insert, type Row } from '#test/world/insert.ts'
import { posts } from '#test/world/post-rows.ts'
import { homework } from './work-rows.ts'

const { nile, delta, closed, class4a, class5a, deltaClass1, nileYear, deltaYear, omar, deltaStudent } = world

const of = (kind: string) => ({ own: idOf(kind, nile.id), ofAnotherSchool: idOf(kind, delta.id) })
const [kind, record, step] = [of('spare conduct kind'), of('spare conduct record'), of('spare absence step')]
const closedPost = idOf('post', closed.id)

export const thingsOfDays = (nowhere: Record<string, string>) => ({
  conductKind: { ...kind, ...nowhere },
  conductRecord: { ...record, ...nowhere },
  absenceStep: { ...step, ...nowhere },
  post: {
    trip4a: posts.trip4a.id,
    openDay: posts.openDay.id,
    ofDelta: posts.delta.id,
    ...nowhere,
    ofClosed: closedPost,
  },
})

export const kindsOfDays = {
  kindId: 'conductKind',
  recordId: 'conductRecord',
  stepId: 'absenceStep',
  postId: 'post',
}

const toClasses = (words: object) =>
  [class4a, class5a].map(({ id: targetId }, nth) => ({
    about: `to class ${4 + nth}a`,
    body: { schoolId: nile.id, ...words, audience: [{ kind: 'class', targetId }] },
    shown: true,
  }))

/** Further inputs of these operations. */
export const moreOfDays = {
  'Post/CountAudience': toClasses({}),
  'Post/Create': toClasses({ title: 'a title', body: 'a text' }),
  'Attachment/SaveHomeworkFiles': Object.entries({ ...homework.near, ...homework.farther }).map(
    ([name, homeworkId]) => ({
      about: `no files of ${name}`,
      body: { homeworkId, attachmentIds: [] },
      shown: true,
    }),
  ),
}

/**
 * Records of one day about a student in each of two schools: conduct, an excuse that waits, a step of a rule. Also a post of a
 * closed school.
 */
export async function spareDays(owner: pg.Client) {
  const day = '2026-11-10'
  const put = (table: string, row: Row) => insert(owner, table, [row])
  for (const [place, { school, student, classRoom, year }] of [
    ['own', { school: nile, student: omar, classRoom: class4a, year: nileYear }],
    ['ofAnotherSchool', { school: delta, student: deltaStudent, classRoom: deltaClass1, year: deltaYear }],
  ] as const) {
    const at = { school_id: school.id }
    const whose = { ...at, student_id: student.id }
    const rule = idOf('spare absence rule', school.id)
    const what = { name: 'late', is_merit: false, points: 1 }
    await put('conduct_kinds', { ...at, id: kind[place], position: 0, ...what, parents_see: false })
    const by = { class_room_id: classRoom.id, kind_id: kind[place], kind_version: 1, day, recorded_by: school.adminId }
    await put('conduct_records', { ...whose, id: record[place], ...what, ...by })
    const asked = { from_day: day, to_day: day, kind: 'illness', by_parent: true, asked_by: school.adminId }
    await put('excuses', { ...whose, id: idOf('spare excuse', school.id), ...asked })
    const counting = { counts: 'running', period: 'year', counted: 'all', steps: [], active: false }
    await put('absence_rules', { ...at, id: rule, position: 0, name: 'running', ...counting })
    const reached = { position: 1, at: 1, name: 'first', action: 'letter', reached_on: day, days: [day] }
    await put('absence_steps', {
      ...whose,
      id: step[place],
      rule_id: rule,
      rule_version: 1,
      period_id: year.id,
      ...reached,
    })
  }
  await put('posts', {
    id: closedPost,
    school_id: closed.id,
    author_id: closed.adminId,
    title: 'a title',
    body: 'a text',
    public: false,
    important: false,
    published_at: `${day}T09:00:00Z`,
  })
}
