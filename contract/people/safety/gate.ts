import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, OneOf, paging, Text } from '#contract/language/fields.ts'
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

const access = staff('ViewPickUp', { school: 'schoolId' }, 'wholeSchool')
const child = { schoolId: Id, studentId: Id }

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

  /** Notes that a child was called to the gate. */
  callOut: operation({
    path: 'Gate/Call',
    access,
    input: z.strictObject(child),
    output: ChildAtGate,
    writes: true,
  }),

  /** Notes that a child was handed over to one of those who may fetch it today. */
  handOver: operation({
    path: 'Gate/HandOver',
    access,
    input: z.strictObject({ ...child, kind: OneOf(['parent', 'guardian'] as const), personId: Id }),
    output: ChildAtGate,
    writes: true,
  }),
}
