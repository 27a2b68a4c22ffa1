import { wholeSchoolKey } from '#contract/language/access.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { teachesIn } from '#server/access/authorise.queries.ts'
import { classIsActive } from '#server/teaching/class-work/class-work.queries.ts'
import { courseOf } from '#server/school/courses/courses.queries.ts'
import type { Db } from '#server/db/db.ts'
import { lockRow } from '#server/db/change-row.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import type { Holder } from '#server/access/may.ts'
import { wholeSchool } from '#server/db/reach.ts'
import { implement } from '#server/call/implement.ts'
import { addedToSeveral } from './notes-to-several.ts'
import { insertNote, isOnRoll, markNotesRead, noteOf, notesIn, removeNote } from './notes.queries.ts'
import { type NoteDecided, isOwn, noteWithMay } from './notes.rules.ts'

export const noteOperations = implement(notes, {
  async list({ db, user, reach, input, page, readsStudent }) {
    const { studentId } = input
    const asParent = reach.of === 'several' && reach.studentIds.some((id) => id === studentId)
    if (studentId && !asParent) readsStudent(studentId)
    const { rows, total } = await notesIn(db, reach, input, page)
    return { rows: rows.map(noteWithMay(user)), total }
  },

  async get({ db, user, school, reach, input: { noteId }, readsStudent }) {
    const note = found(await noteOf(db, school.id, reach, noteId))
    readsStudent(note.studentId)
    return noteWithMay(user)(note)
  },

  async add(context) {
    const { db, user, school, input } = context
    const { classRoomId, studentId, courseId = null, date } = input
    await mustHaveCourse(db, school.id, courseId)
    // The class is locked before the student, as in every call that changes a student.
    const isActive = await classIsActive(db, school.id, classRoomId)
    if (!(await isOnRoll(db, school.id, classRoomId, studentId)))
      throw invalid('A student is not in this class', 'studentId')
    await validateNote(context, { classRoomId, courseId, date })
    if (!isActive) throw conflict('This class is not active')

    const id = await insertNote(db, { ...input, courseId, schoolId: school.id, supervisorId: user.id })
    await publish(db, { event: 'note', schoolId: school.id, actorId: user.id, payload: { noteId: id, studentId } })
    return noteWithMay(user)((await noteOf(db, school.id, wholeSchool, id))!)
  },

  addToSeveral: addedToSeveral,

  async update(context) {
    const { db, user, school, input } = context
    const { id, baseVersion, classRoomId, studentId, courseId, ...changes } = input
    await mustHaveCourse(db, school.id, courseId ?? null)
    mustBeOwn(user, found(await noteOf(db, school.id, wholeSchool, id)))

    return edited(db, notes.update, {
      table: 'studentNotes',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { ...changes, courseId },
      equal: { classRoomId, studentId },
      validate: (stored) =>
        validateNote(context, {
          classRoomId: stored.classRoomId,
          // A teacher who left the course may still correct their note; only a new course has to be one that they
          // teach.
          courseId: courseId && courseId !== stored.courseId ? courseId : null,
          date: changes.date,
        }),
      read: async () => noteWithMay(user)(found(await noteOf(db, school.id, wholeSchool, id))),
    })
  },

  async markRead({ db, input: { noteIds } }) {
    return { done: true as const, changed: await markNotesRead(db, noteIds) }
  },

  async remove(context) {
    const { db, user, school, audit } = context
    const { noteId } = context.input
    await lockRow(db, { table: 'studentNotes', schoolId: school.id, id: noteId })
    mustBeOwn(user, found(await noteOf(db, school.id, wholeSchool, noteId)))
    await removeNote(db, school.id, noteId, user.id)
    await audit('note', noteId)
    return { done: true as const, changed: 1 }
  },
})

type Writing = {
  db: Db
  user: { id: string }
  school: { id: string; today: string }
  may: (key: Permission) => boolean
}

type NoteDraft = { classRoomId: string; courseId: string | null; date: string | undefined }

/** Refuses a course that the person does not teach there, and a day in the future. */
async function validateNote({ db, user, school, may }: Writing, { classRoomId, courseId, date }: NoteDraft) {
  if (
    courseId &&
    !may(wholeSchoolKey) &&
    !(await teachesIn(db, user.id, { schoolId: school.id, classRoomId, courseId }))
  )
    throw invalid('You do not teach this course in this class', 'courseId')
  if (date && date > school.today) throw invalid('This date cannot be used', 'date')
}

function mustBeOwn(user: Holder, note: NoteDecided) {
  if (!isOwn(user, note)) throw forbidden('Only the author or the supervisor may change this note')
}

async function mustHaveCourse(db: Db, schoolId: string, courseId: string | null) {
  if (courseId && !(await courseOf(db, schoolId, courseId))) throw notFound()
}
