import { beforeEach, describe, expect, test } from 'vitest'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll, recordAbsence } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, supervisor, parent, classmatesParent, otherManager, deltaParent } = world
const { nile, class4a, omar, laila, grade4, grade5 } = world

const step = (at: number, name: string) => ({ at, name, action: 'letter' as const, points: null })
const running = {
  ruleName: 'غياب متصل',
  gradeIds: [] as string[],
  counts: 'running' as const,
  period: 'year' as const,
  counted: 'unexcused' as const,
  active: true,
  steps: [step(2, 'إنذار أول'), step(4, 'إنذار ثان')],
}
const save = (rules: object[], more: object = {}) =>
  as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: rules as (typeof running)[], ...more })
const stored = () => as(manager)(absenceRules.get, { schoolId: nile.id })
const steps = (input: object = {}) => as(manager)(absenceRules.steps, { schoolId: nile.id, ...input })
const mark = (ago: number, state: 'present' | 'absent' | 'excused' | 'late') =>
  as(manager)(attendance.save, {
    classRoomId: class4a.id,
    date: daysFrom(today, -ago),
    students: [{ studentId: omar.id, state }],
  })

beforeEach(async () => {
  for (const table of ['absence_steps', 'absence_rules', 'excuses', 'outbox', 'inbox_items'])
    await sql(`delete from ${table}`)
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
})

describe('the rules of a school', () => {
  test('are saved together, each with a version of its own', async () => {
    const { version } = await stored()
    const twice = { gradeIds: [grade4.id, grade4.id] }
    const first = await save([running, { ...running, ...twice, ruleName: 'في العام', counts: 'separate', lateDays: 3 }])
    expect(first.rules[1]!.gradeIds).toEqual([grade4.id])
    expect(first.rules.map((one) => [one.ruleName, one.counts, one.lateDays, one.version])).toEqual([
      ['غياب متصل', 'running', null, 1],
      ['في العام', 'separate', 3, 1],
    ])
    expect(first.version).toBeGreaterThanOrEqual(version)
    const [one, other] = first.rules
    const second = await save([{ ...one!, version: undefined, ruleName: 'متصل' }, without(other!)], {
      excuseWithin: 3,
      baseVersion: first.version,
    })
    expect(second).toMatchObject({ excuseWithin: 3, version: first.version + 1 })
    expect(second.rules.map((rule) => rule.version)).toEqual([2, 1])
    await expect(save([], { baseVersion: first.version })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
    })
    await expect(save([without(one!), without(one!)])).rejects.toMatchObject(refused(400, 'Invalid input'))
    expect((await save([])).rules).toEqual([])
  })

  test.each([
    [
      'steps that do not rise',
      { steps: [step(4, 'a'), step(4, 'b')] },
      400,
      'The steps of a rule rise from one to the next',
    ],
    ['a share of nothing', { counts: 'percent' }, 400, 'Say of how many open days the share is'],
    [
      'more than the whole',
      { counts: 'percent', percentOf: 180, steps: [step(101, 'a')] },
      400,
      'Number must be less than or equal to 100',
    ],
    ['a grade of another school', { gradeIds: [world.deltaGrade1.id] }, 404, 'Not found'],
    ['a rule that is not there', { id: newId() }, 404, 'Not found'],
  ])('with %s are refused', async (_, more, status, sentence) => {
    await expect(save([{ ...running, ...more }])).rejects.toMatchObject(refused(status, sentence))
  })

  test('are tried over the year without storing anything', async () => {
    for (const ago of [3, 4]) await mark(ago, 'absent')
    const tried = await as(manager)(absenceRules.try, { schoolId: nile.id, rules: [running] })
    expect(tried).toEqual([
      { ruleName: 'غياب متصل', stepName: 'إنذار أول', threshold: 2, students: 1, examples: ['عمر كريم الجندي'] },
      { ruleName: 'غياب متصل', stepName: 'إنذار ثان', threshold: 4, students: 0, examples: [] },
    ])
    expect((await stored()).rules).toEqual([])
    const others = await as(manager)(absenceRules.try, {
      schoolId: nile.id,
      rules: [{ ...running, gradeIds: [grade5.id] }],
    })
    expect(others.map(({ students }) => students)).toEqual([0, 0])
    const own = await as(manager)(absenceRules.try, {
      schoolId: nile.id,
      rules: [{ ...running, gradeIds: [grade4.id] }],
    })
    expect(own[0]!.students).toBe(1)
  })

  test('of ministries are offered with their source, and none is on by itself', async () => {
    const offered = await as(manager)(absenceRules.presets, { schoolId: nile.id })
    expect(offered.map(({ key }) => key)).toEqual(['egyptSecondary', 'egyptPrimary', 'saudiYear'])
    for (const { rules } of offered) for (const { source } of rules) expect(source).not.toBeNull()
    const taken = await save(
      offered.flatMap(({ rules }) => rules.map((one) => ({ ...one, gradeIds: [], active: true }))),
    )
    expect(taken.rules).toHaveLength(4)
  })
})

