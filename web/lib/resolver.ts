import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { sentenceOf } from '#contract/language/messages.ts'

/** Checks a form by the contract's schema; each field's error is the sentence the server would say. */
export const resolverOf =
  <T extends FieldValues>(schema: z.ZodMiniType): Resolver<T> =>
  (values) => {
    const read = schema.safeParse(withoutBlanks(values))
    if (read.success) return { values: values as T, errors: {} }

    const errors: Record<string, FieldError> = {}
    for (const issue of read.error.issues) {
      errors[String(issue.path[0] ?? 'root')] ??= { type: issue.code, message: sentenceOf(issue as z.core.$ZodIssue) }
    }
    return { values: {}, errors: errors as FieldErrors<T> }
  }

/** A field nobody filled in is no value, so that 'Required' says so. */
export const withoutBlanks = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
