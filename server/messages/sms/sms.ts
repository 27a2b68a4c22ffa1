import { appendFile } from 'node:fs/promises'
import { inE164, isOfCountries } from '#contract/language/phones.ts'
import type { Clock } from '#server/base/clock.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import type { ItemKind } from '#contract/messages/inbox/inbox.ts'
import { noticeText, productName } from '#server/messages/push/notice-texts.rules.ts'
import type { Query } from '#server/db/listening.ts'
import type { Channel, Delivery } from '#server/outbox/worker.ts'
import type { Taken } from '#server/outbox/worker.queries.ts'
import { smsNoticeOf, stepsTexted } from '#server/messages/push/sending.queries.ts'
import { gatewayFor, type SmsSettings } from './sms-settings.ts'
import { giveBack, takeOne } from './budget.queries.ts'
import { sendToGateway } from './gateway.ts'
import { invitationToSend } from './invitation.queries.ts'
import { smsTexts } from './texts.ts'

type Sending = { settings: SmsSettings; clock: Clock; countries: readonly string[] }

type Message = { id: string; phoneNumber: string; text: string; code?: string }

const minute = 60_000
const day = 24 * 60 * minute

/**
 * `notices`: how many notices may be sent a day; null: none. `address`: the address of the product for invited people. `countries`: to whose
 * numbers messages may go.
 */
export type SmsOfInstallation = { notices?: number | null; address?: string; countries?: readonly string[] }

/** The channel for SMS (api.md §13). */
export const smsChannel = (
  settings: SmsSettings,
  clock: Clock,
  { notices = null, address = '', countries = ['EG'] }: SmsOfInstallation = {},
): Channel => ({
  name: 'SMS',
  // A code is valid for ten minutes. A later message would only confuse people.
  ttl: {
    code: 10 * minute,
    'password set': day,
    'phone change planned': 2 * day,
    'phone changed': 2 * day,
    notice: day,
    'invitation by SMS': day,
  },
  atOnce: 5,
  takes: settings.by === 'http' ? settings.timeout : 1000,
  deliver(event, ask) {
    const by = { settings, clock, countries }
    if (event.event === 'notice') return sendNotice(by, event, notices ?? 0, ask)
    if (event.event === 'invitation by SMS') return sendInvitation(by, event, address, ask)
    return send(by, messageOf(event), ask)
  },
})

function messageOf({ id, event, payload }: Taken): Message {
  const { phoneNumber, code } = payload as { phoneNumber: string; code?: string }
  if (code !== undefined) return { id, phoneNumber, text: smsTexts.code(code), code }
  if (event === 'phone change planned') return { id, phoneNumber, text: smsTexts.phoneChangePlanned() }
  return { id, phoneNumber, text: event === 'phone changed' ? smsTexts.phoneChanged() : smsTexts.passwordSet() }
}

/** Sends an invitation that is still open, if the school still sends invitations. */
async function sendInvitation(by: Sending, { id, payload }: Taken, address: string, ask: Query): Promise<Delivery> {
  const { invitationId } = payload as { invitationId: string }
  const waiting = await ask((db) => invitationToSend(db, invitationId))
  if (!waiting) return { is: 'refused', why: 'the invitation waits no more' }
  const { phoneNumber, schoolName } = waiting
  return send(by, { id, phoneNumber, text: smsTexts.invitation(schoolName, address) }, ask)
}

/** Sends a notice by SMS with its current content. It has its own budget, so that codes can always be sent. */
async function sendNotice(by: Sending, { id, payload }: Taken, most: number, ask: Query): Promise<Delivery> {
  if (most === 0) return { is: 'refused', why: 'SMS_NOTICES is off' }
  const notice = await ask((db) => smsNoticeOf(db, payload as { personId: string; itemIds: string[] }))
  // The person has read it in the meantime, or may no longer see it.
  if (!notice || notice.items.length === 0) return { is: 'delivered' }

  const budget = budgetOf('notices', most, by.clock.now())
  if (!(await ask((db) => takeOne(db, budget)))) return { is: 'failed', why: 'SMS_NOTICES is reached', sick: false }

  const { phoneNumber, language, items } = notice
  const news = noticeText(
    items.map((item) => ({ ...item, kind: item.kind as ItemKind })),
    language,
  )
  const outcome = await send(by, { id, phoneNumber, text: `${productName[language]}: ${news}` }, ask)
  if (outcome.is === 'failed') await ask((db) => giveBack(db, budget.key)).catch(() => {})
  const steps = items.filter(({ kind }) => kind === 'absenceStep').map((item) => item.id)
  if (outcome.is === 'delivered' && steps.length > 0) await ask((db) => stepsTexted(db, steps))
  return outcome
}

async function send({ settings, clock, countries }: Sending, message: Message, ask: Query): Promise<Delivery> {
  if (!isOfCountries(message.phoneNumber, countries))
    return { is: 'refused', why: 'the country of the number is not in SMS_COUNTRIES' }
  if (settings.by === 'http') return sendByGateway(settings, message, clock.now(), ask)

  if (settings.by === 'nobody')
    return { is: 'failed', why: 'SMS_DELIVERY is console, which prints no codes in production', sick: true }

  const { id: _, ...rest } = message
  if (settings.by === 'console') console.log(`SMS to ${rest.phoneNumber}: ${rest.code ?? rest.text}`)
  else await appendFile(settings.path, `${JSON.stringify({ at: clock.now(), ...rest })}\n`, { mode: 0o600 })
  return { is: 'delivered' }
}

/** Sends within the budget of the day. A message that certainly did not arrive is not counted. */
async function sendByGateway(
  settings: Extract<SmsSettings, { by: 'http' }>,
  { id, phoneNumber, text }: Message,
  now: Date,
  ask: Query,
): Promise<Delivery> {
  const { gateway, country } = gatewayFor(settings, phoneNumber)
  if (!gateway.prefixes.some((prefix) => phoneNumber.startsWith(prefix)))
    return { is: 'refused', why: country ? 'the number is outside its profile' : 'the number is outside SMS_PREFIXES' }

  const budget = budgetOf(country ? `sent-${country}` : 'sent', gateway.ceiling, now)
  if (!(await ask((db) => takeOne(db, budget))))
    return {
      is: 'failed',
      why: `${country ? `the ceiling of ${country}` : 'SMS_DAILY_CEILING'} is reached`,
      sick: false,
    }

  const outcome = await sendToGateway(gateway, { phone: phoneNumber, number: inE164(phoneNumber).slice(1), text, id })
  // Counting too many is better than losing the outcome because the database is unreachable.
  if (outcome.is === 'failed') await ask((db) => giveBack(db, budget.key)).catch(() => {})
  return outcome
}

const budgetOf = (of: string, most: number, now: Date) => ({
  key: `sms-${of}:${civilDay(now, homeZone)}`,
  most,
  expire: now.getTime() + 2 * 24 * 60 * minute,
})
