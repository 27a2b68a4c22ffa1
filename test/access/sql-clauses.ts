/** A condition of a statement: its position in the text, and the conditions that the same rows must also meet. */
export type Clause = { from: number; to: number; text: string; beside: Clause[] }

/** All conditions of a statement that a row must meet: the parts of each "where", and those of "on" besides the join key. */
export function clausesOf(sql: string): Clause[] {
  const words = [...sql.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]|\b[a-z_]+\b/gi)]
  const clauses: Clause[] = []
  for (const [at, word] of words.entries())
    if (/^(where|on)$/i.test(word[0]) && !/^conflict$/i.test(words[at + 1]?.[0] ?? ''))
      clauses.push(...partsAfter(sql, words, at))
  return clauses.filter(({ text }) => text !== '')
}

const ending = /^(order|group|limit|union|returning|having|window|for|join|inner|left|where|on|from|offset)$/i

/** The parts joined by "and" after the word at `at`, on the same level of brackets. */
function partsAfter(sql: string, words: RegExpMatchArray[], at: number): Clause[] {
  const keyword = words[at]![0].toLowerCase()
  let from = words[at]!.index! + keyword.length
  let depth = 0
  const parts: Clause[] = []
  const part = (to: number) => parts.push(trimmed(sql, from, to))

  for (const word of words.slice(at + 1)) {
    const text = word[0].toLowerCase()
    if (text === '(' || text === 'case') depth++
    else if (text === ')' && depth === 0) return done(word.index!)
    else if (text === ')' || text === 'end') depth--
    else if (depth > 0) continue
    else if (text === 'and') {
      part(word.index!)
      from = word.index! + 3
    } else if (ending.test(text) && !isPartOfExpression(sql, word)) return done(word.index!)
  }
  return done(sql.length)

  function done(to: number) {
    part(to)
    for (const one of parts) one.beside = parts.filter((other) => other !== one)
    // The key of a join is no rule about who sees what; without it the rows would be meaningless.
    return keyword === 'on' ? parts.filter(({ text }) => !text.includes('=')) : parts
  }
}

/** The "from" of "is distinct from" ends no condition. */
const isPartOfExpression = (sql: string, word: RegExpMatchArray) =>
  word[0].toLowerCase() === 'from' && /distinct\s+$/i.test(sql.slice(0, word.index))

function trimmed(sql: string, from: number, to: number): Clause {
  const text = sql.slice(from, to)
  const start = from + (text.length - text.trimStart().length)
  return { from: start, to: start + text.trim().length, text: text.trim(), beside: [] }
}

/** The statement with one condition made true for every row. */
export const without = (sql: string, { from, to, text }: Clause) =>
  `${sql.slice(0, from)}(${text} or true)${sql.slice(to)}`

/** The statement with one condition negated. */
export const negated = (sql: string, { from, to, text }: Clause) =>
  `${sql.slice(0, from)}((${text}) is not true)${sql.slice(to)}`
