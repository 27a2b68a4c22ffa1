import { beforeEach, describe, expect, test } from 'vitest'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { results } from '#contract/results/results/results.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { schemeDraft, usesOfGrade } from '#test/world/result-drafts.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, as } = await resultsOfNile()
const { manager, nile, nileYear, grade4, arabic } = world
const inNile = { schoolId: nile.id }
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
})

describe('schemes', () => {
  const wrong = (draft: object) => as(manager)(resultSchemes.save, { ...schemeDraft(nile.id), ...draft })

  test('are saved, renewed as another version, copied and removed', async () => {
    const scheme = await withScheme()
    expect(scheme).toMatchObject({ version: 1, uses: 0 })
    const { uses: _, version, ...draft } = scheme
    const again = await as(manager)(resultSchemes.save, { ...draft, ...inNile, baseVersion: version })
    expect(again).toMatchObject({ version: 1, uses: 1 })
    const renamed = await as(manager)(resultSchemes.save, { ...draft, ...inNile, rounding: 'half', baseVersion: 1 })
    expect(renamed).toMatchObject({ version: 2, rounding: 'half', parts: scheme.parts })
    await expect(as(manager)(resultSchemes.save, { ...draft, ...inNile, baseVersion: 1 })).rejects.toMatchObject(
      refused(409, 'Somebody else changed this meanwhile'),
    )
    const copy = await as(manager)(resultSchemes.copy, { ...inNile, schemeId: scheme.id, name: 'نسخة' })
    expect(copy.parts.map(({ id }) => id)).not.toEqual(scheme.parts.map(({ id }) => id))
    expect(copy.parts.map(({ weight }) => weight)).toEqual(scheme.parts.map(({ weight }) => weight))
    await expect(as(manager)(resultSchemes.remove, { ...inNile, schemeId: scheme.id })).rejects.toMatchObject(
      refused(409, 'This scheme is still used by grades or courses'),
    )
    const left = await as(manager)(resultSchemes.remove, { ...inNile, schemeId: copy.id })
    expect(left.map(({ id }) => id)).toEqual([scheme.id])
  })

  test('are refused with a sentence where they are no scheme', async () => {
    const [one, two, three] = schemeDraft(nile.id).parts
    const band = { name: 'A', nameAr: 'ممتاز', colour: '#1D4ED8', from: 85 }
    const cases: [object, string][] = [
      [{ parts: [one, two] }, 'The parts of a scheme must add up to 100 %'],
      [{ parts: [one, two, { ...three!, name: one!.name }] }, 'Two parts have the same name'],
      [{ parts: [one, two, { ...three!, nameAr: `${one!.nameAr}\u0651` }] }, 'Two parts have the same name'],
      [{ bands: [band, band] }, 'Two bands begin at the same percent'],
    ]
    for (const [draft, sentence] of cases) await expect(wrong(draft)).rejects.toMatchObject(refused(400, sentence))
    await withScheme()
    const named = schemeDraft(nile.id).name
    for (const name of [named, `${named}\u0640`, named.replaceAll('ا', 'أ')])
      await expect(wrong({ name })).rejects.toMatchObject(refused(409, 'This name is already used'))
    await expect(wrong({ name: 'آخر', parts: [{ ...one!, id: newId() }, two, three] })).rejects.toMatchObject(notFound)
    const scheme = await as(manager)(resultSchemes.save, { ...schemeDraft(nile.id), name: 'ثالث' })
    const [part, other] = scheme.parts
    const twice = { ...schemeDraft(nile.id), id: scheme.id, name: 'ثالث', parts: [part!, part!, other!] }
    await expect(as(manager)(resultSchemes.save, twice)).rejects.toMatchObject(refused(400, 'A part is listed twice'))
  })

  test('apply once to a course of a term, with a pass mark below the full mark, and in one school', async () => {
    const { id } = await withScheme()
    const uses = (more: object[]) =>
      as(manager)(resultSchemes.saveUses, { ...inNile, termId: now.termId, uses: more as never })
    const [use] = usesOfGrade(grade4.id, id)
    await expect(uses([use!, use!])).rejects.toMatchObject(refused(400, 'A course has two schemes in this term'))
    await expect(uses([{ ...use!, passMark: 101 }])).rejects.toMatchObject(
      refused(400, 'The pass mark is above the full mark'),
    )
    for (const foreign of [{ gradeId: world.deltaGrade1.id }, { courseId: newId() }, { schemeId: newId() }])
      await expect(uses([{ ...use!, ...foreign }])).rejects.toMatchObject(notFound)
    const both = await uses([use!, { ...use!, courseId: arabic.id, fullMark: 60, passMark: 30, inTotal: false }])
    expect(both.uses.map(({ courseId, fullMark }) => [courseId, fullMark])).toEqual([
      [null, 100],
      [arabic.id, 60],
    ])
    await expect(
      as(manager)(resultSchemes.saveUses, { ...inNile, termId: now.termId, uses: [], baseVersion: both.version + 1 }),
    ).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
  })

  test('are offered from ministries with source and year, and none is there by itself', async () => {
    const presets = await as(manager)(resultSchemes.presets, inNile)
    expect(presets.every(({ source, collectedIn }) => source.length > 5 && collectedIn === 2026)).toBe(true)
    expect(await as(manager)(resultSchemes.list, inNile)).toEqual([])
    const {
      key: _,
      country: __,
      collectedIn: ___,
      contradicts: ____,
      nameAr,
      passMark: _____,
      fullMark: ______,
      ...preset
    } = presets[1]!
    const parts = preset.parts.map(({ id: _______, ...part }) => part)
    const taken = await as(manager)(resultSchemes.save, { ...inNile, ...preset, name: nameAr, parts })
    expect(taken.parts.map(({ weight }) => weight)).toEqual(preset.parts.map(({ weight }) => weight))
  })

  test('keep their term when it is renamed or moved, and it cannot be removed', async () => {
    await withScheme()
    const saveTerms = (...terms: object[]) =>
      as(manager)(calendarSettings.terms, { ...inNile, yearId: nileYear.id, terms: terms as [] })
    const { terms } = await as(manager)(results.choices, inNile)
    const { name, startDate, endDate } = terms[0]!
    await expect(saveTerms()).rejects.toMatchObject(
      refused(409, 'A term with schemes, marks or results cannot be removed'),
    )
    const later = { name: 'الفصل الثاني', startDate: daysFrom(endDate, 10), endDate: daysFrom(endDate, 20) }
    await saveTerms({ name, startDate, endDate: daysFrom(endDate, 5) }, later)
    await saveTerms({ name: 'الترم الأول', startDate, endDate }, later)
    expect((await as(manager)(results.choices, inNile)).terms).toMatchObject([
      { id: now.termId, name: 'الترم الأول', startDate, endDate },
      { name: later.name },
    ])
    await saveTerms({ name: 'الترم الأول', startDate, endDate })
    expect((await as(manager)(resultSchemes.list, inNile))[0]!.uses).toBe(1)
  })
})
