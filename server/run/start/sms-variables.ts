import { validateHeaderName, validateHeaderValue } from 'node:http'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { bodyKindOf, type Gateway, type Profiles, type SmsSettings } from '#server/messages/sms/sms-settings.ts'
import { callingCode, isPhoneCountry } from '#contract/language/phones.ts'
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
  SMS_COUNTRIES: z._default(
    list('must be a list such as EG,SA,+49', (text) => (isPhoneCountry(text) ? text : undefined)),
    ['EG'],
  ),
  SMS_PROFILES: z._default(
    setting(
      'must be a JSON object of countries such as {"SA":{"url":"https://sms.example","body":"to={{number}}&text={{text}}"}}',
      profilesOf,
      { secret: true },
    ),
    {},
  ),
}

const Variables = z.object(smsVariables)

/** With real people, nobody else may read a code, so codes must not be printed to a console that operators read. */
export function smsOf(read: z.output<typeof Variables>, inProduction: boolean): SmsSettings {
  const { SMS_DELIVERY: delivery, SMS_URL: url, SMS_BODY: body, SMS_METHOD: method, SMS_HEADERS: headers } = read
  if (delivery === 'console') return inProduction ? { by: 'nobody' } : { by: 'console' }
  if (delivery !== 'http') return { by: 'file', path: resolve(delivery.slice('file:'.length)) }

  if (!url) throw new CannotStart('SMS_URL must be the http or https address of the gateway.')
  if (!/\{\{(phone|number)\}\}/.test(`${url} ${body}`))
    throw new CannotStart('SMS_BODY or SMS_URL must say where {{phone}} stands.')
  if (!`${url} ${body}`.includes('{{text}}'))
    throw new CannotStart('SMS_BODY or SMS_URL must say where {{text}} stands.')
  if (body && method === 'GET') throw new CannotStart('SMS_BODY does not go with SMS_METHOD GET.')
  if (body && bodyKindOf({ headers, body }) === 'json' && jsonOf(body) === undefined)
    throw new CannotStart('SMS_BODY must be JSON, with {{phone}} and {{text}} inside quotation marks.')

  const { SMS_TIMEOUT: timeout, SMS_SUCCESS: success, SMS_PREFIXES: prefixes, SMS_DAILY_CEILING: ceiling } = read
  const gateway: Gateway = { url, method, headers, body, timeout, success, prefixes, ceiling }
  const profiles = profilesFor(read.SMS_COUNTRIES, read.SMS_PROFILES, gateway)
  return { by: 'http', ...gateway, ...(Object.keys(profiles).length > 0 && { profiles }) }
}

/** The gateway of each country but Egypt: its profile, or that of the installation, if its body takes numbers with a calling code. */
function profilesFor(countries: readonly string[], given: Read<typeof profilesOf>, own: Gateway): Profiles {
  const strange = Object.keys(given).find((country) => country === 'EG' || !countries.includes(country))
  if (strange) throw new CannotStart('SMS_PROFILES must name countries of SMS_COUNTRIES other than EG.')
  const others = countries.filter((country) => country !== 'EG')
  return Object.fromEntries(
    others.map((country) => {
      const whole = [country.startsWith('+') ? country : `+${callingCode(country)}`]
      const profile = given[country]
      if (!profile && !`${own.url} ${own.body}`.includes('{{number}}'))
        throw new CannotStart(`SMS_PROFILES must have ${country}, or SMS_BODY say where {{number}} stands.`)
      return [country, { ...own, prefixes: whole, ...(profile && { ...plain, ...profile }) }]
    }),
  )
}

type Read<F extends (text: string) => unknown> = NonNullable<ReturnType<F>>

/** What a profile that does not say otherwise has: nothing of the gateway of the installation, whose key is not for another one. */
const plain = { method: 'POST', headers: {}, body: null, success: null, ceiling: 500 }

const ProfileOfCountry = z.strictObject({
  url: z.string().check(z.refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))),
  method: z.optional(z.enum(['GET', 'POST', 'PUT'])),
  headers: z.optional(z.record(z.string(), z.string()).check(z.refine((all) => Object.entries(all).every(isHeader)))),
  body: z.optional(z.string()),
  success: z.optional(z.string()),
  timeout: z.optional(z.int().check(z.gte(1), z.lte(60_000))),
  prefixes: z.optional(z.array(z.string().check(z.regex(/^\+[1-9]\d{0,14}$/))).check(z.minLength(1))),
  ceiling: z.optional(z.int().check(z.gte(1), z.lte(10_000_000))),
})

function profilesOf(text: string) {
  const read = z.record(z.string(), ProfileOfCountry).safeParse(jsonOf(text))
  const isWhole = ({ url, body, method, headers = {} }: z.output<typeof ProfileOfCountry>) =>
    /\{\{(phone|number)\}\}/.test(`${url} ${body}`) &&
    `${url} ${body}`.includes('{{text}}') &&
    !(body && method === 'GET') &&
    !(body && bodyKindOf({ headers, body }) === 'json' && jsonOf(body) === undefined)
  return read.success && Object.values(read.data).every(isWhole) ? read.data : undefined
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