describe('a step', () => {
  test('is recorded once when it is reached, with the version of its rule and its days, and published', async () => {
    await save([running])
    await mark(5, 'absent')
    await recordAbsence(connection)
    expect(await steps()).toEqual([])
    await mark(4, 'absent')
    await recordAbsence(connection)
    const [reached, ...others] = await steps()
    expect(others).toEqual([])
    expect(reached).toMatchObject({
      studentId: omar.id,
      stepName: 'إنذار أول',
      threshold: 2,
      ruleVersion: 1,
      daysCount: 2,
    })
    expect(reached).toMatchObject({ days: [daysFrom(today, -5), daysFrom(today, -4)], reachedOn: daysFrom(today, -4) })
    await mark(3, 'absent')
    await recordAbsence(connection)
    expect((await steps()).map(({ id }) => id)).toEqual([reached!.id])

    await deliverAll(connection)
    const kinds = async (person: { phone: string }) =>
      (await as(person)(inbox.items, {})).map(({ kind, on }) => [kind, on])
    expect(await kinds(parent)).toContainEqual(['absenceStep', true])
    expect(await kinds(supervisor)).toContainEqual(['stepReached', null])
    expect(await kinds(classmatesParent)).not.toContainEqual(['absenceStep', true])
  })

  test('is withdrawn when a register is corrected or an excuse accepted, and never deleted', async () => {
    await save([running])
    await mark(2, 'absent')
    await mark(1, 'absent')
    await recordAbsence(connection)
    const [reached] = await steps({ state: 'open' })
    const { id } = await as(parent)(excuses.ask, {
      studentId: omar.id,
      fromDay: daysFrom(today, -1),
      excuseKind: 'illness',
    })
    await as(manager)(excuses.decide, { studentId: omar.id, excuseId: id, accept: true })
    await recordAbsence(connection)
    expect(await steps({ state: 'open' })).toEqual([])
    const [withdrawn] = await steps({ state: 'withdrawn' })
    expect(withdrawn).toMatchObject({ id: reached!.id, days: reached!.days, withdrawnAt: expect.any(String) })

    await mark(1, 'absent')
    await recordAbsence(connection)
    // The accepted excuse still covers the day.
    expect(await steps({ state: 'open' })).toEqual([])
    await mark(3, 'absent')
    await recordAbsence(connection)
    const [again] = await steps({ state: 'open' })
    expect(again!.id).not.toBe(reached!.id)
  })

  test('is handled by a person, once, and then stays as it was', async () => {
    await save([running])
    await mark(3, 'absent')
    await mark(2, 'absent')
    await recordAbsence(connection)
    const [open] = await steps({ state: 'open' })
    const handle = (person = manager) =>
      as(person)(absenceRules.handle, { studentId: omar.id, stepId: open!.id, note: 'سُلّم الخطاب' })
    await expect(handle(supervisor)).rejects.toMatchObject(notAllowed)
    await expect(handle(otherManager)).rejects.toMatchObject(notFound)
    expect(await handle()).toMatchObject({ handledNote: 'سُلّم الخطاب', handledByName: expect.stringContaining('نجلاء') })
    await expect(handle()).rejects.toMatchObject(refused(409, 'This step was handled or withdrawn already'))
    await mark(4, 'absent')
    await recordAbsence(connection)
    const [handled] = await steps({ state: 'handled' })
    expect(handled!.days).toEqual(open!.days)
  })

  test('of rules that were changed is counted anew', async () => {
    const { rules } = await save([running])
    await mark(3, 'absent')
    await mark(2, 'absent')
    await recordAbsence(connection)
    await save([{ ...without(rules[0]!), steps: [step(3, 'إنذار')] }])
    await recordAbsence(connection)
    expect(await steps({ state: 'open' })).toEqual([])
    expect(await steps({ state: 'withdrawn' })).toHaveLength(1)
  })
})

describe('the absences of a student', () => {
  test('are read by the parents and the staff of the student: days, the next step, mission and suspension apart', async () => {
    await save([running])
    await mark(2, 'absent')
    await as(manager)(excuses.enter, { studentId: omar.id, fromDay: daysFrom(today, -1), excuseKind: 'suspension' })
    await mark(1, 'absent')
    await mark(0, 'absent')
    for (const person of [parent, manager, supervisor]) {
      const read = await as(person)(absenceRules.student, { studentId: omar.id })
      expect(read).toMatchObject({ studentId: omar.id, suspendedDays: 1, missionDays: 0 })
      expect(read.counts).toEqual([
        {
          ruleId: expect.any(String),
          ruleName: 'غياب متصل',
          counts: 'running',
          days: [daysFrom(today, -2), today],
          next: { stepName: 'إنذار ثان', atDays: 4 },
        },
      ])
    }
    for (const person of [deltaParent, classmatesParent, otherManager])
      await expect(as(person)(absenceRules.student, { studentId: omar.id })).rejects.toMatchObject(notFound)
  })

  test('of rules are seen with their key alone', async () => {
    await expect(as(supervisor)(absenceRules.get, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
    await giveKey(supervisor, 'HandleAbsence', nile)
    await save([running])
    await sql(
      `insert into absence_steps (school_id, id, student_id, rule_id, rule_version, period_id, position, at, name, action, reached_on, days)
       select school_id, gen_random_uuid(), $2, id, 1, id, 1, 2, 'step', 'letter', $3, array[$3::date] from absence_rules where school_id = $1`,
      [nile.id, laila.id, today],
    )
    expect(await as(supervisor)(absenceRules.steps, { schoolId: nile.id })).toEqual([])
    expect(await steps()).toHaveLength(1)
  })
})

function without<Rule extends { version: number }>({ version: _, ...rule }: Rule) {
  return rule
}
