import { appendFile } from 'node:fs/promises'
import { homeZone, todayIn } from '#server/days.ts'
import type { Ask } from '#server/outbox-line.ts'
import type { Channel, Outcome } from '#server/outbox-worker.ts'
import type { Taken } from '#server/outbox-worker.queries.ts'
import type { Gateway, SmsSettings } from '#server/sms-settings.ts'
import { giveBack, takeOne } from './budget.queries.ts'
import { handOver } from './gateway.ts'
import { smsTexts } from './texts.ts'

type Message = { id: string; phoneNumber: string; text: string; code?: string }

const minute = 60_000

/** The channel of what people are told by SMS (api.md §13). */
export const smsChannel = (settings: SmsSettings): Channel => ({
  name: 'SMS',
  // A code is good for ten minutes; later it would only confuse.
  worth: { code: 10 * minute, 'password set': 24 * 60 * minute },
  atOnce: 5,
  takes: settings.by === 'http' ? settings.timeout : 1000,
  deliver: (event, ask) => send(settings, messageOf(event), ask),
})

function messageOf({ id, payload }: Taken): Message {
  const { phoneNumber, code } = payload as { phoneNumber: string; code?: string }
  return code === undefined
    ? { id, phoneNumber, text: smsTexts.passwordSet() }
    : { id, phoneNumber, text: smsTexts.code(code), code }
}

async function send(settings: SmsSettings, message: Message, ask: Ask): Promise<Outcome> {
  if (settings.by === 'http') return sendByGateway(settings, message, ask)

  const { id: _, ...told } = message
  if (settings.by === 'console') console.log(`SMS to ${told.phoneNumber}: ${told.code ?? told.text}`)
  else await appendFile(settings.path, `${JSON.stringify({ at: new Date(), ...told })}\n`, { mode: 0o600 })
  return { is: 'delivered' }
}

/** Within the day's budget: what surely did not arrive costs nothing. */
async function sendByGateway(gateway: Gateway, { id, phoneNumber, text }: Message, ask: Ask): Promise<Outcome> {
  if (!gateway.prefixes.some((prefix) => phoneNumber.startsWith(prefix)))
    return { is: 'refused', why: 'the number is outside SMS_PREFIXES' }

  const day = todayIn(homeZone)
  const budget = { key: `sms-sent:${day}`, most: gateway.ceiling, expire: Date.now() + 2 * 24 * 60 * minute }
  if (!(await ask((client) => takeOne(client, budget))))
    return { is: 'failed', why: 'SMS_DAILY_CEILING is reached', sick: false }

  const outcome = await handOver(gateway, { phone: phoneNumber, text, id })
  // Too much counted is better than an outcome forgotten because the database is away.
  if (outcome.is === 'failed') await ask((client) => giveBack(client, budget.key)).catch(() => {})
  return outcome
}
