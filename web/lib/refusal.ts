import { t, translated } from './i18n.ts'
import { Unanswered } from './in-time.ts'

/**
 * The message for the person: the server's sentence in their language. Without an answer, that none came or that there is no
 * network.
 */
export function sentenceFrom(error: unknown): string {
  if (error instanceof Unanswered) return t('errors.unanswered')
  if (!isRefusal(error)) return t(isNetworkError(error) ? 'errors.offline' : 'errors.unknown')
  return error.status === 0 ? t('errors.offline') : translated(error.message || t('errors.unknown'))
}

/** Each refused field and its first sentence. */
export const refusedFields = (error: unknown): [string, string][] =>
  isRefusal(error)
    ? Object.entries(error.errors ?? {}).flatMap(([field, [first]]) =>
        first === undefined ? [] : [[field, first] as [string, string]],
      )
    : []

type Refusal = Error & { status: number; errors?: Record<string, string[]> }

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'

/** `fetch` reports a network failure only as a TypeError. */
const isNetworkError = (error: unknown) => error instanceof TypeError
