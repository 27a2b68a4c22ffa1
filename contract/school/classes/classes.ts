import * as z from 'zod/mini'
import { member } from '#contract/language/access.ts'
import { Id, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/**
 * A class of one school, one grade and one of its languages. `wcsUrl`: its weekly timetable, a picture or a link. `otherYearName`: its year
 * if that is not the current one; null for a class of the current year or of no year.
 */
const classRoom = {
  id: z.string(),
  name: z.string(),
  /** 1 male, 2 female, 3 both. */
  gender: z.number(),
  gradeId: z.string(),
  gradeName: z.string(),
  languageId: z.string(),
  languageName: z.string(),
  otherYearName: z.nullable(z.string()),
  maxOfStudents: z.number(),
  studentsCount: z.number(),
  supervisorId: z.nullable(z.string()),
  supervisorName: z.nullable(z.string()),
  active: z.boolean(),
  wcsUrl: z.nullable(z.string()),
  schoolId: z.string(),
  schoolName: z.string(),
  version: z.number(),
}

const names = { gradeName: 'gradename' } as const

export const ClassRoom = wireNames(z.object(classRoom), names)

/**
 * Attendance of the last seven days up to today, in percent of the students present or late: for each day (null without a register) and for
 * all of them.
 */
export const WeekOfClass = z.object({ percent: z.number(), days: z.array(z.nullable(z.number())) })

/** A class in a list. `week` is null if it has no register in these days, and for callers who may not see the class's attendance. */
export const ListedClass = wireNames(z.object({ ...classRoom, week: z.nullable(WeekOfClass) }), names)

export const classes = {
  get: operation({
    path: 'ClassRoom/GetClassById',
    access: member({ classRoom: 'classRoomId' }, 'classReach', { widenedBy: ['ViewClassesSettingList'] }),
    input: z.strictObject({ classRoomId: Id }),
    output: ClassRoom,
  }),

  list: operation({
    path: 'ClassRoom/GetSchoolClasses',
    access: member({ school: 'schoolId' }, 'classReach', { widenedBy: ['ViewClassesSettingList'] }),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(ListedClass),
    paging: 'whole',
  }),

  supervised: operation({
    path: 'ClassRoom/GetSupervisorClasses',
    access: member({ school: 'schoolId' }, 'own'),
    input: z.strictObject({ schoolId: Id, supervisorId: optional(Id), ...paging }),
    output: z.array(ClassRoom),
    paging: 'whole',
  }),
}
