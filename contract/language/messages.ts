import type { z } from 'zod/mini'
import { typeName } from './text.ts'
import { strayName } from './wire-names.ts'

/** The product's sentence for an error that zod found (api.md §4.5). Fields have their own sentences; this covers objects and lists. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'unrecognized_keys':
      return `Unrecognized key(s) in object: ${issue.keys.map((key) => `'${strayName(key)}'`).join(', ')}`
    case 'too_small':
      return `Array must contain at least ${issue.minimum} element(s)`
    case 'too_big':
      return `Array must contain at most ${issue.maximum} element(s)`
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Required'
        : `Expected ${issue.expected}, received ${typeName(issue.input)}`
    default:
      return 'Invalid input'
  }
}
