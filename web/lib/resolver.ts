import { type FieldError, type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type * as z from 'zod/mini'
import { sentenceOf } from '#contract/language/messages.ts'

/** The error type for refusals of fields that the form does not show. */
const undrawn = 'undrawn'

/** Validates a form with the contract's schema; the error of each field is the sentence that the server would answer. */
export const resolverOf =
  <T extends FieldValues>(schema: z.ZodMiniType): Resolver<T> =>
  (values, _, { fields }) => {
    const read = schema.safeParse(withoutBlanks(values))
    if (read.success) return { values: values as T, errors: {} }

    const isDrawn = (name: string) =>
      name !== '' && (get(fields, name) as { mount?: boolean } | undefined)?.mount === true
    const errors: Record<string, FieldError> = {}
    for (const issue of read.error.issues) {
      const paths = issue.path.map((_step, at) => issue.path.slice(0, at + 1).join('.'))
      const name = paths.findLast(isDrawn)
      const at = name ?? (paths[0] || 'form')
      const message = sentenceOf(issue as z.core.$ZodIssue)
      if (!get(errors, at)) set(errors, at, { type: name === undefined ? undrawn : issue.code, message })
    }
    return { values: {}, errors: errors as FieldErrors<T> }
  }

/** Refusals of fields that the form does not show: the field's name in the contract, and the sentence. */
export const undrawnErrors = (errors: FieldErrors): [string, string][] =>
  Object.entries(errors).flatMap(([name, error]) =>
    error?.type === undrawn ? [[name, error.message as string] as [string, string]] : [],
  )

/** An empty field counts as missing, so that its error is 'Required'. */
export const withoutBlanks = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
