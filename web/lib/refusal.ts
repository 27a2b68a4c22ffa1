import { t, translated } from './i18n.ts'
import { Unanswered } from './in-time.ts'

/**
 * The message for the reader: the server's sentence in their language; without an answer, that none came, or that the network is
 * away.
 */
export function sentenceFrom(error: unknown): string {
  if (error instanceof Unanswered) return t('errors.unanswered')
  if (!isRefusal(error)) return t(isNetworkError(error) ? 'errors.offline' : 'errors.unknown')
  return error.status === 0 ? t('errors.offline') : translated(error.message || t('errors.unknown'))
}

/** Each refused field with its first sentence. */
export const refusedFields = (error: unknown): [string, string][] =>
  isRefusal(error)
    ? Object.entries(error.errors ?? {}).flatMap(([field, [first]]) =>
        first === undefined ? [] : [[field, first] as [string, string]],
      )
    : []

type Refusal = Error & { status: number; errors?: Record<string, string[]> }

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'

/** fetch reports a network failure with a TypeError, and with nothing else. */
const isNetworkError = (error: unknown) => error instanceof TypeError
