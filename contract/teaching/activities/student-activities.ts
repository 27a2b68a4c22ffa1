import * as z from 'zod/mini'
import { staff, staffOrParent, staffOrParents } from '#contract/language/access.ts'
import {
  namedByServer,
  newForOne,
  rating,
  resultDays,
  resultRange,
  resultsOf,
  studentResult,
} from '#contract/teaching/class-work/class-work.ts'
import { BaseVersion, Id, List } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'

const workId = { workId: 'activityId' } as const
const tookPart = { tookPart: 'isAttend' } as const

/** A student's result in an activity. `tookPart`: the student was there. */
export const StudentActivity = wireNames(z.object(studentResult), {
  ...workId,
  date: 'activityDate',
  details: 'activityDetails',
  classRoomName: ['classRoomName', 'classRoom'],
  rate: 'activityRate',
  ...tookPart,
})

/** An activity for one student only, with its result if there is one. */
export const NewStudentActivity = ignoring(
  wireNames(z.strictObject(newForOne), {
    date: 'activityDate',
    details: ['details', 'activityDetails'],
    rate: ['activityRate', 'rate'],
    ...tookPart,
  }),
  namedByServer,
)

const marked = { studentId: Id, ...rating, baseVersion: BaseVersion }

const rates = ['RateActivity', 'UpdateActivity'] as const

export const studentActivities = {
  list: operation({
    path: 'ClassRoomStudentActivity/GetStudentActivitiesList',
    access: staffOrParents('ViewActivities', { student: 'studentId', activity: 'workId' }, 'studentId'),
    input: wireNames(z.strictObject({ ...resultsOf, ...resultRange, ...resultDays }), workId),
    output: z.array(StudentActivity),
    paging: 'paged',
  }),

  get: operation({
    path: 'ClassRoomStudentActivity/GetStudentActivity',
    access: staffOrParent('ViewActivities', { activity: 'workId' }, 'studentId'),
    input: wireNames(z.strictObject({ studentId: Id, workId: Id }), workId),
    output: StudentActivity,
  }),

  add: operation({
    path: 'ClassRoomStudentActivity/AddStudentActivity',
    access: staff('AddActivity', { classRoom: 'classRoomId' }, 'classReach'),
    input: NewStudentActivity,
    output: StudentActivity,
    writes: true,
  }),

  rate: operation({
    path: 'ClassRoomStudentActivity/UpdateStudentActivity',
    access: staff(rates, { activity: 'workId' }, 'classReach'),
    input: roundTrip(wireNames(z.strictObject({ workId: Id, ...marked }), { ...workId, ...tookPart }), StudentActivity),
    output: StudentActivity,
    writes: true,
  }),

  /**
   * Further operation (api.md §16): saves the results of one activity for several students, all or none; returns them in the order sent.
   */
  rateSeveral: operation({
    path: 'ClassRoomStudentActivity/UpdateStudentActivities',
    access: staff(rates, { activity: 'workId' }, 'classReach'),
    input: wireNames(
      z.strictObject({ workId: Id, items: List(wireNames(z.strictObject(marked), tookPart), 1, 200) }),
      workId,
    ),
    output: z.array(StudentActivity),
    writes: true,
    sheet: ['workId'],
  }),
}
