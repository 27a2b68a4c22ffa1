import * as z from 'zod/mini'
import { sentenceOf } from '#contract/language/messages.ts'
import { fromWire, innermost, strayName, wireNamesOf } from '#contract/language/wire-names.ts'
import { Refusal } from '#server/base/errors.ts'

/**
 * Validates a request's body strictly and returns it with our names. Throws 400 with the sentence of the first wrong field, and
 * the errors of all fields by name.
 */
export function read<S extends z.ZodMiniObject>(schema: S, body: unknown): z.output<S> {
  const parsed = z.safeParse(schema, fromWire(schema, body), { reportInput: true })
  if (parsed.success) return parsed.data

  // Without a prototype, because a client may name a field "constructor".
  const errors: Record<string, string[]> = Object.create(null)
  for (const issue of parsed.error.issues)
    for (const { name, sentence } of refusedBy(schema, issue)) (errors[name] ??= []).push(sentence)
  throw new Refusal(400, 'invalid', sentenceOf(inOrder(schema, parsed.error.issues)), { errors })
}

/** The issue of the field that is declared first. Unknown keys come last. */
function inOrder(schema: z.ZodMiniObject, issues: z.core.$ZodIssue[]) {
  const fields = Object.keys(schema._zod.def.shape)
  const place = (issue: z.core.$ZodIssue) => {
    const at = fields.indexOf(String(issue.path[0]))
    return at < 0 ? fields.length : at
  }
  return [...issues].sort((a, b) => place(a) - place(b))[0]!
}

/**
 * Each unknown key has its own sentence. A sentence that lists all of them, repeated for each, would grow with the square of
 * their number.
 */
function refusedBy(schema: z.ZodMiniObject, issue: z.core.$ZodIssue) {
  const at = wirePath(schema, issue.path)
  if (issue.code !== 'unrecognized_keys') return [{ name: at, sentence: sentenceOf(issue) }]
  return issue.keys.map((key) => ({
    name: (at ? `${at}.` : '') + strayName(key),
    sentence: sentenceOf({ ...issue, keys: [key] }),
  }))
}

/** `items[3].name`: a path in the form in which the client wrote it. */
function wirePath(schema: z.ZodMiniType, path: PropertyKey[]): string {
  const [step, ...rest] = path
  if (step === undefined) return ''

  const inner = innermost(schema)
  const def = inner._zod.def as { element?: z.ZodMiniType; shape?: Record<string, z.ZodMiniType> }
  const next = (typeof step === 'number' ? def.element : def.shape?.[String(step)]) ?? inner
  const name = typeof step === 'number' ? `[${step}]` : wireNamesOf(inner, String(step))[0]!
  const after = wirePath(next, rest)
  return name + (after && !after.startsWith('[') ? '.' : '') + after
}
