import { type Answer, batches } from '#server/db/batch.ts'

/** A statement with the names of its columns as our code has them, and those that were null in some row. */
export type Answered = { text: string; names: string[]; nulls: Set<string> }

/**
 * Collects the statements that read or write a table, with their answers, until it is ended. Statements with the same key are one.
 * `news` has those of which something was learnt since it was last cleared.
 */
export function seeAnswers(keyOf: (text: string) => string) {
  const answered = new Map<string, Answered>()
  const news = new Set<Answered>()
  const { ask } = batches
  batches.ask = function (asked) {
    const answer = ask.call(this, asked)
    if (!/\b(from|update|into|join)\b/i.test(asked.text)) return answer
    const key = keyOf(asked.text)
    const known = answered.get(key) ?? { text: asked.text, names: [], nulls: new Set() }
    answered.set(key, known)
    answer.then(
      (given) => void (addsTo(known, given) && news.add(known)),
      () => {},
    )
    return answer
  }
  return { answered, news, end: () => void (batches.ask = ask) }
}

function addsTo(known: Answered, { shape: { names }, raw }: Answer): boolean {
  const before = known.names.length + known.nulls.size
  known.names = names
  for (const row of raw) row.forEach((value, at) => value === null && known.nulls.add(names[at]!))
  return known.names.length + known.nulls.size > before
}
