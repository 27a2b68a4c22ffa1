import { type Asked, badIds, type Expected, type Line, page, refused, sorted } from './expected.ts'

type List = 'languages' | 'relation_types' | 'school_types' | 'school_contact_types' | 'coin_types' | 'payment_types'

/** What a row of each list says beside its name, in the wire's names. */
const further: Record<List, (row: Record<string, unknown>) => object> = {
  languages: ({ description }) => ({ description }),
  relation_types: () => ({}),
  school_types: ({ description }) => ({ description }),
  school_contact_types: ({ description, icon_url: iconUrl }) => ({ description, iconUrl }),
  coin_types: ({ value, notes }) => ({ value, notes, note: notes }),
  payment_types: ({ notes, is_active: isActive }) => ({ notes, note: notes, isActive }),
}

const rowsOf = ({ graph }: Asked, list: List) => graph[list] as unknown as Record<string, unknown>[]

const rowOf = (list: List, row: Record<string, unknown>) => ({
  id: row.id,
  name: row.name,
  ...further[list](row),
  createDate: row.created_at,
  lastModifyDate: row.modified_at,
  version: row.version,
})

const inOrder = (rows: Record<string, unknown>[]) =>
  sorted(rows, ({ name, id }) => [{ name: String(name) }, String(id)])

/** Every signed-in person reads one row. */
export const get =
  (list: List, field: string): Line =>
  (asked) => {
    if (!asked.who) return refused.signedOut
    const bad = badIds(asked.body, `${field}!`)
    if (bad) return bad
    const row = rowsOf(asked, list).find(({ id }) => id === asked.body[field])
    return row ? { status: 200, body: rowOf(list, row) } : refused.notFound
  }

/** The platform adds, by the key of that list held app-wide. */
export const add =
  (list: List, key: string): Line =>
  ({ who, rights, body }) => {
    if (!who) return refused.signedOut
    if (!rights.appKeys.includes(key)) return refused.forbidden
    return { status: 200, body: null, holds: { name: body.name, version: 1, ...more(list, body) } }
  }

const more = (list: List, { value = null }: Record<string, unknown>) =>
  list === 'coin_types' ? { value, notes: null } : list === 'payment_types' ? { isActive: true, notes: null } : {}

/** And changes. What is sent here changes nothing, save the name where one must be. */
export const update =
  (list: List, key: string, field = 'id'): Line =>
  (asked) => {
    const { who, rights, body } = asked
    if (!who) return refused.signedOut
    const bad = badIds(body, `${field}!`)
    if (bad) return bad
    if (!rights.appKeys.includes(key)) return refused.forbidden
    const row = rowsOf(asked, list).find(({ id }) => id === body[field])
    if (!row) return refused.notFound
    const now = { ...row, ...(body.name !== undefined && { name: body.name }), ...switched(body) }
    const { lastModifyDate: _, version: __, ...holds } = rowOf(list, now) as Record<string, unknown>
    return { status: 200, body: null, holds }
  }

const switched = ({ isActive }: Record<string, unknown>) => (isActive === undefined ? {} : { is_active: isActive })

export const coinTypes: Line = (asked): Expected => {
  if (!asked.who) return refused.signedOut
  return page(inOrder(rowsOf(asked, 'coin_types')), asked.body, 'whole', (row) => rowOf('coin_types', row))
}

/** Those not active, for who keeps the list. */
export const paymentTypes: Line = (asked): Expected => {
  if (!asked.who) return refused.signedOut
  const all = asked.rights.appKeys.includes('ViewPaymentType')
  const rows = rowsOf(asked, 'payment_types').filter(({ is_active }) => all || is_active)
  return page(inOrder(rows), asked.body, 'whole', (row) => rowOf('payment_types', row))
}
