import pg from 'pg'

type Query = (this: pg.Client, text: unknown, ...rest: unknown[]) => unknown

const prototype = pg.Client.prototype as unknown as { query: Query }

/**
 * While this works, the product stores nothing: every call is decided, done and answered as ever, and undone in place of
 * its commit. So an allowed write leaves the rows of the world as the oracle knows them.
 */
export async function undone<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  const original = prototype.query
  prototype.query = function (text, ...rest) {
    return original.call(this, text === 'commit' && this !== owner ? 'rollback' : text, ...rest)
  }
  try {
    return await work()
  } finally {
    prototype.query = original
  }
}
