import { validateHeaderName, validateHeaderValue } from 'node:http'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { bodyKindOf, type Gateway, type SmsSettings } from '#server/messages/sms/sms-settings.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { list, setting, wholeNumber } from './setting.ts'

const perDay = (what: string) =>
  setting(`must be "off" or how many ${what}`, (text) => {
    if (text === 'off') return null
    return /^[1-9]\d{0,7}$/.test(text) ? Number(text) : undefined
  })

/** The variables that decide how SMS are sent and how many; docs/settings.md describes them. */
export const smsVariables = {
  SMS_NOTICES: z._default(perDay('are sent a day at most'), null),
  SMS_INVITATIONS: z._default(perDay('a school sends a day at most'), null),
  SMS_DELIVERY: z._default(
    setting(
      'must be "console", "http" or "file:" and a path',
      (text) => (/^(console|http|file:.+)$/.test(text) ? text : undefined),
      { secret: true },
    ),
    'console',
  ),
  SMS_URL: z.optional(
    setting(
      'must be the http or https address of the gateway',
      (text) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined),
      { secret: true },
    ),
  ),
  SMS_METHOD: z._default(z.enum(['GET', 'POST', 'PUT'], 'must be GET, POST or PUT'), 'POST'),
  SMS_HEADERS: z._default(setting('must be a JSON object of header names and texts', headersOf, { secret: true }), {}),
  SMS_BODY: z._default(z.nullable(z.string()), null),
  SMS_TIMEOUT: z._default(wholeNumber(1, 60_000), 8000),
  SMS_SUCCESS: z._default(z.nullable(z.string()), null),
  SMS_PREFIXES: z._default(
    list('must be a list such as 010,011', (text) => (/^01\d{0,9}$/.test(text) ? text : undefined)),
    ['010', '011', '012', '015'],
  ),
  SMS_DAILY_CEILING: z._default(wholeNumber(1, 10_000_000), 5000),
}

const Variables = z.object(smsVariables)

/** With real people, nobody else may read a code, so codes must not be printed to a console that operators read. */
export function smsOf(read: z.output<typeof Variables>, inProduction: boolean): SmsSettings {
  const { SMS_DELIVERY: delivery, SMS_URL: url, SMS_BODY: body, SMS_METHOD: method, SMS_HEADERS: headers } = read
  if (delivery === 'console') return inProduction ? { by: 'nobody' } : { by: 'console' }
  if (delivery !== 'http') return { by: 'file', path: resolve(delivery.slice('file:'.length)) }

  if (!url) throw new CannotStart('SMS_URL must be the http or https address of the gateway.')
  for (const part of ['{{phone}}', '{{text}}'])
    if (!`${url} ${body}`.includes(part)) throw new CannotStart(`SMS_BODY or SMS_URL must say where ${part} stands.`)
  if (body && method === 'GET') throw new CannotStart('SMS_BODY does not go with SMS_METHOD GET.')
  if (body && bodyKindOf({ headers, body }) === 'json' && jsonOf(body) === undefined)
    throw new CannotStart('SMS_BODY must be JSON, with {{phone}} and {{text}} inside quotation marks.')

  const { SMS_TIMEOUT: timeout, SMS_SUCCESS: success, SMS_PREFIXES: prefixes, SMS_DAILY_CEILING: ceiling } = read
  const gateway: Gateway = { url, method, headers, body, timeout, success, prefixes, ceiling }
  return { by: 'http', ...gateway }
}

function headersOf(text: string): Record<string, string> | undefined {
  const headers = jsonOf(text)
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return undefined
  return Object.entries(headers).every(isHeader) ? (headers as Record<string, string>) : undefined
}

function isHeader([name, value]: [string, unknown]) {
  try {
    validateHeaderName(name)
    if (typeof value === 'string') validateHeaderValue(name, value)
    return typeof value === 'string'
  } catch {
    return false
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
