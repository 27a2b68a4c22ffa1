import { beforeEach, describe, expect, test } from 'vitest'
import { closings } from '#contract/results/results/closings.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today } from '#test/world/clock.ts'
import { schemeDraft } from '#test/world/result-drafts.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const {
  begin,
  withScheme,
  grid,
  typedPart,
  save,
  correct,
  markAll,
  plan,
  close,
  publish,
  ofOmar,
  as,
  sql,
  giveKey,
  audited,
  connection,
} = await resultsOfNile()
const { setWork } = byHandIn(connection)
const { manager, supervisor, teacher, otherManager, nile, omar, classmate, arabic } = world
const inNile = { schoolId: nile.id }
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
})

describe('closing', () => {
  test('stores what the person saw, once, and nothing can change it', async () => {
    await withScheme()
    await markAll()
    const before = await plan()
    expect(before).toMatchObject({ closing: null, students: expect.any(Number), differences: [] })
    const after = await close({ reason: 'نهاية الفصل' })
    expect(after.closing).toMatchObject({ issue: 1, reason: 'نهاية الفصل', publishedAt: null })
    const rows = await sql(
      'select course_id is null as total, count(*)::int as many from term_results group by 1 order by 1',
    )
    expect(rows).toEqual([
      { total: false, many: before.figures },
      { total: true, many: before.students },
    ])
    await expect(close()).rejects.toMatchObject(refused(409, 'The results of this term are closed already'))
    await expect(
      sql('set role kashkool_app; update term_results set total = 100').finally(() => sql('reset role')),
    ).rejects.toThrow('permission denied')
    expect(await audited(closings.close)).toMatchObject([{ person_id: manager.id, target_kind: 'termClosing' }])
  })

  test('may take longer to store than other calls, because a grade can have over a thousand pupils', async () => {
    await withScheme()
    await markAll()
    await sql(`create function limited() returns trigger language plpgsql as $$ begin
        if current_setting('statement_timeout') <> '8s' then raise 'another limit'; end if;
        return null;
      end $$;
      create trigger limited before insert on term_results for each statement execute function limited()`)
    expect((await close().finally(() => sql('drop function limited cascade'))).closing).toMatchObject({ issue: 1 })
  })

  test('is refused by a plan that is no longer true, with missing marks nobody accepted, and with nothing to close', async () => {
    await expect(close()).rejects.toMatchObject(
      refused(409, 'Nothing is there to close: no course of these pupils has a scheme'),
    )
    await withScheme()
    const { plan: agreed, missing, missingPupils, missingFailed, students, failed } = await plan()
    expect(missing).toBeGreaterThan(0)
    // Nobody has a mark yet, and without one each counts 0.
    expect([missingPupils, missingFailed]).toEqual([students, failed])
    expect(failed).toBeGreaterThan(0)
    await expect(as(manager)(closings.close, { ...now.inGrade, plan: agreed })).rejects.toMatchObject(
      refused(409, 'Marks are still missing; confirm that the term closes without them'),
    )
    await save([{ studentId: omar.id, partId: typedPart(await grid()).id, mark: 3 }])
    await expect(
      as(manager)(closings.close, { ...now.inGrade, plan: agreed, acceptMissing: true }),
    ).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
    })
  })

  test('leaves the closed figures as they are when work changes later, and lists the difference', async () => {
    const scheme = await withScheme()
    await markAll()
    await close()
    const frozen = await sql("select md5(string_agg(r::text, '' order by r::text)) as sum from term_results r")
    await correct([{ studentId: omar.id, partId: typedPart(await grid()).id, mark: 1 }])
    const { uses: _, version, ...draft } = scheme
    await as(manager)(resultSchemes.save, { ...draft, ...inNile, rounding: 'whole', baseVersion: version })
    const { differences } = await plan()
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject({ studentId: omar.id, courseId: arabic.id })
    expect(differences[0]!.now).toBeLessThan(differences[0]!.closed!)
    expect(await sql("select md5(string_agg(r::text, '' order by r::text)) as sum from term_results r")).toEqual(frozen)
    await expect(
      as(manager)(resultSchemes.saveUses, { ...inNile, termId: now.termId, uses: [] }),
    ).rejects.toMatchObject(refused(409, 'The results of this term are closed already'))
  })

  test('lists what would not be closed any more, and who passes no longer with the same total', async () => {
    const [paper, written] = schemeDraft(nile.id).parts
    await withScheme({
      parts: [
        { ...paper!, minimum: 60 },
        { ...written!, weight: 40 },
      ],
    })
    const [onPaper, inWriting] = (await grid()).parts
    const marks = (of: number, other: number, store: typeof save) =>
      store([
        { studentId: omar.id, partId: onPaper!.id, mark: of },
        { studentId: omar.id, partId: inWriting!.id, mark: other },
      ])
    await marks(40, 20, save)
    const { figures } = await close()
    await marks(30, 30, correct)
    await sql('delete from class_teacher_courses where class_room_id = $1 and course_id = $2', [
      world.class4a.id,
      world.english.id,
    ])
    for (const table of ['exams', 'homework', 'activities'])
      await sql(`update ${table} set removed_at = now(), removed_by = $1 where course_id = $2 and removed_at is null`, [
        manager.id,
        world.english.id,
      ])
    const { differences, figures: left } = await plan()
    expect(differences.filter(({ courseId }) => courseId === arabic.id)).toMatchObject([
      { studentId: omar.id, closed: 60, now: 60, closedPassed: true, nowPassed: false },
    ])
    const gone = differences.filter(({ courseId }) => courseId === world.english.id)
    expect(left).toBe(figures)
    expect(gone.length).toBeGreaterThan(1)
    expect(gone.find(({ studentId }) => studentId === omar.id)).toMatchObject({
      studentName: expect.stringContaining(omar.firstName),
      courseName: world.english.name,
      now: null,
      nowPassed: null,
    })
  })

  test('is undone with a reason, and closing again makes issue 2 beside the first', async () => {
    await withScheme()
    await markAll()
    const { closing } = await publish()
    const again = { ...now.inGrade, closingId: closing!.id, reason: 'خطأ في رصد مادة' }
    const reopened = await as(manager)(closings.reopen, again)
    expect(reopened).toMatchObject({ closing: null, history: [{ issue: 1, reopenReason: again.reason }] })
    expect(await ofOmar()).toEqual([])
    await expect(as(manager)(closings.reopen, again)).rejects.toMatchObject(
      refused(409, 'This term was reopened meanwhile'),
    )
    const second = await close()
    expect(second.closing!.issue).toBe(2)
    expect(second.history).toHaveLength(2)
    const missing = { ...now.inGrade, closingId: newId(), reason: 'سبب' }
    await expect(as(manager)(closings.reopen, missing)).rejects.toMatchObject(notFound)
  })

  test('is for people who hold the key, in their school', async () => {
    await withScheme()
    for (const person of [supervisor, teacher])
      await expect(as(person)(closings.plan, now.inGrade)).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(closings.plan, now.inGrade)).rejects.toMatchObject(notFound)
    await giveKey(supervisor, 'ManageResults', nile)
    expect(await as(supervisor)(closings.plan, now.inGrade)).toMatchObject({ closing: null })
    await expect(as(supervisor)(closings.close, { ...now.inGrade, plan: 'x' })).rejects.toMatchObject(notAllowed)
    await expect(as(manager)(closings.plan, { ...now.inGrade, gradeId: world.deltaGrade1.id })).rejects.toMatchObject(
      notFound,
    )
  })

  test('computes a pupil who came in the middle of the term from the exams they have', async () => {
    await withScheme()
    await sql('update exams set removed_at = now(), removed_by = $1 where removed_at is null', [manager.id])
    const sat = (student: typeof omar, daysBack: number, total_result: number) =>
      setWork('exam', daysFrom(today, -daysBack), { student, result: { total_result, is_attend: true } })
    await sat(classmate, 2, 10)
    await sat(classmate, 1, 20)
    await sat(omar, 1, 20)
    const { parts, students } = await grid()
    const nth = parts.findIndex(({ source }) => source === 'exams')
    const pointsOf = ({ id }: { id: string }) =>
      students.find((one) => one.studentId === id)!.figures.parts[nth]!.points
    expect([pointsOf(classmate), pointsOf(omar)]).toEqual([15, 20])
  })

  test('counts exams from their day on, and misses no mark of them before', async () => {
    await withScheme()
    await sql('update terms set end_date = $1', [daysFrom(today, 30)])
    await sql('update exams set removed_at = now(), removed_by = $1 where removed_at is null', [manager.id])
    const { missing } = await plan()
    await setWork('exam', daysFrom(today, 7))
    expect((await plan()).missing).toBe(missing)
    await setWork('exam', today)
    expect((await plan()).missing).toBe(missing + 1)
  })
})
