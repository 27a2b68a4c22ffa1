import { isDeepStrictEqual } from 'node:util'
import { fold } from '#contract/language/fold.ts'
import type { ReadInputOf } from '#contract/language/operation.ts'
import { isOfPresence, type SchemeRules } from '#contract/results/results/scheme-rules.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { compare, exactly, rational, sum } from './rational.ts'
import { schemePresets } from './presets.ts'
import {
  addVersion,
  insertScheme,
  lockSchemes,
  ownIn,
  removeScheme,
  replaceUses,
  schemesOf,
  type UseDraft,
  usesOf,
  versionOfUses,
} from './schemes.queries.ts'
import { termOf } from './terms.queries.ts'

export const resultSchemeOperations = implement(resultSchemes, {
  list: async ({ db, school }) => answered(db, school.id),

  presets: async () => schemePresets,

  async save({ db, user, school, input, audit }) {
    const { id, name, source = null, baseVersion } = input
    if (id) await lockSchemes(db, school.id)
    const schemes = await schemesIn(db, school.id)
    const stored = id ? found(schemes.find((one) => one.id === id)) : null
    const rules = rulesOf(input, stored?.rules)
    if (stored) await mustBeCurrent(baseVersion, stored.version, () => one(db, school.id, stored.id))

    const scheme = { schoolId: school.id, name, source, rules, personId: user.id }
    if (!stored) {
      const added = await insertScheme(db, scheme)
      await audit('resultScheme', added)
      return one(db, school.id, added)
    }
    const isSame = stored.name === name && stored.source === source && isDeepStrictEqual(stored.rules, rules)
    if (!isSame) {
      await addVersion(db, { ...scheme, id: stored.id, version: stored.version + 1 })
      await audit('resultScheme', stored.id)
    }
    return one(db, school.id, stored.id)
  },

  async copy({ db, user, school, input: { schemeId, name }, audit }) {
    const schemes = await schemesIn(db, school.id)
    const { source, rules } = found(schemes.find(({ id }) => id === schemeId))
    // A copy is independent: its parts get new ids, so that later changes of one do not affect the other.
    const parts = rules.parts.map((part) => ({ ...part, id: newId() }))
    const scheme = { schoolId: school.id, name, source, rules: { ...rules, parts }, personId: user.id }
    const id = await insertScheme(db, scheme)
    await audit('resultScheme', id)
    return one(db, school.id, id)
  },

  async remove({ db, user, school, input: { schemeId }, audit }) {
    await lockSchemes(db, school.id)
    const scheme = found((await schemesIn(db, school.id)).find(({ id }) => id === schemeId))
    if (scheme.uses > 0) throw conflict('This scheme is still used by grades or courses')
    await removeScheme(db, school.id, schemeId, user.id)
    await audit('resultScheme', schemeId)
    return answered(db, school.id)
  },

  uses: ({ db, school, input: { termId } }) => usesAnswered(db, school.id, termId),

  async saveUses({ db, school, input, audit }) {
    const { termId, baseVersion } = input
    await lockSchemes(db, school.id)
    const stored = await usesAnswered(db, school.id, termId)
    await mustBeCurrent(baseVersion, stored.version, () => stored)
    const uses = input.uses.map((use): UseDraft => ({ ...use, courseId: use.courseId ?? null }))
    await mustBeUses(db, school.id, uses)
    const frozen = stored.uses.filter(({ closed }) => closed)
    const closedGrades = new Set(frozen.map(({ gradeId }) => gradeId))
    const sent = uses.filter(({ gradeId }) => closedGrades.has(gradeId))
    const isSame = sent.length === frozen.length && frozen.every((one) => sent.some((use) => isSameUse(one, use)))
    if (!isSame) throw conflict('The results of this term are closed already')
    await replaceUses(
      db,
      school.id,
      termId,
      uses.filter(({ gradeId }) => !closedGrades.has(gradeId)),
    )
    await audit('resultUses', termId)
    return usesAnswered(db, school.id, termId)
  },
})

const isSameUse = (a: UseDraft, b: UseDraft) =>
  (['gradeId', 'courseId', 'schemeId', 'fullMark', 'passMark', 'inTotal'] as const).every((key) => a[key] === b[key])

