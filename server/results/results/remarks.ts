import type { OutputOf } from '#contract/language/operation.ts'
import { amongRemarks, odditiesOf } from '#contract/results/results/remark-oddities.ts'
import { remarks } from '#contract/results/results/remarks.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { mayIn } from '#server/access/may.ts'
import { changedMeanwhile, conflict, forbidden, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { closedFiguresOf, shownNow, type ShownPupil } from './closed-figures.ts'
import { keepClosing, lockGradeTerm, openClosing } from './closings.queries.ts'
import { termFiguresOf } from './figures.ts'
import { lockCourse } from './marks.queries.ts'
import { pupilsInTerm } from './placing.ts'
import { placeInReach } from './remark-place.ts'
import { isWritten, type StoredRemarkSettings } from './remark-settings.queries.ts'
import {
  areCourses,
  bankOf,
  checkRemarks,
  type RemarkRow,
  remarksAbout,
  remarksWithPupils,
  replaceBank,
  storeRemarks,
} from './remarks.queries.ts'
import { gradeExists, gradeOfClass, termOf, type TermRow } from './terms.queries.ts'

type Reading = Pick<Context<typeof remarks.ofClass>, 'db' | 'user' | 'school' | 'reach'>
type Place = {
  classRoomId: string
  courseId?: string | null | undefined
  termId: string
  language: 'ar' | 'en'
}
type OfClass = OutputOf<typeof remarks.ofClass>

export const remarkOperations = implement(remarks, {
  ofClass: (context) => ofClass(context, context.input),

  async listOfClass({ input, page: { limit, offset }, ...context }) {
    const { students } = await ofClass(context, input)
    const rows = students.map(({ studentId, code, studentName, latinName, total, fullMark, absent, remark }) => ({
      studentId,
      code,
      studentName,
      latinName,
      total,
      outOf: fullMark,
      absentDays: absent,
      body: remark?.body ?? null,
      state: remark?.body ? remark.state : null,
      authorName: remark?.body ? remark.authorName : null,
    }))
    return { rows: rows.slice(offset, offset + limit), total: rows.length }
  },

  async save(context) {
    const { db, user, school, input, audit } = context
    const { classRoomId, termId, language, courseId = null } = input
    mustDiffer(
      input.remarks.map(({ studentId }) => studentId),
      'A student is listed twice',
      'remarks',
    )
    await keepClosing(db, school.id, termId, found(await gradeOfClass(db, school.id, classRoomId)))
    await lockCourse(db, school.id, termId, classRoomId, courseId ?? 'remarks')
    const before = await ofClass(context, input)
    if (before.closing)
      throw conflict('The results of this term are closed; reopen them to change a remark', { current: before })
    if (!before.may.save) throw forbidden()
    const changes = input.remarks.flatMap(({ studentId, body = null, baseVersion }) => {
      const { remark } = found(before.students.find((one) => one.studentId === studentId))
      if ((remark?.body ?? null) === body) return []
      if (body && body.length > before.longest)
        throw invalid(`String must contain at most ${before.longest} character(s)`, 'remarks')
      if ((remark?.version ?? 0) !== baseVersion) throw changedMeanwhile({ current: before })
      return [{ studentId, body }]
    })
    if (changes.length > 0)
      await storeRemarks(db, { schoolId: school.id, termId, courseId, language, personId: user.id }, changes)
    for (const { studentId } of changes) await audit('student', studentId)
    return ofClass(context, input)
  },

  async proofs({ db, school, input, page: { limit, offset } }) {
    const all = (await proofsOf(db, school, input)).map(({ authorId: _, ...proof }) => proof)
    return { rows: all.slice(offset, offset + limit), total: all.length }
  },

  async approve({ db, user, school, input }) {
    mustDiffer(
      input.items.map(({ remarkId }) => remarkId),
      'A remark is listed twice',
      'items',
    )
    const standing = await toCheck(db, school, input)
    const ids = input.items.flatMap(({ remarkId, baseVersion }) => {
      const one = found(standing.find(({ id }) => id === remarkId))
      if (one.version !== baseVersion) throw changedMeanwhile()
      return one.state === 'approved' ? [] : [remarkId]
    })
    if (ids.length > 0) await checkRemarks(db, { schoolId: school.id, ids, personId: user.id, asked: null })
    return { done: true as const, changed: ids.length }
  },

  async askChange({ db, user, school, input: { remarkId, baseVersion, asked, ...place } }) {
    const one = found((await toCheck(db, school, place)).find(({ id }) => id === remarkId))
    if (one.version !== baseVersion) throw changedMeanwhile()
    await checkRemarks(db, { schoolId: school.id, ids: [remarkId], personId: user.id, asked })
    const payload = { remarkId, authorId: one.authorId }
    await publish(db, { event: 'remark to change', schoolId: school.id, actorId: user.id, payload })
    return { done: true as const, changed: 1 }
  },

  bank: ({ db, user, school, input: { language } }) => bankOf(db, school.id, { personId: user.id, language }),

  async saveBank({ db, user, school, input: { language, ofSchool, entries } }) {
    if (ofSchool && !mayIn(user, resultSchemes.save, school.id)) throw forbidden()
    const courseIds = entries.flatMap(({ courseId }) => courseId ?? [])
    if (courseIds.length > 0 && !(await areCourses(db, school.id, courseIds))) throw notFound()
    await replaceBank(db, { schoolId: school.id, ownerId: ofSchool ? null : user.id, language, entries })
    return bankOf(db, school.id, { personId: user.id, language })
  },
})

/** The remarks of a class. Without a course they are the supervisor's and the whole school's; who only teaches there gets 404. */
async function ofClass({ db, user, school, reach }: Reading, place: Place): Promise<OfClass> {
  const { classRoomId, courseId = null, termId, language } = place
  const { gradeId, term, settings } = await placeInReach(db, {
    schoolId: school.id,
    classRoomId,
    courseId,
    termId,
    reach,
  })
  const { closing, pupils } = await pupilsOf(db, school, { term, gradeId, classRoomId })
  const { stored, names, daysOf, closed } = await remarksWithPupils(db, {
    schoolId: school.id,
    termId,
    courseId,
    language,
    studentIds: pupils.map(({ pupil }) => pupil.id),
    from: term.startDate,
    to: term.endDate,
    closingId: closing?.id ?? null,
  })
  return {
    classRoomId,
    courseId,
    termId,
    language,
    closing,
    students: pupils.map(({ pupil, courses, total: ofAll }) => {
      const named = names.get(pupil.id)!
      const figures = courseId ? courses.find((one) => one.courseId === courseId) : ofAll
      const remark = stored.find(({ studentId }) => studentId === pupil.id) ?? null
      const wasClosed = closed?.get(pupil.id)?.find((one) => one.courseId === courseId && one.language === language)
      return {
        studentId: pupil.id,
        studentName: pupil.name,
        latinName: named.latinName,
        code: named.code,
        imageUrl: named.imageUrl,
        firstName: firstNameIn(language, named),
        sex: named.sex,
        total: figures?.total ?? null,
        fullMark: figures?.fullMark ?? null,
        band: figures?.band ?? null,
        absent: daysOf(pupil.id)?.absent ?? 0,
        remark: closed ? asClosed(remark, wasClosed) : remark && withoutPlace(remark),
      }
    }),
    longest: courseId ? settings.longestOfCourse : settings.longestOfClass,
    may: {
      save: closing === null && mayIn(user, remarks.save, school.id) && mayWrite(settings, courseId, reach),
    },
  }
}

/** Whether this person writes such remarks at the school: those of classes may be left to the office. */
const mayWrite = (settings: StoredRemarkSettings, courseId: string | null, reach: Reading['reach']) =>
  isWritten(settings, courseId) && (courseId !== null || settings.classBy === 'supervisor' || reach.of === 'school')

/** As the language writes it; in English the name as it is where the passport is not known. */
const firstNameIn = (
  language: 'ar' | 'en',
  { firstName, latinFirst }: { firstName: string; latinFirst: string | null },
) => (language === 'en' ? (latinFirst ?? firstName) : firstName)

/** Of a closed term, the words that were closed. */
function asClosed(remark: RemarkRow | null, closed: { body: string; byName: string } | undefined) {
  if (!remark || !closed) return null
  return { ...withoutPlace(remark), body: closed.body, authorName: closed.byName }
}

const withoutPlace = ({ studentId: _, courseId: __, language: ___, authorId: ____, ...remark }: RemarkRow) => remark

type Scope = { term: TermRow; gradeId: string; classRoomId?: string }

/** The pupils of a grade or of a class with their figures: as they were closed, or as they are now. */
async function pupilsOf(db: Db, school: { id: string; today: string }, { term, gradeId, classRoomId }: Scope) {
  const closing = (await openClosing(db, school.id, term.id, gradeId)) ?? null
  const scope = { schoolId: school.id, today: school.today, gradeId, ...(classRoomId && { classRoomId }) }
  const pupils: ShownPupil[] = closing
    ? await closedFiguresOf(db, school.id, closing.id, classRoomId ?? null)
    : (await termFiguresOf(db, scope, term)).map(shownNow)
  return { closing, pupils }
}

type Grade = { termId: string; gradeId: string }

async function proofsOf(db: Db, school: { id: string; today: string }, { termId, gradeId }: Grade) {
  const term = found(await termOf(db, school.id, termId))
  if (!(await gradeExists(db, school.id, gradeId))) throw notFound()
  const { pupils } = await pupilsOf(db, school, { term, gradeId })
  const byId = new Map(pupils.map((one) => [one.pupil.id, one]))
  const { stored, names, daysOf } = await remarksWithPupils(db, {
    schoolId: school.id,
    termId,
    studentIds: [...byId.keys()],
    from: term.startDate,
    to: term.endDate,
    closingId: null,
  })
  const all = written(stored)
  const among = amongRemarks(
    [...names.values()].flatMap(({ firstName, latinFirst }) => [firstName, latinFirst ?? '']),
    all.map(({ body }) => body),
  )
  const rows = all.map((remark) => {
    const { pupil, courses, total } = byId.get(remark.studentId)!
    const course = courses.find(({ courseId }) => courseId === remark.courseId)
    const figures = remark.courseId ? course : total
    const { firstName, middleName, lastName, latinFirst, sex } = names.get(remark.studentId)!
    const spent = daysOf(remark.studentId)
    return {
      ...remark,
      studentName: pupil.name,
      classRoomId: pupil.classRoomId,
      classRoomName: pupil.classRoomName,
      courseName: course?.courseName ?? null,
      odd: odditiesOf(
        {
          body: remark.body,
          language: remark.language,
          names: [firstName, middleName, lastName, latinFirst ?? ''],
          sex,
          figures: [
            figures?.total ?? null,
            figures?.percent ?? null,
            figures?.fullMark ?? null,
            figures?.percent == null ? null : Math.round(figures.percent),
            spent?.absent ?? 0,
            spent?.days ?? null,
          ],
        },
        among,
      ),
    }
  })
  return rows.toSorted((one, other) => Number(other.odd.length > 0) - Number(one.odd.length > 0))
}

/** The remarks of a grade that can be checked now; nobody closes the term meanwhile. */
async function toCheck(db: Db, school: { id: string; today: string }, { termId, gradeId }: Grade) {
  await lockGradeTerm(db, school.id, termId, gradeId)
  if (await openClosing(db, school.id, termId, gradeId))
    throw conflict('The results of this term are closed; reopen them to change a remark')
  const term = found(await termOf(db, school.id, termId))
  if (!(await gradeExists(db, school.id, gradeId))) throw notFound()
  const { pupils } = await pupilsInTerm(db, { schoolId: school.id, today: school.today, gradeId }, term)
  return written(await remarksAbout(db, { schoolId: school.id, termId, studentIds: pupils.map(({ id }) => id) }))
}

const written = (all: readonly RemarkRow[]) =>
  all.flatMap((remark) => (remark.body === null ? [] : [{ ...remark, body: remark.body }]))
