import { expect, test } from 'vitest'
import type { PupilOfYear } from './facts.queries.ts'
import { type Facts, placed, sectionOf, type Target } from './placing.rules.ts'

// 200 schools in the proof, a few in an ordinary run. A school is generated from its number.
const schools = process.env.PROOF === 'on' ? 200 : 12

/** Pseudo-random numbers, the same for the same seed. */
function chanceOf(seed: number) {
  let state = seed * 2654435761 + 1
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0
    return (state >>> 1) % below
  }
}

function schoolOf(seed: number, placement: 'same' | 'balanced'): Facts {
  const chance = chanceOf(seed)
  const grades = Array.from({ length: 2 + chance(6) }, (_, nth) => `g${nth}`)
  const next = new Map(grades.map((id, nth) => [id, grades[nth + 1] ?? null]))
  const classes = grades.flatMap((gradeId, nth) =>
    Array.from({ length: 1 + chance(4) }, (_, section) => ({
      id: `${gradeId}${section}`,
      name: `${nth + 1}${'ABCD'[section]}`,
      gradeId,
      languageId: section === 3 ? 'english' : 'arabic',
      gender: [3, 3, 1, 2][chance(4)]!,
    })),
  )
  const targets = classes.map(
    (one): Target => ({ ...one, id: `new ${one.id}`, maxOfStudents: 20 + chance(20), present: 0, active: true }),
  )
  const pupils = classes.flatMap(({ id, gender }) =>
    Array.from({ length: chance(25) }, (_, seat): PupilOfYear => {
      const result = ([null, 'passed', 'passed', 'failed', 'secondRound'] as const)[chance(5)]!
      return {
        id: `${id}-${seat}`,
        code: `${id}-${String(seat).padStart(2, '0')}`,
        name: 'ط',
        classId: id,
        sex: gender === 3 ? (([1, 2, null] as const)[chance(3)] ?? null) : (gender as 1 | 2),
        isPaid: true,
        result,
        percent: result && chance(101),
        decision: null,
        toClassId: null,
      }
    }),
  )
  return { pupils, classes, targets, next, placement }
}

test.each(['same', 'balanced'] as const)(
  `in ${schools} schools everybody who moves has one class of the right grade, language and sex: %s`,
  (placement) => {
    let moved = 0
    for (let seed = 1; seed <= schools; seed++) {
      const facts = schoolOf(seed, placement)
      const all = placed(facts)
      expect(all.map(({ pupil }) => pupil.id)).toEqual(facts.pupils.map(({ id }) => id))
      expect(placed(facts)).toEqual(all)
      expect(placed({ ...facts, targets: facts.targets.toReversed() })).toEqual(all)
      for (const { pupil, decision, toClassId, problem } of all) {
        const from = facts.classes.find(({ id }) => id === pupil.classId)!
        const to = facts.targets.find(({ id }) => id === toClassId)
        if (decision !== 'up' && decision !== 'repeat') {
          expect([to, problem]).toEqual([undefined, null])
          continue
        }
        expect(to === undefined).toBe(problem !== null)
        if (!to) continue
        moved++
        expect(to.gradeId).toBe(decision === 'up' ? facts.next.get(from.gradeId) : from.gradeId)
        expect(to.languageId).toBe(from.languageId)
        if (to.gender !== 3) expect(to.gender).toBe(pupil.sex ?? from.gender)
      }
      if (placement === 'balanced') mustBeEven(facts, all)
    }
    expect(moved).toBeGreaterThan(schools * 5)
  },
)

/** A class gets more students than places only if every other suitable class is full too. */
function mustBeEven(facts: Facts, all: ReturnType<typeof placed>) {
  const many = (id: string) => all.filter(({ toClassId }) => toClassId === id).length
  for (const full of facts.targets.filter(({ id, maxOfStudents }) => many(id) > maxOfStudents)) {
    const free = facts.targets.filter(
      (one) =>
        one.gradeId === full.gradeId &&
        one.languageId === full.languageId &&
        one.gender === full.gender &&
        many(one.id) < one.maxOfStudents,
    )
    expect(free).toEqual([])
  }
}

test('girls and boys, strong and weak, are spread over the classes', () => {
  const classes = [{ id: 'old', name: '1A', gradeId: 'g1', languageId: 'l', gender: 3 }]
  const targets = ['2A', '2B'].map((name) => ({
    id: name,
    name,
    gradeId: 'g2',
    languageId: 'l',
    gender: 3,
    maxOfStudents: 10,
    present: 0,
    active: true,
  }))
  const pupils = Array.from(
    { length: 12 },
    (_, nth): PupilOfYear => ({
      id: `${nth}`,
      code: String(nth).padStart(2, '0'),
      name: 'ط',
      classId: 'old',
      sex: nth < 8 ? 1 : 2,
      isPaid: true,
      result: 'passed',
      percent: nth * 5,
      decision: null,
      toClassId: null,
    }),
  )
  const next = new Map([['g1', 'g2']])
  const all = placed({ pupils, classes, targets, next, placement: 'balanced' })
  for (const { id } of targets) {
    const here = all.filter(({ toClassId }) => toClassId === id)
    expect(here.filter(({ pupil }) => pupil.sex === 1)).toHaveLength(4)
    expect(here.filter(({ pupil }) => pupil.sex === 2)).toHaveLength(2)
  }
})

test.each([
  ['4A', 'a'],
  ['فصل 4أ', 'ا'],
  ['٤/ب', 'ب'],
  ['Grade 4 Blue', 'blue'],
  ['4 - 2', '2'],
])('the section of %s is %s', (name, section) => expect(sectionOf(name)).toBe(section))
