import { activities } from '#contract/teaching/activities/activities.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { contacts } from '#contract/platform/contacts/contacts.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import type { InSchool } from '#contract/language/access.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { fieldsAtMost, recordFields } from '#contract/people/official-records/record-fields.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import type { RemovableKind, removals } from '#contract/overviews/removals/removals.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { conflict, found } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { lackHours, putDaysBack } from '#server/school/calendar/changes.queries.ts'
import { lockCalendar } from '#server/school/calendar/calendar.queries.ts'
import { changeCalendar } from '#server/school/calendar/changing.rules.ts'
import type { WorkTable } from '#server/db/work-tables.ts'
import { effectOfWork, putWorkBack } from '#server/teaching/class-work/removing.queries.ts'
import { mustBeRemovable } from '#server/teaching/class-work/removing.rules.ts'
import { countRecordAgain } from '#server/teaching/conduct/records.queries.ts'
import { countContacts, putContactBack } from '#server/platform/contacts/contacts.queries.ts'
import { contactsAtMost } from '#server/platform/contacts/contacts.rules.ts'
import type { Db } from '#server/db/db.ts'
import { monthOfExam } from '#server/teaching/exams/exams.queries.ts'
import { mustBeOpen } from '#server/teaching/exams/exam-months.rules.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { putNoteBack } from '#server/teaching/notes/notes.queries.ts'
import { countFields, putFieldBack } from '#server/people/official-records/record-fields.queries.ts'
import { putPostBack } from '#server/messages/posts/put-back.queries.ts'
import { classesOfWriter, mustStillReach } from '#server/messages/posts/post-reach.rules.ts'
import { writtenPost } from '#server/messages/posts/writing.queries.ts'
import { lockSchemes, putSchemeBack } from '#server/results/results/schemes.queries.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { readersOfNotes, readersOfPosts, registersOfDays, valuesOfFields } from './effects.queries.ts'
import { lockThings } from './removed.queries.ts'

export type RemovalCall = Context<typeof removals.putBack>

type Counted = Partial<Record<'students' | 'marks' | 'readers' | 'answers' | 'files' | 'registers', number>>

type Removable = {
  /** Who may call this may put back what it removed. */
  removal: { access: InSchool; writes: boolean; whileInactive: boolean }
  /** What goes with it; refuses like the removal. */
  effect: (db: Db, schoolId: string, ids: readonly string[]) => Promise<Counted>
  /** Locks what its removal locks, in the same order. */
  lock: (db: Db, schoolId: string, ids: readonly string[]) => Promise<unknown>
  /** Puts removed rows back; returns how many rows came back with them. */
  putBack: (call: RemovalCall, ids: readonly string[]) => Promise<number>
}

const nothing = async () => ({})

const rowsOf = (kind: RemovableKind) => (db: Db, schoolId: string, ids: readonly string[]) =>
  lockThings(db, kind, schoolId, ids)

/** Homework, exams and activities, with their marks. */
const work = (kind: WorkTable, removal: Removable['removal']): Removable => ({
  removal,
  lock: rowsOf(kind),
  async effect(db, schoolId, ids) {
    const sum = { students: 0, marks: 0, readers: 0, files: 0 }
    for (const workId of ids) {
      await mustBeRemovable(db, { kind, schoolId, workId })
      const one = await effectOfWork(db, { kind, schoolId, workId })
      for (const name of ['students', 'marks', 'readers', 'files'] as const) sum[name] += one[name]
    }
    return sum
  },
  async putBack({ db, school, audit }, ids) {
    let results = 0
    for (const workId of ids) {
      if (kind === 'exam') await mustBeOpen(db, school.id, await monthOfExam(db, school.id, workId))
      results += await putWorkBack(db, { kind, schoolId: school.id, workId })
      await audit(kind, workId)
    }
    await signalChanges(
      db,
      ids.map((id) => ({ topic: kind, id, studentId: null, version: 0 })),
    )
    return results
  },
})

/** Rows with which nothing else comes back. */
const oneByOne =
  (kind: string, back: (call: RemovalCall, id: string) => Promise<unknown>): Removable['putBack'] =>
  async (call, ids) => {
    for (const id of ids) {
      await back(call, id)
      await call.audit(kind, id)
    }
    return 0
  }

export const removable: Record<RemovableKind, Removable> = {
  exam: work('exam', exams.remove),
  homework: work('homework', homework.remove),
  activity: work('activity', activities.remove),
  note: {
    removal: notes.remove,
    lock: rowsOf('note'),
    effect: async (db, schoolId, ids) => ({ readers: await readersOfNotes(db, schoolId, ids) }),
    putBack: oneByOne('note', ({ db, school }, id) => putNoteBack(db, school.id, id)),
  },
  conduct: {
    removal: conduct.withdraw,
    lock: rowsOf('conduct'),
    effect: nothing,
    putBack: oneByOne('conductRecord', ({ db, school }, id) => countRecordAgain(db, school.id, id)),
  },
  post: {
    removal: postWriting.takeBack,
    lock: rowsOf('post'),
    effect: readersOfPosts,
    putBack: oneByOne('post', async (call, id) => {
      mustStillReach(call, found(await writtenPost(call.db, call.school.id, classesOfWriter(call), id)))
      await putPostBack(call.db, call.school.id, id)
    }),
  },
  calendarDay: {
    removal: calendar.removeDays,
    lock: lockCalendar,
    effect: async (db, schoolId, ids) => ({ registers: await registersOfDays(db, schoolId, ids) }),
    async putBack(call, ids) {
      const { db, school, audit } = call
      if (await lackHours(db, school.id, ids))
        throw conflict('The hours of these days were removed; enter the days again')
      const store = async () => {
        await putDaysBack(db, school.id, ids)
        return [...ids]
      }
      await changeCalendar(call, { baseVersion: null, store })
      await audit('calendar', school.id)
      return 0
    },
  },
  contact: {
    removal: contacts.remove,
    lock: lockSchool,
    effect: nothing,
    putBack: oneByOne('contact', async ({ db, school }, id) => {
      await putContactBack(db, school.id, id)
      if ((await countContacts(db, school.id)) > contactsAtMost) throw conflict('A school has at most 50 contacts')
    }),
  },
  recordField: {
    removal: recordFields.remove,
    lock: lockSchool,
    effect: async (db, schoolId, ids) => ({ students: await valuesOfFields(db, schoolId, ids) }),
    putBack: oneByOne('recordField', async ({ db, school }, id) => {
      if ((await countFields(db, school.id)) >= fieldsAtMost)
        throw conflict('A school has at most 20 fields of its own')
      await putFieldBack(db, school.id, id)
    }),
  },
  resultScheme: {
    removal: resultSchemes.remove,
    lock: lockSchemes,
    effect: nothing,
    putBack: oneByOne('resultScheme', ({ db, school }, id) => putSchemeBack(db, school.id, id)),
  },
}
