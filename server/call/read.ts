import * as z from 'zod/mini'
import { sentenceOf } from '#contract/language/messages.ts'
import { fromWire, innermost, strayName, wireNamesOf } from '#contract/language/wire-names.ts'
import { Refusal } from './errors.ts'

/** A request's body in our names, strictly read. Throws 400 with the first field's sentence and every field's by name. */
export function read<S extends z.ZodMiniObject>(schema: S, body: unknown): z.output<S> {
  const parsed = z.safeParse(schema, fromWire(schema, body), { reportInput: true })
  if (parsed.success) return parsed.data

  // No prototype: a client may well name a field "constructor".
  const errors: Record<string, string[]> = Object.create(null)
  for (const issue of parsed.error.issues)
    for (const { name, sentence } of refusedBy(schema, issue)) (errors[name] ??= []).push(sentence)
  throw new Refusal(400, 'invalid', sentenceOf(inOrder(schema, parsed.error.issues)), { errors })
}

/** The issue of the field listed first; keys that are not listed at all come last. */
function inOrder(schema: z.ZodMiniObject, issues: z.core.$ZodIssue[]) {
  const fields = Object.keys(schema._zod.def.shape)
  const place = (issue: z.core.$ZodIssue) => {
    const at = fields.indexOf(String(issue.path[0]))
    return at < 0 ? fields.length : at
  }
  return [...issues].sort((a, b) => place(a) - place(b))[0]!
}

/** Each key that nobody listed has a sentence of its own: all of them at each would be as long as their square. */
function refusedBy(schema: z.ZodMiniObject, issue: z.core.$ZodIssue) {
  const at = wirePath(schema, issue.path)
  if (issue.code !== 'unrecognized_keys') return [{ name: at, sentence: sentenceOf(issue) }]
  return issue.keys.map((key) => ({
    name: (at ? `${at}.` : '') + strayName(key),
    sentence: sentenceOf({ ...issue, keys: [key] }),
  }))
}

/** `items[3].name`: a path as the client wrote it. */
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
