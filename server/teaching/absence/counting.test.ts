import { expect, test, vi } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { sqlIn } from '#test/harness/database.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { generatedYear, type Pupil, type Term } from '#test/world/generated-absence.ts'
import { type NaiveRule, naiveSteps } from '#test/world/naive-absence.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const { nile, manager } = world

// The long form counts 10,000 pupils.
const pupils = process.env.PROOF === 'on' ? 10_000 : 150
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 120_000 })

const step = (at: number) => ({ at, name: `step ${at}`, action: 'letter', points: null })
const rule = (more: Partial<NaiveRule>): NaiveRule => ({
  id: newId(),
  counts: 'separate',
  period: 'year',
  counted: 'unexcused',
  lateDays: null,
  percentOf: null,
  gradeIds: [],
  steps: [step(3), step(7), step(15)],
  ...more,
})
const rules = [
  rule({ counts: 'running', steps: [step(2), step(3), step(5)] }),
  rule({ counts: 'running', counted: 'all', steps: [step(3), step(6)] }),
  rule({ lateDays: 3 }),
  rule({ counted: 'all', lateDays: 2, steps: [step(10), step(20)] }),
  rule({ counts: 'percent', percentOf: 170, counted: 'all', steps: [step(4), step(10)] }),
  rule({ gradeIds: [world.class5a.gradeId] }),
  rule({ counts: 'running', period: 'term', steps: [step(2), step(4)] }),
  rule({ period: 'term', counted: 'all', lateDays: 4, steps: [step(2), step(9)] }),
]

const liveSteps = () =>
  sql(`select student_id, rule_id, position, to_jsonb(days) as days, reached_on::text, id, rule_version
    from absence_steps where withdrawn_at is null`)
const keyed = (rows: { student_id: string; rule_id: string; position: number; days: string[]; reached_on: string }[]) =>
  rows.map((row) => [row.student_id, row.rule_id, row.position, row.reached_on, row.days.join()].join(' ')).toSorted()
const naive = (year: Pupil[], terms: Term[]) =>
  keyed(
    year.flatMap((pupil) =>
      rules.flatMap((one) =>
        naiveSteps(pupil, one, terms).map(({ position, days }) => ({
          student_id: pupil.id,
          rule_id: one.id,
          position,
          days,
          reached_on: days.at(-1)!,
        })),
      ),
    ),
  )

test('steps of a generated year are those of a naive counter, and a corrected register changes exactly the right ones', async () => {
  const { year, terms } = await generatedYear(sql, { school: nile, pupils, today, takenBy: manager.id })
  await sql(
    `insert into absence_rules (school_id, id, position, name, grade_ids, counts, period, counted, late_days, percent_of, steps)
     select $1, r.id, 1, 'rule', r."gradeIds", r.counts, r.period, r.counted, r."lateDays", r."percentOf", r.steps
     from jsonb_to_recordset($2::jsonb) as r (id uuid, counts text, period text, counted text, "lateDays" integer, "percentOf" integer,
       "gradeIds" uuid[], steps jsonb)`,
    [nile.id, JSON.stringify(rules)],
  )
  const everybody = year.map(({ id }) => id)
  await sql('select record_absence_steps($1, $2, $3)', [nile.id, everybody, today])
  const before = await liveSteps()
  expect(keyed(before)).toEqual(naive(year, terms))
  expect(before.length).toBeGreaterThan(pupils)
  const closed = year.flatMap(({ days }) => days.filter(({ isClosed, state }) => isClosed && state === 'absent'))
  expect(closed.length).toBeGreaterThan(pupils / 2)
  expect(before.every(({ days, rule_version: version }) => days.length > 0 && version === 1)).toBe(true)

  // The old register with most absences is corrected: absent pupils become present and the others absent.
  const { classRoomId, day } = worstRegister(year)
  const corrected = year.flatMap((pupil) => {
    const marks = pupil.days.filter((one) => one.day === day)
    const [mark] = marks
    const isSpecial = pupil.special.some(({ from, to }) => from <= day && day <= to)
    if (marks.length !== 1 || mark!.classRoomId !== classRoomId || isSpecial) return []
    mark!.state = mark!.state === 'absent' ? 'present' : 'absent'
    return [{ studentId: pupil.id, state: mark!.state }]
  })
  expect(corrected.length).toBeGreaterThan(5)
  for (let at = 0; at < corrected.length; at += 500)
    await as(manager)(attendance.save, { classRoomId, date: day, students: corrected.slice(at, at + 500) })
  await recordAbsence(connection)

  const after = await liveSteps()
  expect(keyed(after)).toEqual(naive(year, terms))
  const touched = new Set(corrected.map(({ studentId }) => studentId))
  const others = (rows: typeof before) =>
    rows.filter(({ student_id: id }) => !touched.has(id)).map(({ id }) => String(id))
  expect(others(after).toSorted()).toEqual(others(before).toSorted())
  const gone = before.filter(({ id }) => !after.some((one) => one.id === id))
  const withdrawn = await sql('select id from absence_steps where withdrawn_at is not null')
  expect(withdrawn.map(({ id }) => String(id)).toSorted()).toEqual(gone.map(({ id }) => String(id)).toSorted())
  expect(gone.length).toBeGreaterThan(0)
})

/** The register with the most absences on an open day. */
function worstRegister(year: Pupil[]) {
  const counts = new Map<string, number>()
  for (const { days } of year)
    for (const { day, classRoomId, state, isClosed } of days)
      if (state === 'absent' && !isClosed)
        counts.set(`${classRoomId} ${day}`, (counts.get(`${classRoomId} ${day}`) ?? 0) + 1)
  const [worst] = [...counts].toSorted(([, one], [, other]) => other - one)[0]!
  const [classRoomId, day] = worst.split(' ') as [string, string]
  return { classRoomId, day }
}
