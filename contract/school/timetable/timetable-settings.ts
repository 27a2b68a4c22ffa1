import * as z from 'zod/mini'
import { member, staff } from '#contract/language/access.ts'
import {
  BaseVersion,
  Bool,
  Day,
  Id,
  Int,
  kept,
  List,
  OneOf,
  optional,
  paging,
  Weekday,
} from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { roundTrip } from '#contract/language/wire-names.ts'

export const roomKinds = ['classroom', 'lab', 'computers', 'workshop', 'sports', 'other'] as const

/** A room in which lessons are given. Nothing new is planned in a room that is not active. */
export const Room = z.object({
  id: z.string(),
  schoolId: z.string(),
  roomName: z.string(),
  roomKind: z.enum(roomKinds),
  seats: z.nullable(z.number()),
  active: z.boolean(),
  version: z.number(),
})

const Seats = optional(Int(1, 5000))

export const NewRoom = z.strictObject({
  schoolId: Id,
  roomName: NameOf(1, 60),
  roomKind: OneOf(roomKinds),
  seats: Seats,
})

export const RoomChange = roundTrip(
  z.strictObject({
    id: Id,
    schoolId: Id,
    roomName: kept(NameOf(1, 60)),
    roomKind: kept(OneOf(roomKinds)),
    seats: Seats,
    active: kept(Bool),
    baseVersion: BaseVersion,
  }),
  Room,
)

/** Which hours apply: to a grade or to all, on a weekday or on all. The grade counts before the weekday. */
export const HoursUse = z.object({
  gradeId: z.nullable(z.string()),
  weekday: z.nullable(z.string()),
  hoursSetId: z.string(),
})

const Named = z.object({ id: z.string(), name: z.string() })

export const HoursUses = z.object({
  schoolId: z.string(),
  /** The version of the calendar, to which hours and their uses belong. */
  version: z.number(),
  uses: z.array(HoursUse),
  sets: z.array(Named),
  grades: z.array(Named),
})

/** A division of a class with its groups; a student is in at most one of them. */
export const Division = z.object({
  id: z.string(),
  divisionName: z.string(),
  version: z.number(),
  groups: z.array(z.object({ id: z.string(), groupName: z.string(), studentIds: z.array(z.string()) })),
  /** Active students of the class who are in none of the groups. */
  ungroupedIds: z.array(z.string()),
})

export const Divisions = z.object({
  classRoomId: z.string(),
  day: z.string(),
  divisions: z.array(Division),
  students: z.array(Named),
})

const managing = staff('ManageTimetable', { school: 'schoolId' }, 'wholeSchool')
const ofClass = staff('ManageTimetable', { classRoom: 'classRoomId' }, 'wholeSchool')
const write = { writes: true, whileInactive: true } as const

/** Further operations (api.md §16): what the week of a school is made of. */
export const timetableSettings = {
  rooms: operation({
    path: 'Timetable/GetRooms',
    access: member({ school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Room),
    paging: 'whole',
  }),

  addRoom: operation({ ...write, path: 'Timetable/AddRoom', access: managing, input: NewRoom, output: Room }),

  updateRoom: operation({
    ...write,
    path: 'Timetable/UpdateRoom',
    access: managing,
    input: RoomChange,
    output: Room,
  }),

  hoursUses: operation({
    path: 'Timetable/GetHoursUses',
    access: managing,
    input: z.strictObject({ schoolId: Id }),
    output: HoursUses,
  }),

  /** Replaces what was stored. */
  saveHoursUses: operation({
    ...write,
    path: 'Timetable/SaveHoursUses',
    access: managing,
    input: z.strictObject({
      schoolId: Id,
      uses: List(z.strictObject({ gradeId: optional(Id), weekday: optional(Weekday), hoursSetId: Id }), 0, 300),
      baseVersion: optional(Int(0, 1_000_000)),
    }),
    output: HoursUses,
  }),

  divisions: operation({
    path: 'Timetable/GetDivisions',
    access: ofClass,
    input: z.strictObject({ classRoomId: Id, day: optional(Day) }),
    output: Divisions,
  }),

  /** Makes or changes a division. Its students are in these groups from `fromDay` on (today); those left out are in none. */
  saveDivision: operation({
    ...write,
    path: 'Timetable/SaveDivision',
    access: ofClass,
    input: z.strictObject({
      classRoomId: Id,
      divisionId: optional(Id),
      divisionName: NameOf(1, 60),
      groups: List(z.strictObject({ id: optional(Id), groupName: NameOf(1, 60), studentIds: List(Id, 0, 500) }), 1, 20),
      fromDay: optional(Day),
      baseVersion: BaseVersion,
    }),
    output: Divisions,
  }),

  removeDivision: operation({
    ...write,
    path: 'Timetable/RemoveDivision',
    access: ofClass,
    input: z.strictObject({ classRoomId: Id, divisionId: Id }),
    output: Done,
  }),
}
