import { createHash } from 'node:crypto'

type Kind = 'begin' | 'commit' | 'rollback' | 'savepoint' | 'other'

export type Statement = {
  text: string
  name: string
  /** Whether connections keep it prepared, under its name. */
  isKept: boolean
  kind: Kind
  writes: boolean
  narrows: boolean
  undoes: boolean
}

/** How many texts every connection keeps at most, and how many texts that were used once are remembered. */
const most = { kept: 1000, once: 500 }

/** Functions that store are called in a SELECT. A lock lasts until the commit, and the next call may need it. */
const writing =
  /\bfor (update|share|no key update|key share)\b|\b(insert|update|delete|merge)\b|\b(\w*_password|\w+_session|(add|remove|give|put|use|hand|publish|signal)_\w+|pg_\w*advisory\w*|pg_notify)\(/i

/**
 * A text that is used again is kept prepared by each connection, here and in the database, as long as the connection exists. A
 * text that is used only once is not kept. An insert of a number of rows is an example: there is one text for each number.
 */
export function keepingTexts({ kept: mostKept, once: mostOnce } = most) {
  const kept = new Map<string, Statement>()
  const once = new Map<string, Statement>()

  function remembered(text: string) {
    const statement = statementFrom(text)
    if (once.size === mostOnce) once.delete(once.keys().next().value!)
    once.set(text, statement)
    return statement
  }

  return (text: string): Statement => {
    const known = kept.get(text)
    if (known) return known
    const before = once.get(text)
    if (!before) return remembered(text)
    if (kept.size < mostKept) {
      once.delete(text)
      kept.set(text, before)
      before.isKept = true
    }
    return before
  }
}

/** The statement of a text, shared by all connections of this process. */
export const statementOf = keepingTexts()

const statementFrom = (text: string): Statement => ({
  text,
  name: createHash('sha1').update(text).digest('base64url'),
  isKept: false,
  kind: kindOf(text),
  writes: writing.test(text),
  narrows: text.includes('set_config('),
  undoes: text.includes('rollback to savepoint'),
})

function kindOf(text: string): Kind {
  if (text === 'begin' || text === 'commit' || text === 'rollback') return text
  return text.startsWith('savepoint ') ? 'savepoint' : 'other'
}
