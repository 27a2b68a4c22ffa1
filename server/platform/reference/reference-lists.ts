import type { Operation } from '#contract/language/operation.ts'
import {
  coinTypeList,
  contactTypeList,
  languageList,
  paymentTypeList,
  relationList,
  schoolTypeList,
} from '#contract/platform/reference/reference-lists.ts'
import type { Db } from '#server/db/db.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { found, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import {
  type Entry,
  entriesOf,
  entryOf,
  insertEntry,
  isListed,
  reuseType,
  type SharedList,
} from './reference.queries.ts'

const languageListOperations = implement(languageList, {
  add: ({ db, input }) => added(db, 'languages', input),
  update: ({ db, input }) => changed(db, 'languages', languageList.update, input),
})

const relationListOperations = implement(relationList, {
  get: ({ db, input: { relationTypeId } }) => listed(db, 'relationTypes', relationTypeId),
  add: ({ db, input }) => added(db, 'relationTypes', input),
  update: ({ db, input }) => changed(db, 'relationTypes', relationList.update, input),
})

const schoolTypeListOperations = implement(schoolTypeList, {
  get: ({ db, input: { typeId } }) => listed(db, 'schoolTypes', typeId),
  add: ({ db, input }) => added(db, 'schoolTypes', input),
  update: ({ db, input }) => changed(db, 'schoolTypes', schoolTypeList.update, input),
})

const contactTypeListOperations = implement(contactTypeList, {
  get: ({ db, input: { schoolContactTypeId } }) => listed(db, 'schoolContactTypes', schoolContactTypeId),
  add: ({ db, input }) => added(db, 'schoolContactTypes', input),
  update: ({ db, input }) => changed(db, 'schoolContactTypes', contactTypeList.update, input),
})

const coinTypeListOperations = implement(coinTypeList, {
  list: ({ db, input: { name, notes, value }, page }) => entriesOf(db, 'coinTypes', page, { name, notes, value }),
  get: ({ db, input: { coinTypeId } }) => listed(db, 'coinTypes', coinTypeId),
  add: ({ db, input }) => added(db, 'coinTypes', input),
  update: ({ db, input }) => changed(db, 'coinTypes', coinTypeList.update, input),
})

const paymentTypeListOperations = implement(paymentTypeList, {
  async list({ db, user, input: { name, notes, isActive }, page }) {
    const seesInactive = user.rights.appKeys.includes('ViewPaymentType')
    if (!seesInactive && isActive === false) return { rows: [], total: 0 }
    return entriesOf(db, 'paymentTypes', page, { name, notes, isActive: seesInactive ? isActive : true })
  },

  get: ({ db, input: { paymentTypeId } }) => listed(db, 'paymentTypes', paymentTypeId),

  async add({ db, input: { name, notes, isActive } }) {
    const again = await reuseType(db, { name, notes: notes ?? null, isActive: isActive ?? true })
    return again ? listed(db, 'paymentTypes', again) : added(db, 'paymentTypes', { name, notes, isActive })
  },

  update: ({ db, input }) => changed(db, 'paymentTypes', paymentTypeList.update, input),

  activate: ({ db, input: { paymentTypeId, isActive } }) =>
    changed(db, 'paymentTypes', paymentTypeList.activate, { id: paymentTypeId, isActive }),
})

export const referenceListOperations = [
  languageListOperations,
  relationListOperations,
  schoolTypeListOperations,
  contactTypeListOperations,
  coinTypeListOperations,
  paymentTypeListOperations,
]

const listed = async <L extends SharedList>(db: Db, list: L, id: string): Promise<Entry<L>> =>
  found(await entryOf(db, list, id))

const added = async <L extends SharedList>(db: Db, list: L, values: Record<string, unknown>) =>
  listed(db, list, await insertEntry(db, list, values))

type Change = { id: string; baseVersion?: number | null | undefined; [field: string]: unknown }

async function changed<L extends SharedList>(
  db: Db,
  list: L,
  operation: Operation,
  { id, baseVersion, ...changes }: Change,
): Promise<Entry<L>> {
  if (!(await isListed(db, list, id))) throw notFound()
  const row = await edited(db, operation, {
    table: list,
    schoolId: null,
    id,
    baseVersion,
    changes,
    read: () => entryOf(db, list, id),
  })
  return row as Entry<L>
}
