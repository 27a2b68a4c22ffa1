import * as z from 'zod/mini'
import { member, staff } from '#contract/language/access.ts'
import {
  BaseVersion,
  Day,
  field,
  Id,
  Int,
  List,
  OneOf,
  optional,
  paging,
  refuse,
  Text,
  Weekday,
} from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { ClockTime } from '#contract/school/calendar/calendar-settings.ts'
import { peopleParts, threadSubjects, threadTurns } from './thread-shapes.ts'

/** A thread as those see it who review messages: who, about what, since when, and no text. */
export const ReviewedThread = z.object({
  id: z.string(),
  studentId: z.nullable(z.string()),
  studentName: z.nullable(z.string()),
  classRoomName: z.nullable(z.string()),
  subject: z.enum(threadSubjects),
  turn: z.enum(threadTurns),
  responsibleName: z.nullable(z.string()),
  askerName: z.nullable(z.string()),
  lastAt: z.string(),
  answerBy: z.nullable(z.string()),
  late: z.boolean(),
  reported: z.boolean(),
  /** Whether the caller may open it now. */
  opened: z.boolean(),
})

/** Whom people may write to, and when. Nobody in `opens`: the school has no messages. */
export const MessageSettings = z.object({
  schoolId: z.string(),
  opens: z.array(z.enum(peopleParts)),
  officeIds: z.array(z.string()),
  frameFrom: z.string(),
  frameTo: z.string(),
  nightFrom: z.string(),
  nightTo: z.string(),
  answerDays: z.number(),
  words: z.array(z.string()),
  /** The people who can answer for the office. */
  staff: z.array(z.object({ personId: z.string(), personName: z.string() })),
  version: z.number(),
})

const Word = field<string>({ type: 'string', minLength: 2, maxLength: 60 }, (raw) => {
  const word = typeof raw === 'string' ? raw.trim() : ''
  return word.length >= 2 && word.length <= 60 ? word.normalize('NFC') : refuse('Invalid input')
})

/** The settings as in their form, with one word per line. */
export const MessageSettingsForm = z.strictObject({
  schoolId: Id,
  answerDays: Int(1, 15),
  words: optional(Text(0, 8000, { lines: true })),
  baseVersion: BaseVersion,
})

const HoursOfDay = z.strictObject({ weekday: Weekday, from: ClockTime, to: ClockTime })

/** The caller's hours and who stands in for them. `own` is empty: the frame of the school on its open days. */
export const MessageHours = z.object({
  schoolId: z.string(),
  open: z.boolean(),
  frameFrom: z.string(),
  frameTo: z.string(),
  openWeekdays: z.array(z.string()),
  own: z.array(z.object({ weekday: z.string(), from: z.string(), to: z.string() })),
  awayFrom: z.nullable(z.string()),
  awayUntil: z.nullable(z.string()),
  standInId: z.nullable(z.string()),
  colleagues: z.array(z.object({ personId: z.string(), personName: z.string() })),
  version: z.number(),
})

const review = staff('ReviewMessages', { school: 'schoolId' }, 'wholeSchool')
const manage = staff('ManageMessages', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): messages of a school, for those who review and set them (decision 143). */
export const threadReview = {
  /** Late and reported threads. */
  late: operation({
    path: 'Message/GetLate',
    access: review,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(ReviewedThread),
    paging: 'paged',
  }),

  /** The threads about a student. */
  ofStudent: operation({
    path: 'Message/GetOfStudent',
    access: staff('ReviewMessages', { student: 'studentId' }, 'wholeSchool'),
    input: z.strictObject({ studentId: Id, ...paging }),
    output: z.array(ReviewedThread),
    paging: 'paged',
  }),

  /** The caller may read the thread for a day; it says so, with the reason. */
  open: operation({
    path: 'Message/OpenForReview',
    access: review,
    input: z.strictObject({ schoolId: Id, threadId: Id, reason: Text(5, 500, { lines: true }) }),
    output: Done,
    writes: true,
  }),

  /** Nothing is left to do about what was reported. */
  settle: operation({
    path: 'Message/SettleReport',
    access: review,
    input: z.strictObject({ schoolId: Id, threadId: Id }),
    output: Done,
    writes: true,
  }),

  settings: operation({
    path: 'Message/GetSettings',
    access: manage,
    input: z.strictObject({ schoolId: Id }),
    output: MessageSettings,
  }),

  saveSettings: operation({
    path: 'Message/SaveSettings',
    access: manage,
    input: z.strictObject({
      schoolId: Id,
      opens: List(OneOf(peopleParts), 0, 4),
      officeIds: List(Id, 0, 20),
      frameFrom: ClockTime,
      frameTo: ClockTime,
      nightFrom: ClockTime,
      nightTo: ClockTime,
      answerDays: Int(1, 15),
      words: List(Word, 0, 200),
      baseVersion: BaseVersion,
    }),
    output: MessageSettings,
    writes: true,
  }),

  hours: operation({
    path: 'Message/GetHours',
    access: member({ school: 'schoolId' }, 'own'),
    input: z.strictObject({ schoolId: Id }),
    output: MessageHours,
  }),

  saveHours: operation({
    path: 'Message/SaveHours',
    access: member({ school: 'schoolId' }, 'own'),
    input: z.strictObject({
      schoolId: Id,
      own: List(HoursOfDay, 0, 7),
      awayFrom: optional(Day),
      awayUntil: optional(Day),
      standInId: optional(Id),
      baseVersion: BaseVersion,
    }),
    output: MessageHours,
    writes: true,
  }),
}
