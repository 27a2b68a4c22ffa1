import { courses } from '#contract/courses/courses.ts'
import { fold } from '#contract/language/fold.ts'
import { classTeaching } from '#contract/teachers/teaching.ts'
import { years } from '#contract/years/years.ts'
import { rightsOf } from '#server/access/authorise.queries.ts'
import { type Holder, mayIn } from '#server/access/may.ts'
import { insertLines } from '#server/access/audit.queries.ts'
import type { Db } from '#server/db/db.ts'
import { readingFor } from '#server/imports/check/draft.ts'
import { importStored } from '#server/imports/imports.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { insertMonth } from '#server/years/months.queries.ts'
import { insertYear } from '#server/years/years.queries.ts'
import {
  type FolderBeside,
  folderOf,
  insertCourses,
  insertTeaching,
  keepMade,
  knownCourses,
  type MadeTeaching,
} from './beside.queries.ts'
import { languageFinder, resolved } from './resolve.ts'

type Storing = { importId: string; schoolId: string; person: Holder; today: string }
type Ended = { id: string; schoolId: string; startedBy: string; today: string }

/**
 * Brings in what a folder holds beside its students, as far as it was wanted and the person who started the import may do it
 * by hand: courses and a year that are not there, and what teachers of the school teach.
 */
export async function storeBeside(db: Db, { id: importId, schoolId, startedBy, today }: Ended) {
  const { folder, takes } = await folderOf(db, importId)
  if (!folder) return
  const person = { id: startedBy, rights: await rightsOf(db, startedBy) }
  const storing = { importId, schoolId, person, today }
  const { beside } = folder
  const found = await resolved(db, schoolId, beside)
  const wants = (kind: (typeof takes)[number], operation: Parameters<typeof mayIn>[1]) =>
    takes.includes(kind) && mayIn(person, operation, schoolId)

  const madeCourses = wants('courses', courses.add) ? await storeCourses(db, schoolId, found.newCourses) : []
  const madeTeaching = wants('teaching', classTeaching.add) ? await storeTeaching(db, storing, found.teachers) : []
  const madeYear = wants('year', years.add) && found.isNewYear ? await storeYear(db, storing, beside.year!) : null
  await keepMade(db, importId, { madeCourses, madeTeaching, madeYear })
}

async function storeCourses(db: Db, schoolId: string, all: FolderBeside['courses']) {
  const languageOf = await languageFinder(db, schoolId)
  const named = all.flatMap(({ name, description, language }) => {
    const languageId = languageOf(language)
    // A course is described in at least three letters.
    return languageId ? [{ name, description: description.length < 3 ? name : description, languageId }] : []
  })
  return insertCourses(db, schoolId, named)
}

type Teacher = FolderBeside['staff'][number] & { teacherId: string | null }

/** Whoever started the import does not give classes to themselves. */
async function storeTeaching(db: Db, { importId, schoolId, person, today }: Storing, teachers: Teacher[]) {
  const reading = await readingFor(db, { id: schoolId, today }, await importStored(db, importId))
  const courseOf = new Map((await knownCourses(db, schoolId)).map(({ id, key }) => [key, id]))
  const taught = teachers.flatMap(({ teacherId, teaches }) =>
    teaches.flatMap(({ course, className }) => {
      const courseId = courseOf.get(fold(course))
      const classes = className === '' ? [] : reading.classesNamed(className, '')
      if (!teacherId || teacherId === person.id || !courseId || classes.length !== 1 || !classes[0]!.active) return []
      return [{ teacherId, courseId, classRoomId: classes[0]!.id }]
    }),
  )
  const made = await insertTeaching(db, schoolId, taught)
  await publishTeaching(db, { schoolId, actorId: person.id, importId, linked: true }, made.classes)
  return [...made.courses, ...made.classes]
}

type Publishing = { schoolId: string; actorId: string; importId: string; linked: boolean }

/** One event for each teacher and class, and one line of the audit for each teacher, as by hand. */
export async function publishTeaching(db: Db, by: Publishing, made: readonly Required<MadeTeaching>[]) {
  const { schoolId, actorId, importId, linked } = by
  const links = new Map<string, { teacherId: string; classRoomId: string; courseIds: string[] }>()
  for (const { teacherId, classRoomId, courseId } of made) {
    const key = `${teacherId} ${classRoomId}`
    links.set(key, { teacherId, classRoomId, courseIds: [...(links.get(key)?.courseIds ?? []), courseId] })
  }
  for (const link of links.values())
    await publish(db, { event: 'class link', schoolId, actorId, payload: { ...link, linked } })
  const operation = linked ? 'Import/Start' : 'Import/Undo'
  const line = { personId: actorId, operation, outcome: 'done', schoolId, requestId: importId, targetKind: 'person' }
  const teacherIds = [...new Set(made.map(({ teacherId }) => teacherId))]
  await insertLines(
    db,
    teacherIds.map((targetId) => ({ ...line, targetId })),
  )
}

/** A year that is not current: which one is, decides what seats cost, and a person decides that. */
async function storeYear(db: Db, { schoolId, today }: Storing, { name, months }: NonNullable<FolderBeside['year']>) {
  const yearId = await insertYear(db, { schoolId, name, active: false, completed: false, today })
  for (const [nth, { name: monthName, from, to }] of months.entries())
    await insertMonth(db, { schoolId, yearId, name: monthName, startDate: from, endDate: to, order: nth + 1 })
  return yearId
}
