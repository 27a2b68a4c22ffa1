import { expect, test } from 'vitest'
import type { DayLesson, TeacherOfDay } from './facts.queries.ts'
import { type DayAbsence, type DayFacts, endsNoMore, planOfDay } from './plan.rules.ts'

const long = process.env.PROOF === 'on'
const absencesWanted = long ? 500 : 60

/** Numbers that look random and are the same in every run. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const lesson = (teacherId: string, number: number): DayLesson => ({
  id: `${teacherId} ${number}`,
  number,
  starts: null,
  ends: null,
  courseId: 'course',
  courseName: 'course',
  classIds: [`class of ${teacherId}`],
  groupIds: [null],
  classNames: [],
  roomNames: [],
  teacherIds: [teacherId],
  teacherNames: [],
  lacksTeacher: false,
})

const person = (id: string, load: number): TeacherOfDay => ({
  id,
  name: id,
  load,
  fullLoad: 20,
  month: 0,
  year: 0,
  lastDay: null,
  exempt: false,
  classIds: [],
  courseIds: [],
  standby: [],
})

/** Four equals who teach in 1 and 2; six who teach from 3 on and are absent; two above their load, who are free like the equals. */
const equals = ['a', 'b', 'c', 'd'].map((id) => person(id, 10))
const absent = ['u', 'v', 'w', 'x', 'y', 'z'].map((id) => person(id, 20))
const above = ['k', 'l'].map((id) => person(id, 24))
const lessons = [
  ...[...equals, ...above].flatMap(({ id }) => [lesson(id, 1), lesson(id, 2)]),
  ...absent.flatMap(({ id }) => [3, 4, 5, 6].map((number) => lesson(id, number))),
]

test(`after ${absencesWanted} random absences over a term, covers of equals differ by at most one`, () => {
  const roll = dice(7)
  const teachers = [...equals, ...absent, ...above].map((one) => ({ ...one }))
  let many = 0
  for (let nth = 0; many < absencesWanted; nth++) {
    const date = new Date(Date.UTC(2026, 8, 1 + nth)).toISOString().slice(0, 10)
    if (date.endsWith('-01')) for (const one of teachers) one.month = 0
    const absences: DayAbsence[] = absent
      .filter(() => roll(4) === 0)
      .map(({ id }) => ({ teacherId: id, fromTime: null, toTime: null, numbers: roll(2) ? null : [3 + roll(4)] }))
    many += absences.length
    const plan = planOfDay(factsOn(date, teachers, absences))
    for (const { way, teacherId } of plan.lessons) {
      if (way !== 'cover') continue
      const chosen = teachers.find(({ id }) => id === teacherId)!
      Object.assign(chosen, { month: chosen.month + 1, year: chosen.year + 1, lastDay: date })
    }
    const years = teachers.slice(0, equals.length).map(({ year }) => year)
    expect(Math.max(...years) - Math.min(...years), date).toBeLessThanOrEqual(1)
  }
  expect(teachers[0]!.year).toBeGreaterThan(10)
})

const factsOn = (day: string, teachers: TeacherOfDay[], absences: DayAbsence[]): DayFacts => ({
  schoolId: 'school',
  day,
  rules: { aDay: 2, inRow: 5 },
  lessons,
  absences,
  covers: [],
  teachers,
  over: new Set(),
})

test('the plan and its hash do not depend on the order in which the facts were read, and each fact changes the hash', () => {
  const teachers = [...equals, ...absent, ...above]
  const all = absent.slice(0, 2).map(({ id }) => ({ teacherId: id, fromTime: null, toTime: null, numbers: null }))
  const facts = factsOn('2026-09-01', teachers, all)
  const plan = planOfDay(facts)
  const turned = {
    ...facts,
    lessons: lessons.toReversed(),
    teachers: teachers.toReversed(),
    absences: all.toReversed(),
  }
  expect(planOfDay(turned)).toEqual(plan)
  const others: DayFacts[] = [
    { ...facts, rules: { aDay: 3, inRow: 5 } },
    { ...facts, absences: all.slice(1) },
    { ...facts, over: new Set([lessons.at(-1)!.id, ...absent.slice(0, 2).map(({ id }) => `${id} 3`)]) },
    { ...facts, teachers: teachers.map((one) => (one.id === 'a' ? { ...one, month: 1 } : one)) },
    { ...facts, teachers: teachers.map((one) => (one.id === 'b' ? { ...one, exempt: true } : one)) },
    {
      ...facts,
      covers: [{ id: 'cover', lessonId: `${absent[0]!.id} 3`, teacherId: 'a', way: 'cover', state: 'given' }],
    },
  ]
  expect(new Set([plan, ...others.map(planOfDay)].map(({ hash }) => hash)).size).toBe(others.length + 1)
})

test('groups that are taught beside it, the last lesson and supervised study are the ways where nobody is free', () => {
  const group = (teacherId: string, groupId: string): DayLesson => ({
    ...lesson(teacherId, 1),
    classIds: ['class'],
    groupIds: [groupId],
  })
  const whole = (teacherId: string, number: number): DayLesson => ({
    ...lesson(teacherId, number),
    classIds: ['other'],
  })
  const away = (teacherId: string) => ({ teacherId, fromTime: null, toTime: null, numbers: null })
  const facts: DayFacts = {
    ...factsOn('2026-09-01', [person('a', 1), person('b', 1), person('c', 1)], [away('a'), away('c')]),
    lessons: [group('a', 'one'), group('b', 'two'), whole('c', 1), whole('c', 2), { ...lesson('b', 2), id: 'busy' }],
  }
  expect(planOfDay(facts).lessons.map(({ lessonId, way, teacherId }) => [lessonId, way, teacherId])).toEqual([
    ['a 1', 'merge', 'b'],
    ['c 1', 'study', null],
    ['c 2', 'moved', null],
  ])
})

test('a class ends early by its last lessons alone: not by the first one, nor before one that takes place', () => {
  const ofClass = (teacherId: string, number: number) => ({ ...lesson(teacherId, number), classIds: ['class'] })
  const facts: DayFacts = {
    ...factsOn('2026-09-01', [], [{ teacherId: 'a', fromTime: null, toTime: null, numbers: null }]),
    lessons: [ofClass('a', 1), ofClass('b', 2), ofClass('a', 3), ofClass('a', 4)],
  }
  const moved = (lessonId: string) =>
    ({ id: `cover of ${lessonId}`, lessonId, teacherId: null, way: 'moved', state: 'given' }) as const
  const ways = (covers: DayFacts['covers']) =>
    planOfDay({ ...facts, covers }).lessons.map(({ lessonId, way, endsEarly }) => [lessonId, way, endsEarly])
  expect(ways([])).toEqual([
    ['a 1', 'study', false],
    ['a 3', 'study', false],
    ['a 4', 'moved', true],
  ])
  expect(ways([moved('a 4')])).toEqual([
    ['a 1', 'study', false],
    ['a 3', 'moved', true],
  ])
  const both = { ...facts, covers: [moved('a 3'), moved('a 4')] }
  expect(endsNoMore(both, ['a 4'])).toEqual([moved('a 3')])
  expect(endsNoMore(both, ['a 3'])).toEqual([])
})
