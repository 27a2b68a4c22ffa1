import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { insert, type Row } from '#test/world/insert.ts'

const { nile, delta, omar, laila, classmate, deltaStudent, grade4, grade5, deltaGrade1 } = world
const { class4a, class5a, deltaClass1, arabic, maths, deltaArabic, deltaMaths } = world

const of = (word: string) => idOf('spare', word)

/** The possible targets of ids of results: own, same school, another school. */
const things = {
  term: { open: of('open term'), closed: of('closed term'), ofDelta: of('closed term of Delta') },
  scheme: { inUse: of('scheme'), unused: of('unused scheme'), ofDelta: of('scheme of Delta') },
  closing: { published: of('closing'), unpublished: of('unpublished closing'), ofDelta: of('closing of Delta') },
  schemePart: { written: of('part of scheme'), ofDelta: of('part of scheme of Delta') },
}

export const thingsOfResults = (nowhere: Record<string, string>) =>
  Object.fromEntries(Object.entries(things).map(([kind, near]) => [kind, { ...near, ...nowhere }]))

export const kindsOfResults = { termId: 'term', schemeId: 'scheme', closingId: 'closing', partId: 'schemePart' }

const gradeOf = (schoolId: string, termId: string, gradeId: string) => ({ schoolId, termId, gradeId })
const open4 = gradeOf(nile.id, things.term.open, grade4.id)
const closed4 = { ...gradeOf(nile.id, things.term.closed, grade4.id), closingId: things.closing.published }
const closed5 = { ...gradeOf(nile.id, things.term.closed, grade5.id), closingId: things.closing.unpublished }
const ofDelta = { ...gradeOf(delta.id, things.term.ofDelta, deltaGrade1.id), closingId: things.closing.ofDelta }

/** What a write confirms, with the name that a read returns for it. */
export const agreedOfResults = { 'Result/Close': { asked: 'Result/GetClosing', body: open4 } }

const mark = { mark: 60, state: null }

/** The inputs of these operations other than ids. */
export const plainOfResults = {
  'Result/Close': { acceptMissing: true },
  'Result/SaveMarks': { marks: [mark] },
}

const closings = (words: object = {}) => [
  { about: 'a published one', body: { ...closed4, ...words }, shown: true },
  { about: 'one not published', body: { ...closed5, ...words }, shown: true },
  { about: 'one of another school', body: { ...ofDelta, ...words }, shown: true },
]
const sheet = (list: string) => ({ termId: things.term.closed, list })

export const moreOfResults = {
  'Result/GetClosing': closings().map(({ about, body: { closingId: _, ...body } }) => ({ about, body, shown: true })),
  'Result/Reopen': closings({ reason: 'a text' }),
  'Result/Publish': closings(),
  'Result/GetClassSheet': [class4a, class5a, deltaClass1].map(({ id }, nth) => ({
    about: `closed, ${['class4a', 'class5a', 'deltaClass1'][nth]}`,
    body: { classRoomId: id, ...sheet('classSheet') },
    shown: true,
  })),
  'Result/GetGradeSheet': [grade4, grade5].map(({ id }, nth) => ({
    about: `closed, grade ${nth + 4}`,
    body: { schoolId: nile.id, gradeId: id, ...sheet('topTen') },
    shown: true,
  })),
}

/** Two parts: one that is entered by hand, with a canary in its name, and one from the recorded work of `work`. */
function rulesOf(word: string, partId: string, work: boolean) {
  const rest = { month: null, word: null, mean: 'points', best: null, perAbsence: null, perLate: null, final: false }
  const part = (id: string, name: string, weight: number, source: string) => ({
    id,
    name,
    nameAr: name,
    weight,
    source,
    missing: 'leftOut',
    minimum: null,
    ...rest,
  })
  const canary = (what: string) => `CNRY-${word}-schemes-${what}-0001`
  const worked = ['exams', 'homework', 'activities', 'attendance'].map((source) => part(of(source), source, 15, source))
  return {
    parts: [part(partId, canary('part'), work ? 40 : 100, 'typed'), ...(work ? worked : [])],
    bands: [
      {
        name: canary('band'),
        nameAr: canary('band'),
        says: null,
        saysAr: null,
        colour: '#15803d',
        from: 0,
      },
    ],
    rounding: 'none',
    secondRoundCap: 50,
    gracePerCourse: 2,
    graceInAll: 4,
  }
}

