import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, Int, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { EmergencyContact } from './emergency-contacts.ts'

const AtGate = z.object({
  studentId: z.string(),
  studentName: z.string(),
  imageUrl: z.nullable(z.string()),
  classRoomName: z.string(),
})

/** What was noted at the gate today. */
const GateAct = z.object({
  act: z.enum(['called', 'handedOver']),
  toName: z.nullable(z.string()),
  at: z.string(),
  byName: z.string(),
})

const Fetcher = z.object({
  /** An account that is linked, or a guardian of the record without one. */
  kind: z.enum(['parent', 'guardian']),
  id: z.string(),
  name: z.string(),
  relationName: z.string(),
  imageUrl: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})

/** A child at the gate: who may fetch it today, whom to call, and what was noted today. */
export const ChildAtGate = z.extend(AtGate, {
  people: z.array(Fetcher),
  contacts: z.array(EmergencyContact),
  acts: z.array(GateAct),
})

/** A child with those who may fetch it today, as a device keeps it for a day without a network: no phones, no contacts. */
export const KeptAtGate = z.object({
  studentId: z.string(),
  studentName: z.string(),
  code: z.string(),
  classRoomName: z.string(),
  people: z.array(z.pick(Fetcher, { kind: true, id: true, name: true, relationName: true })),
})

const access = staff('ViewPickUp', { school: 'schoolId' }, 'wholeSchool')
const child = { schoolId: Id, studentId: Id }
/** Of an act that a device noted without a network: its id on the device, and how long ago it was, in seconds. */
const noted = { clientOperationId: optional(Id), secondsAgo: optional(Int(0, 86_400)) }

/** Further operations (api.md §16): the gate of a school, where children are handed over (decision 122). */
export const schoolGate = {
  /** The students of the school whose name or code contains the text. */
  find: operation({
    path: 'Gate/Find',
    access,
    input: z.strictObject({ schoolId: Id, search: Text(2, 100), ...paging }),
    output: z.array(AtGate),
    paging: 'paged',
  }),

  get: operation({ path: 'Gate/GetChild', access, input: z.strictObject(child), output: ChildAtGate }),

  /** All children at the school with who may fetch them today, by name, to be kept for the day. */
  day: operation({
    path: 'Gate/GetDay',
    access,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(KeptAtGate),
    paging: 'whole',
  }),

  /** Notes that a child was called to the gate. */
  callOut: operation({
    path: 'Gate/Call',
    access,
    input: z.strictObject({ ...child, ...noted }),
    output: ChildAtGate,
    writes: true,
    onceBy: 'clientOperationId',
  }),

  /** Notes that a child was handed over to one of those who may fetch it today. */
  handOver: operation({
    path: 'Gate/HandOver',
    access,
    input: z.strictObject({ ...child, kind: OneOf(['parent', 'guardian'] as const), personId: Id, ...noted }),
    output: ChildAtGate,
    writes: true,
    onceBy: 'clientOperationId',
  }),
}
