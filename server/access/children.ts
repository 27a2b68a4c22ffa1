import { type ChildRow, childrenOf, seeOnly } from './authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import type { Caller } from './caller.ts'

/** The caller's children in all schools. The transaction sees those schools until its scope is set again. */
export async function childrenAnywhere(db: Db, { id, rights }: Caller): Promise<ChildRow[]> {
  if (rights.parentSchools.length === 0) return []
  await seeOnly(db, { schools: rights.parentSchools })
  return childrenOf(db, id, rights.parentSchools)
}

/** A person without children gets no school at all, because an empty list of children would mean no narrowing. */
export async function seeOwnChildren(db: Db, caller: Caller) {
  const children = await childrenAnywhere(db, caller)
  await seeOnly(db, {
    schools: [...new Set(children.map((child) => child.schoolId))],
    children: children.map(({ id }) => id),
  })
}
