import * as z from 'zod/mini'
import {
  allOf,
  anySchoolOrParent,
  self,
  staff,
  staffOrParentOfSome,
  wholeSchoolKey,
} from '#contract/language/access.ts'
import { SeveralDone, studentsAtMost } from '#contract/platform/jobs/job-shapes.ts'
import { BaseVersion, Day, Id, kept, List, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done, May } from '#contract/language/shapes.ts'
import { ignoring, roundTrip } from '#contract/language/wire-names.ts'

/** A note about one student, in a course or in none. `supervisorId` is its author. */
export const Note = z.object({
  id: z.string(),
  date: z.string(),
  notes: z.string(),
  courseId: z.nullable(z.string()),
  courseName: z.nullable(z.string()),
  supervisorId: z.string(),
  supervisorName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  /** When a parent first read the note, and who has read it; parents of the student see only themselves. */
  readAt: z.nullable(z.string()),
  readBy: z.array(z.string()),
  version: z.number(),
  may: May,
})

const words = Text(1, 4000, { lines: true })
const namedByServer = ['supervisorId']

export const NewNote = ignoring(
  z.strictObject({ classRoomId: Id, studentId: Id, courseId: optional(Id), date: Day, notes: words }),
  namedByServer,
)

export const NoteChange = roundTrip(
  ignoring(
    z.strictObject({
      id: Id,
      courseId: optional(Id),
      date: kept(Day),
      notes: kept(words),
      classRoomId: optional(Id),
      studentId: optional(Id),
      baseVersion: BaseVersion,
    }),
    namedByServer,
  ),
  Note,
)

export const notes = {
  list: operation({
    path: 'StudentNote/GetStudentNotesList',
    access: anySchoolOrParent(['ViewNotes'], { student: 'studentId', classRoom: 'classRoomId' }, []),
    input: z.strictObject({
      studentId: optional(Id),
      classRoomId: optional(Id),
      courseId: optional(Id),
      supervisorId: optional(Id),
      notes: optional(Text(0, 200)),
      dateFrom: optional(Day),
      dateTo: optional(Day),
      yearId: optional(Id),
      ...paging,
    }),
    output: z.array(Note),
    paging: 'paged',
  }),

  get: operation({
    path: 'StudentNote/GetStudentNote',
    access: staffOrParentOfSome('ViewNotes', { note: 'noteId' }, []),
    input: z.strictObject({ noteId: Id }),
    output: Note,
  }),

  add: operation({
    path: 'StudentNote/CreateStudentNote',
    access: staff('AddNote', { classRoom: 'classRoomId' }, 'classReach'),
    input: NewNote,
    output: Note,
    writes: true,
  }),

  /** Further operation (api.md §16): one note about each of several students, from any classes. */
  addToSeveral: operation({
    path: 'StudentNote/CreateNotes',
    access: staff(allOf('AddNote', wholeSchoolKey), { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, studentIds: List(Id, 1, studentsAtMost), date: Day, notes: words }),
    output: SeveralDone,
    writes: true,
  }),

  update: operation({
    path: 'StudentNote/UpdateStudentNote',
    access: staff('EditNote', { note: 'id' }, 'classReach'),
    input: NoteChange,
    output: Note,
    writes: true,
    equal: ['classRoomId', 'studentId'],
  }),

  /** Further operation (api.md §16): marks notes about the caller's children as read; the first reading is stored. */
  markRead: operation({
    path: 'StudentNote/MarkRead',
    access: self,
    input: z.strictObject({ noteIds: List(Id, 1, 200) }),
    output: Done,
    writes: true,
  }),

  remove: operation({
    path: 'StudentNote/RemoveStudentNote',
    access: staff('EditNote', { note: 'noteId' }, 'classReach'),
    input: z.strictObject({ noteId: Id }),
    output: Done,
    writes: true,
  }),
}
