import { validateHeaderName, validateHeaderValue } from 'node:http'
import { resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** How a gateway is asked. {{phone}}, {{text}} and {{id}} stand in address and body for what differs. */
export type Gateway = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
  /** In ms. */
  timeout: number
  /** What stands in the answer of a gateway that took the message; null when 2xx is enough. */
  success: string | null
  /** Beginnings of the numbers that are sent to. */
  prefixes: string[]
  /** Messages a day, of all processes together. */
  ceiling: number
}

export type SmsSettings = { by: 'console' } | { by: 'file'; path: string } | ({ by: 'http' } & Gateway)

/** How SMS leave this installation. Throws CannotStart; headers, address and body may hold secrets and are not repeated. */
export function readSmsSettings(env: NodeJS.ProcessEnv): SmsSettings {
  const delivery = env.SMS_DELIVERY || 'console'
  if (delivery === 'console') return { by: 'console' }
  if (/^file:./.test(delivery)) return { by: 'file', path: resolve(delivery.slice('file:'.length)) }
  if (delivery !== 'http') throw new CannotStart('SMS_DELIVERY must be "console", "http" or "file:" and a path.')

  const gateway = {
    by: 'http' as const,
    url: urlOf(env.SMS_URL),
    method: methodOf(env.SMS_METHOD || 'POST'),
    headers: headersOf(env.SMS_HEADERS || '{}'),
    body: env.SMS_BODY || null,
    timeout: numberOf('SMS_TIMEOUT', env.SMS_TIMEOUT || '8000', 60_000),
    success: env.SMS_SUCCESS || null,
    prefixes: prefixesOf(env.SMS_PREFIXES || '010,011,012,015'),
    ceiling: numberOf('SMS_DAILY_CEILING', env.SMS_DAILY_CEILING || '5000', 10_000_000),
  }
  for (const part of ['{{phone}}', '{{text}}'])
    if (!`${gateway.url} ${gateway.body}`.includes(part))
      throw new CannotStart(`SMS_BODY or SMS_URL must say where ${part} stands.`)
  if (gateway.body && gateway.method === 'GET') throw new CannotStart('SMS_BODY does not go with SMS_METHOD GET.')
  if (gateway.body && bodyKindOf(gateway) === 'json' && !isJson(gateway.body))
    throw new CannotStart('SMS_BODY must be JSON, with {{phone}} and {{text}} inside quotation marks.')
  return gateway
}

/** Whether what is put into the body must be written as JSON or as a form has it. */
export function bodyKindOf({ headers, body }: Pick<Gateway, 'headers' | 'body'>): 'json' | 'form' {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return (named ? /json/i.test(named) : /^\s*[{[]/.test(body ?? '')) ? 'json' : 'form'
}

function urlOf(text: string | undefined) {
  if (text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new CannotStart('SMS_URL must be the http or https address of the gateway.')
}

function methodOf(text: string) {
  if (['GET', 'POST', 'PUT'].includes(text)) return text
  throw new CannotStart('SMS_METHOD must be GET, POST or PUT.')
}

function headersOf(text: string): Record<string, string> {
  try {
    const headers = JSON.parse(text)
    if (headers === null || typeof headers !== 'object' || Array.isArray(headers)) throw new TypeError()
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value !== 'string') throw new TypeError()
      validateHeaderName(name)
      validateHeaderValue(name, value)
    }
    return headers
  } catch {
    throw new CannotStart('SMS_HEADERS must be a JSON object of header names and texts.')
  }
}

function numberOf(name: string, text: string, most: number) {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text)
  throw new CannotStart(`${name} must be a number from 1 to ${most}, not "${text}".`)
}

function prefixesOf(text: string) {
  const prefixes = text.split(',').map((one) => one.trim())
  if (prefixes.every((one) => /^01\d{0,9}$/.test(one))) return prefixes
  throw new CannotStart(`SMS_PREFIXES must be a list such as 010,011, not "${text}".`)
}

function isJson(template: string) {
  try {
    JSON.parse(template)
    return true
  } catch {
    return false
  }
}
