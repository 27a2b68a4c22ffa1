/**
 * Refuses a call; nothing of it is stored. The sentence is the body of the answer and the key of its translation (api.md §4).
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** All wrong fields by their names in the API; only with 400. */
  readonly errors?: Record<string, string[]>
  /** The field that the sentence is about, if there is one. */
  readonly field?: string
  /** The row or sheet as it is stored now; only with the 409 of a stale version. */
  readonly current?: unknown
  /** The parts of a file to choose from; only with the 409 of an upload. */
  readonly sheets?: readonly { number: number; name: string; rows: number; isHidden?: true }[]
  /** Seconds to wait; with 429 and 503. */
  readonly retryAfter?: number

  constructor(
    status: number,
    code: string,
    sentence: string,
    more: Partial<Pick<Refusal, 'errors' | 'field' | 'current' | 'sheets' | 'retryAfter' | 'cause'>> = {},
  ) {
    super(sentence)
    this.status = status
    this.code = code
    Object.assign(this, more)
  }
}

/** `field`: the name of the wrong field in the API. */
export const invalid = (sentence: string, field?: string) =>
  new Refusal(400, 'invalid', sentence, field === undefined ? undefined : { errors: { [field]: [sentence] } })
/** Refuses a list that contains the same element twice. */
export function mustDiffer(all: readonly unknown[], sentence: string, field?: string) {
  if (new Set(all).size < all.length) throw invalid(sentence, field)
}
export const unauthenticated = () => new Refusal(401, 'signed-out', 'Please sign in')
export const forbidden = (sentence = 'You are not allowed to do this') => new Refusal(403, 'forbidden', sentence)
export const notFound = () => new Refusal(404, 'not-found', 'Not found')
/** The session still needs a second proof (decision 056). */
export function refuseUnproved(): never {
  throw new Refusal(403, 'proof-needed', 'Please prove first that this account is still yours')
}
export const conflict = (sentence: string, more: { current?: unknown; field?: string } = {}) =>
  new Refusal(409, 'conflict', sentence, more)
/** The row has changed since the caller read it. `current`: the stored row or sheet, as the operation returns it. */
export const changedMeanwhile = (more: { current?: unknown; field?: string } = {}) =>
  conflict('Somebody else changed this meanwhile', more)
export const tooSlow = () => new Refusal(408, 'too-slow', 'The request took too long to arrive')
export const tooLarge = () => new Refusal(413, 'too-large', 'The request is too large')
export const unsupported = () => new Refusal(415, 'unsupported', 'This content type is not accepted')
export const pictureTooLarge = () => new Refusal(413, 'too-large', 'The picture is larger than 5 MB')
export const pictureUnsupported = () => new Refusal(415, 'unsupported', 'Only JPEG, PNG and WebP pictures are accepted')
export const attachmentTooLarge = () => new Refusal(413, 'too-large', 'The file is larger than 10 MB')
export const infected = () => invalid('A virus scanner found something harmful in this file')
export const importTooLarge = () => new Refusal(413, 'too-large', 'The file is larger than 20 MB')
export const statementTooLarge = () => new Refusal(413, 'too-large', 'The file is larger than 5 MB')
export const keyReused = () => new Refusal(422, 'key-reused', 'This key was used with another request')
export const slowDown = (retryAfter: number) =>
  new Refusal(429, 'slow-down', 'Too many requests, please wait', { retryAfter: Math.max(1, Math.ceil(retryAfter)) })
export const tooManyNumbers = (retryAfter: number) =>
  new Refusal(429, 'slow-down', 'These are more new phone numbers than a school of this size may import in a day', {
    retryAfter: Math.max(1, Math.ceil(retryAfter)),
  })
export const tooManyPictures = (retryAfter: number) =>
  new Refusal(429, 'slow-down', 'You have stored more pictures today than one person may; please go on tomorrow', {
    retryAfter: Math.max(1, Math.ceil(retryAfter)),
  })
export const tooManyUnreadable = (retryAfter: number) =>
  new Refusal(429, 'slow-down', 'Several of your PDF files could not be read; please try again in an hour', {
    retryAfter: Math.max(1, Math.ceil(retryAfter)),
  })
export const diskFull = () =>
  new Refusal(503, 'disk-full', 'The server has no room left to store this; reading still works', { retryAfter: 60 })
export const failed = () => new Refusal(500, 'failed', 'Something went wrong')
/** `cause`: only for the log. */
export const busy = (cause?: unknown) =>
  new Refusal(503, 'busy', 'The service is busy, please try again', {
    retryAfter: 1 + Math.floor(Math.random() * 5),
    cause,
  })

/** The row of a query. Throws 404 if there is none. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row == null) throw notFound()
  return row
}
