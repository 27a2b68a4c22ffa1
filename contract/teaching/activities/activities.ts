import * as z from 'zod/mini'
import { inAnySchool, staff } from '#contract/language/access.ts'
import {
  filters,
  listedWork,
  namedByServer,
  newWork,
  work,
  workChange,
} from '#contract/teaching/class-work/class-work.ts'
import { Id } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'

const answered = {
  date: 'activityDate',
  details: ['activityDetails', 'details'],
  classRoomName: ['classRoomName', 'classRoom'],
} as const

const sent = { date: 'activityDate', details: ['details', 'activityDetails'] } as const

/** An activity of a class in a course. `rate` is the full mark. */
export const Activity = wireNames(z.object(work), answered)

export const ListedActivity = wireNames(z.object(listedWork), answered)

export const NewActivity = ignoring(wireNames(z.strictObject(newWork), sent), namedByServer)

export const ActivityChange = roundTrip(
  ignoring(wireNames(z.strictObject(workChange), sent), namedByServer),
  ListedActivity,
)

const one = wireNames(z.strictObject({ id: Id }), { id: 'activityId' })

export const activities = {
  list: operation({
    path: 'ClassRoomActivity/GetClassroomActivitysList',
    access: inAnySchool(['ViewActivities'], { classRoom: 'classRoomId' }),
    input: wireNames(z.strictObject(filters), {
      details: sent.details,
      fromDate: 'fromdate',
      toDate: 'todate',
    }),
    output: z.array(ListedActivity),
    paging: 'paged',
  }),

  get: operation({
    path: 'ClassRoomActivity/GetClassroomActivitybyid',
    access: staff('ViewActivities', { activity: 'id' }, 'classReach'),
    input: one,
    output: Activity,
  }),

  add: operation({
    path: 'ClassRoomActivity/CreateClassRoomActivity',
    access: staff('AddActivity', { classRoom: 'classRoomId' }, 'classReach'),
    input: NewActivity,
    output: Activity,
    writes: true,
  }),

  update: operation({
    path: 'ClassRoomActivity/UpdateClassRoomActivity',
    access: staff('UpdateActivity', { activity: 'id' }, 'classReach'),
    input: ActivityChange,
    output: Activity,
    writes: true,
    equal: ['classRoomId'],
  }),

  remove: operation({
    path: 'ClassRoomActivity/RemoveClassRoomActivity',
    access: staff('UpdateActivity', { activity: 'id' }, 'classReach'),
    input: one,
    output: Done,
    writes: true,
  }),
}