const schools = [
  {
    school: nile,
    word: 'nile',
    year: world.nileYear,
    course: arabic,
    worked: maths,
    pupils: [omar, classmate],
    grades: [grade4, grade5],
    schemeId: things.scheme.inUse,
    partId: things.schemePart.written,
    terms: [things.term.closed, things.term.open],
  },
  {
    school: delta,
    word: 'delta',
    year: world.deltaYear,
    course: deltaArabic,
    worked: deltaMaths,
    grades: [deltaGrade1],
    pupils: [deltaStudent],
    schemeId: things.scheme.ofDelta,
    partId: things.schemePart.ofDelta,
    terms: [things.term.ofDelta],
  },
]

/** In each of two schools: terms, a scheme in use in each term, and marks, one of which needs grace marks. */
export async function spareResults(owner: pg.Client) {
  for (const { school, word, year, course, worked, grades, pupils, schemeId, partId, terms } of schools) {
    const put = (table: string, row: Row) => insert(owner, table, [{ school_id: school.id, ...row }])
    const schemes = [schemeId, ...(school === nile ? [things.scheme.unused] : [])]
    await owner.query('insert into school_calendars (school_id) values ($1) on conflict do nothing', [school.id])
    for (const [nth, id] of terms.entries()) {
      const days = [nth === 0 ? -400 : -200, nth === 0 ? -201 : 100]
      await owner.query(
        `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
         values ($1, $2, $3, $4, $5, now()::date + $6::integer, now()::date + $7::integer)`,
        [school.id, id, year.id, `a term ${nth}`, nth + 1, ...days],
      )
    }
    for (const [nth, id] of schemes.entries()) {
      await put('result_schemes', { id, name: `a scheme ${nth}`, version: 2 })
      for (const version of [1, 2])
        await put('result_scheme_versions', {
          scheme_id: id,
          version,
          created_by: school.adminId,
          rules: rulesOf(word, nth === 0 ? partId : of('unused part'), version === 2),
        })
    }
    const inGrades = terms.flatMap((term_id) => grades.map((grade) => ({ term_id, grade_id: grade.id })))
    for (const { term_id, grade_id } of inGrades)
      for (const [course_id, scheme_version] of [[null, 1] as const, [worked.id, 2] as const])
        await put('result_scheme_uses', {
          id: idOf('use', term_id, grade_id, scheme_version),
          term_id,
          grade_id,
          course_id,
          scheme_id: schemeId,
          scheme_version,
          full_mark: 100,
          pass_mark: 50,
        })
    for (const pupil of pupils)
      for (const term_id of terms) {
        const cell = { term_id, student_id: pupil.id, course_id: course.id, part_id: partId, marked_by: school.adminId }
        await put('part_marks', { id: idOf('mark', pupil.id, term_id), ...cell, mark: 40, reason: 'a reason' })
      }
    await owner.query('update part_marks set mark = 49, version = 2 where school_id = $1', [school.id])
  }
  await spareClosings(owner)
}

/**
 * Closings: one that was published and reopened, one that is not published yet, and one of another school that will be
 * published later.
 */
async function spareClosings(owner: pg.Client) {
  const issued = '2020-03-02T08:00:00Z'
  const published = { published_at: issued, visible_from: issued }
  const { closing, term } = things
  for (const { id, school, pupil, room, course, ...row } of [
    { id: of('reopened closing'), school: nile, term_id: term.closed, grade_id: grade4.id, pupil: omar, room: class4a },
    { id: closing.published, school: nile, term_id: term.closed, grade_id: grade4.id, pupil: omar, room: class4a },
    { id: closing.unpublished, school: nile, term_id: term.closed, grade_id: grade5.id, pupil: laila, room: class5a },
    {
      id: closing.ofDelta,
      school: delta,
      term_id: term.ofDelta,
      grade_id: deltaGrade1.id,
      pupil: deltaStudent,
      room: deltaClass1,
    },
  ].map((one) => ({ ...one, course: one.school === nile ? arabic : deltaArabic }))) {
    const by = school.adminId
    const put = (table: string, row: Row) => insert(owner, table, [{ school_id: school.id, ...row }])
    await put('term_closings', {
      id,
      ...row,
      issue: id === closing.published ? 2 : 1,
      closed_by: by,
      reason: 'a reason',
      ...(id === of('reopened closing') && {
        reopened_at: issued,
        reopened_by: by,
        reopen_reason: 'a reason',
      }),
      ...(id === closing.published && {
        ...published,
        published_by: by,
      }),
      ...(id === closing.ofDelta && {
        published_at: issued,
        published_by: by,
        visible_from: '2099-01-01T00:00:00Z',
      }),
    })
    const parts: [] = []
    for (const course_id of [course.id, null])
      await put('term_results', {
        closing_id: id,
        student_id: pupil.id,
        class_room_id: room.id,
        course_id,
        parts,
        rank: course_id ? null : 1,
        total: 71.5,
        full_mark: 100,
        percent: 71.5,
        passed: true,
      })
  }
}
