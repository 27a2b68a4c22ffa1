import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Id, List, OneOf, optional, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { wireNames } from '#contract/language/wire-names.ts'
import { leftOutReasons } from '#contract/school/timetable/timetable-drafts.ts'

/** The limits of one file with a week. */
export const weekFileLimits = { bytes: 10 * 1024 * 1024, elements: 200_000 }

export const namedKinds = ['class', 'course', 'teacher', 'room'] as const

/** A name in a file. Without an id, nobody has said yet what it means, unless it is left out. */
export const NameInFile = z.object({
  kind: z.enum(namedKinds),
  name: z.string(),
  id: z.nullable(z.string()),
  leftOut: z.boolean(),
  /** In how many lessons it occurs. */
  lessons: z.number(),
})

const Named = z.object({ id: z.string(), name: z.string() })

/** What a file becomes as a draft; `timetableId` is null as long as it was only looked at. */
export const WeekFile = z.object({
  timetableId: z.nullable(z.string()),
  weeks: z.number(),
  lessons: z.number(),
  /** Lessons whose teacher does not have the course in the class, and those without a teacher. */
  lacksTeacher: z.number(),
  /** Groups that are made with the draft. */
  newGroups: z.number(),
  names: z.array(NameInFile),
  /** Lessons that have no place in the file, or too few. */
  withoutPlace: z.array(z.object({ courseName: z.string(), classNames: z.array(z.string()), missing: z.number() })),
  /** At most 200 of them. */
  leftOut: z.array(
    z.object({
      reason: z.enum(leftOutReasons),
      name: z.string(),
      row: z.number(),
      weekDay: z.nullable(z.string()),
      number: z.number(),
    }),
  ),
  leftOutCount: z.number(),
  classes: z.array(Named),
  courses: z.array(Named),
  teachers: z.array(Named),
  rooms: z.array(Named),
  grades: z.array(Named),
})

const managing = staff('ManageTimetable', { school: 'schoolId' }, 'wholeSchool')

/**
 * A week from the program in which it was made: aSc XML, or a table. Without `timetableName` the file is only looked at; with a name it
 * becomes a draft. The file itself is not kept. A multipart form with the part `File`; this shape contains only its SHA-256, in hex.
 */
export const uploadWeek = operation({
  path: 'Timetable/Upload',
  access: managing,
  input: wireNames(z.strictObject({ schoolId: Id, timetableName: optional(NameOf(1, 60)), file: Text(64, 64) }), {
    file: 'File',
  }),
  output: WeekFile,
  writes: true,
  takes: { type: 'multipart/form-data', bytes: weekFileLimits.bytes },
  lasts: 60_000,
})

export const weekFileFormats = ['asc', 'csv'] as const

/** Further operations (api.md §16.67): a week from a file and as a file. */
export const weekFiles = {
  /**
   * What names in files mean in this school, remembered for the next file. Without an id, lessons are taken without the name. `makes`: a
   * room, a course or a class of `gradeId` of this name, by those who may add one.
   */
  setMeanings: operation({
    path: 'Timetable/SetMeanings',
    access: managing,
    input: z.strictObject({
      schoolId: Id,
      meanings: List(
        z.strictObject({
          kind: OneOf(namedKinds),
          name: NameOf(1, 200),
          id: optional(Id),
          makes: optional(Bool),
          gradeId: optional(Id),
        }),
        1,
        500,
      ),
    }),
    output: Done,
    writes: true,
  }),

  /** A version as aSc XML, or as a table with a line for each class of a lesson. */
  file: operation({
    path: 'Timetable/GetFile',
    access: staff('ManageTimetable', { timetable: 'timetableId' }, 'wholeSchool'),
    input: z.strictObject({ timetableId: Id, format: OneOf(weekFileFormats) }),
    output: z.object({ fileName: z.string(), type: z.string(), content: z.string() }),
  }),
}