/** Bands of schemes that were saved before bands had sentences have none. */
const schemesIn = async (db: Db, schoolId: string) =>
  (await schemesOf<SchemeRules>(db, schoolId)).map(({ rules, ...scheme }) => ({
    ...scheme,
    rules: {
      ...rules,
      bands: rules.bands.map((band) => ({ ...band, says: band.says ?? null, saysAr: band.saysAr ?? null })),
    },
  }))

const answered = async (db: Db, schoolId: string) =>
  (await schemesIn(db, schoolId)).map(({ rules, ...scheme }) => ({ ...scheme, ...rules }))

const one = async (db: Db, schoolId: string, id: string) =>
  found((await answered(db, schoolId)).find((scheme) => scheme.id === id))

async function usesAnswered(db: Db, schoolId: string, termId: string) {
  found(await termOf(db, schoolId, termId))
  return {
    schoolId,
    termId,
    uses: await usesOf(db, schoolId, termId),
    version: await versionOfUses(db, schoolId, termId),
  }
}

/** The rules as they are stored. Checks that parts add up to 100 and that bands differ. Existing parts keep their id. */
function rulesOf(input: ReadInputOf<typeof resultSchemes.save>, stored?: SchemeRules): SchemeRules {
  const { parts, bands, rounding, secondRoundCap = null, gracePerCourse, graceInAll } = input
  const ids = parts.flatMap(({ id }) => id ?? [])
  mustDiffer(ids, 'A part is listed twice', 'parts')
  if (ids.some((id) => !stored?.parts.some((part) => part.id === id))) throw notFound()
  if (compare(sum(parts.map(({ weight }) => exactly(weight))), rational(100n)) !== 0)
    throw invalid('The parts of a scheme must add up to 100 %', 'parts')
  for (const key of ['name', 'nameAr'] as const)
    mustDiffer(
      parts.map((part) => fold(part[key])),
      'Two parts have the same name',
      'parts',
    )
  mustDiffer(
    bands.map(({ from }) => from),
    'Two bands begin at the same percent',
    'bands',
  )
  return {
    parts: parts.map((part) => ({
      id: part.id ?? newId(),
      name: part.name,
      nameAr: part.nameAr,
      weight: part.weight,
      source: part.source,
      month: part.source === 'exams' ? (part.month ?? null) : null,
      word: isOfWork(part.source) ? (part.word ?? null) : null,
      mean: part.mean,
      best: isOfWork(part.source) ? (part.best ?? null) : null,
      missing: part.missing,
      perAbsence: isOfPresence(part.source) ? (part.perAbsence ?? null) : null,
      perLate: isOfPresence(part.source) ? (part.perLate ?? null) : null,
      final: part.final,
      minimum: part.minimum ?? null,
    })),
    bands: bands
      .toSorted((a, b) => b.from - a.from)
      .map(({ name, nameAr, says = null, saysAr = null, colour, from }) => ({
        name,
        nameAr,
        says,
        saysAr,
        colour,
        from,
      })),
    rounding,
    secondRoundCap,
    gracePerCourse,
    graceInAll,
  }
}

const isOfWork = (source: string) => source === 'exams' || source === 'homework' || source === 'activities'

async function mustBeUses(db: Db, schoolId: string, uses: readonly UseDraft[]) {
  mustDiffer(
    uses.map(({ gradeId, courseId }) => `${gradeId} ${courseId}`),
    'A course has two schemes in this term',
    'uses',
  )
  if (uses.some(({ passMark, fullMark }) => passMark > fullMark))
    throw invalid('The pass mark is above the full mark', 'uses')
  const schemes = new Set((await schemesIn(db, schoolId)).map(({ id }) => id))
  const grades = [...new Set(uses.map(({ gradeId }) => gradeId))]
  const courses = [...new Set(uses.flatMap(({ courseId }) => courseId ?? []))]
  const isOwn =
    uses.every(({ schemeId }) => schemes.has(schemeId)) &&
    (await ownIn(db, schoolId, 'grades', grades)) === grades.length &&
    (await ownIn(db, schoolId, 'courses', courses)) === courses.length
  if (!isOwn) throw notFound()
}
