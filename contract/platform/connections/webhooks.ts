import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, kept, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { proofAgain } from './program-keys.ts'

/** What a program can be notified of. A message names what changed by ids alone; the program then reads it with its key. */
export const webhookEvents = [
  'student.changed',
  'class.changed',
  'attendance.saved',
  'marks.published',
  'result.published',
  'fees.posted',
  'year.turned',
] as const

export type WebhookEvent = (typeof webhookEvents)[number]

/** The event of a message that somebody sends to see whether it arrives. */
export const triedEvent = 'connection.tried'

/** How many webhooks of a school may be active at once. */
export const mostWebhooks = 10

/** For how many days messages are listed, and wait for a receiver that does not answer. */
export const deliveriesOfDays = 14

/** For how many hours the former secret goes on signing beside a new one. */
export const rollingHours = 24

/** `failing`: the last message did not arrive. `paused`: none arrived for three days. */
const webhookStates = ['active', 'failing', 'paused', 'off'] as const

/** Why a message did not arrive, where the receiver answered nothing that counts. */
export const webhookProblems = ['address', 'timeout', 'unreachable', 'redirect', 'secret'] as const

const Webhook = z.object({
  id: z.string(),
  hookName: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  hookState: z.enum(webhookStates),
  active: z.boolean(),
  madeByName: z.string(),
  createDate: z.string(),
  deliveredAt: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  /** How many messages wait. */
  waitingMessages: z.number(),
  /** Until when the former secret signs too. */
  formerUntil: z.nullable(z.string()),
  version: z.number(),
})

const Delivery = z.object({
  id: z.string(),
  messageEvent: z.enum([...webhookEvents, triedEvent]),
  /** What is sent, and sent again, byte for byte. */
  sentBody: z.string(),
  createDate: z.string(),
  deliveredAt: z.nullable(z.string()),
  attempts: z.number(),
  triedAt: z.nullable(z.string()),
  /** Null once it was delivered. */
  nextTryAt: z.nullable(z.string()),
  /** The status of the last answer. */
  lastAnswer: z.nullable(z.number()),
  deliveryProblem: z.nullable(z.enum(webhookProblems)),
})

const managers = staff('ManageConnections', { school: 'schoolId' }, 'wholeSchool')

const Name = NameOf(2, 60)
const Address = Text(10, 500)
const Events = List(OneOf(webhookEvents), 1, webhookEvents.length)

/** The secret is answered this once. */
const Secret = z.object({ id: z.string(), secret: z.string() })

/** Further operations (api.md §16): where programs of others are notified of what changed. */
export const webhooks = {
  list: operation({
    path: 'Connection/GetWebhooks',
    access: managers,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Webhook),
    paging: 'whole',
  }),

  add: operation({
    path: 'Connection/AddWebhook',
    access: managers,
    input: z.strictObject({ schoolId: Id, hookName: Name, url: Address, events: Events, ...proofAgain }),
    output: Secret,
    writes: true,
    secret: true,
  }),

  /** Switching it on again also ends its pause. */
  update: operation({
    path: 'Connection/UpdateWebhook',
    access: managers,
    input: z.strictObject({
      schoolId: Id,
      webhookId: Id,
      hookName: kept(Name),
      url: kept(Address),
      events: kept(Events),
      active: kept(Bool),
      ...proofAgain,
      baseVersion: BaseVersion,
    }),
    output: Webhook,
    writes: true,
    // Because of the proof.
    secret: true,
  }),

  /** Makes a new secret. The former one signs too for a day, so that the receiver can change at any time. */
  roll: operation({
    path: 'Connection/RollWebhookSecret',
    access: managers,
    input: z.strictObject({ schoolId: Id, webhookId: Id, ...proofAgain }),
    output: Secret,
    writes: true,
    secret: true,
  }),

  /** Stores a message that says only that somebody tried. */
  try: operation({
    path: 'Connection/TryWebhook',
    access: managers,
    input: z.strictObject({ schoolId: Id, webhookId: Id }),
    output: Done,
    writes: true,
  }),

  deliveries: operation({
    path: 'Connection/GetDeliveries',
    access: managers,
    input: z.strictObject({
      schoolId: Id,
      webhookId: Id,
      /** Only those that have not arrived. */
      waiting: optional(Bool),
      ...paging,
    }),
    output: z.array(Delivery),
    paging: 'paged',
  }),

  sendAgain: operation({
    path: 'Connection/SendAgain',
    access: managers,
    input: z.strictObject({ schoolId: Id, deliveryId: Id }),
    output: Done,
    writes: true,
  }),
}
