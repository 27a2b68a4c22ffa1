import type { Secrets } from '#server/base/secrets.ts'
import type { Expected } from './protocol.ts'

/** A person on their way to a provider and back. */
export type Journey = {
  /** The provider to which they were sent. */
  providerId: string
  expected: Expected
  /** The page to which a sign-in leads. */
  next: string
  shared: boolean
  /** The session of a signed-in person who links an account; null for a sign-in. */
  linkTo: string | null
  /** Until when they may come back, in ms. */
  until: number
}

/** For how many minutes a person may stay at the provider. */
export const journeyMinutes = 10

const purpose = 'sign-in journey'

/** A journey as its cookie. */
export const sealedJourney = (secrets: Secrets, journey: Journey) =>
  secrets.seal(purpose, JSON.stringify(journey)).toString('base64url')

/** The journey of a cookie; null if it is not ours or too old. */
export function journeyOf(secrets: Secrets, cookie: string | undefined, now: Date): Journey | null {
  try {
    const journey = JSON.parse(secrets.open(purpose, Buffer.from(cookie ?? '', 'base64url'))) as Journey
    return journey.until > now.getTime() ? journey : null
  } catch {
    return null
  }
}

type Ticket = { providerId: string; sessionId: string; until: number }

const ticketPurpose = 'linking an account'

/**
 * With a ticket a signed-in person begins a journey that links an account. It was given to a POST of our own page, so another site cannot send
 * somebody on such a journey.
 */
export const sealedTicket = (secrets: Secrets, ticket: Ticket) =>
  secrets.seal(ticketPurpose, JSON.stringify(ticket)).toString('base64url')

export function ticketOf(secrets: Secrets, text: string, now: Date): Ticket | null {
  try {
    const ticket = JSON.parse(secrets.open(ticketPurpose, Buffer.from(text, 'base64url'))) as Ticket
    return ticket.until > now.getTime() ? ticket : null
  } catch {
    return null
  }
}

/** A path of our own to which a sign-in may lead; anything else is the start. Browsers read `\` like `/`, and skip tabs and line ends. */
export function ownPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > 500 || !text.startsWith('/') || /[\\\s\p{Cc}]/u.test(text)) return '/'
  const own = 'https://own.invalid'
  const url = URL.canParse(text, own) ? new URL(text, own) : null
  const isOwn = url?.origin === own && !url.pathname.startsWith('//') && !url.pathname.startsWith('/sign-in/')
  return isOwn ? url.pathname + url.search + url.hash : '/'
}
