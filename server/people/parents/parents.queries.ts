import type { NotNull } from 'kysely'
import type { Caller } from '#server/access/caller.ts'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { amongSchools } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'

/** The children that a parent may see today, active or left, by name. */
export async function linkedChildren(db: Db, { id, rights }: Caller, relationId: string | null, page: PageRequest) {
  if (rights.parentSchools.length === 0) return { rows: [], total: 0 }
  const query = db
    .selectFrom('parentLinks as sp')
    .innerJoin('students as st', (on) =>
      on.onRef('st.schoolId', '=', 'sp.schoolId').onRef('st.id', '=', 'sp.studentId'),
    )
    .innerJoin('schools as s', 's.id', 'st.schoolId')
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .innerJoin('grades as g', (on) => on.onRef('g.schoolId', '=', 'c.schoolId').onRef('g.id', '=', 'c.gradeId'))
    .innerJoin('relationTypes as r', 'r.id', 'sp.relationId')
    .where(amongSchools('sp.school_id', rights.parentSchools))
    .where('sp.parentId', '=', id)
    .where('sp.sees', '=', true)
    .where((where) => where.or([where('st.active', '=', true), where('st.leftOn', 'is not', null)]))
    .where('s.active', '=', true)
    .select(['st.id as studentId', fullName('st').as('studentName'), 'st.imageUrl', 'sp.parentId', 'sp.relationId'])
    .select(['r.name as relationName', 'st.schoolId', 's.name as schoolName', 'c.id as classRoomId'])
    .select(['c.name as classRoomName', 'g.id as gradeId', 'g.name as gradeName', 'c.wcsUrl', 'st.seatEndedOn'])
    .select(['st.leftOn', 'sp.pays'])
    .$narrowType<{ parentId: NotNull; relationId: NotNull; pays: NotNull }>()
    .orderBy(byName(fullName('st')))
    .orderBy('st.id')
  return paged(relationId ? query.where('sp.relationId', '=', relationId) : query, page)
}
