import { createHash } from 'node:crypto'
import { namedText } from './request-id.ts'

/** In place of a text: the parameters are statements that are sent together (side-by-side.ts). */
export const sideBySideText = '/* side by side */'

type Kind = 'begin' | 'names' | 'awaited' | 'guessed' | 'unread' | 'confirms' | 'stores' | 'commit' | 'rollback'

export type Statement = { text: string; name: string; kind: Kind; writes: boolean; narrows: boolean; undoes: boolean }

const statements = new Map<string, Statement>()

/** Functions that store are called by a select; a lock is kept until the commit, and the next call may want it. */
const writing =
  /\bfor (update|share|no key update|key share)\b|\b(insert|update|delete|merge)\b|^\/\* storing \*\/|\b(\w*_password|\w+_session|(add|remove|give|put|use|hand|publish)_\w+|pg_\w*advisory\w*|pg_notify)\(/i

/** Every text is looked at once. */
export function statementOf(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url')
  const statement = {
    text,
    name,
    kind: kindOf(text),
    writes: writing.test(text),
    narrows: text.includes('set_config('),
    undoes: text.includes('rollback to savepoint'),
  }
  statements.set(text, statement)
  return statement
}

function kindOf(text: string): Kind {
  if (text === 'begin' || text === 'commit' || text === 'rollback') return text
  if (text === namedText) return 'names'
  if (text === '/* confirmed */') return 'confirms'
  if (text === '/* storing */') return 'stores'
  if (text.startsWith('savepoint ') || text.startsWith('/* unread */')) return 'unread'
  return text.startsWith('/* guessed */') ? 'guessed' : 'awaited'
}
