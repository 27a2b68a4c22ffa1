import { gradebook } from '#contract/exchange/roster/gradebook.ts'
import { found, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { mustHaveRosterOn } from '#server/platform/connections/roster-connection.rules.ts'
import { currentYear } from '#server/school/years/years.queries.ts'
import type { Shown } from './collections.queries.ts'
import { collectionsOfGradebook } from './gradebook-collections.rules.ts'
import type { ShownWork } from './gradebook-collections.queries.ts'
import { hasKeyIn, isInOneClass, isRow, pageOfRoster } from './page.queries.ts'
import { ownerInRoster, readCollection } from './reading.ts'

type Call = Context<typeof gradebook.read>

export const gradebookOperations = implement(gradebook, {
  async read(call) {
    const { db, school, input } = call
    await mustHaveRosterOn(db, call.user, school.id)
    const collection = collectionsOfGradebook[input.collection]
    const year = await currentYear(db, school.id)
    const shown = { schoolId: school.id, yearId: year?.id ?? null }
    const page = { rows: collection.rows(shown), only: await narrowed(call, shown) }
    const written = async () => (row: Parameters<typeof collection.written>[0]) => collection.written(row, school.id)
    return readCollection(db, input, collection, page, written)
  },
})

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The conditions of one row and of the rows that it belongs to. Throws 404 where one of those is not there. */
async function narrowed(call: Call, shown: ShownWork) {
  const { collection, sourcedId, lineItemId, studentId } = call.input
  const isOfMarks = collection === 'results'
  if (!isOfMarks && (lineItemId != null || studentId != null)) throw notFound()
  const inClass = await classNarrowed(call)
  const conditions = collection === 'categories' ? [] : [...inClass]
  if (sourcedId != null) conditions.push(isRow(sourcedId), ...(isOfMarks ? keysOfMark(sourcedId) : []))
  if (lineItemId != null) {
    const rows = collectionsOfGradebook.lineItems.rows(shown)
    const wanted = { rows, only: [isRow(lineItemId), ...inClass], compared: [], any: false, sort: null }
    found((await pageOfRoster(call.db, { ...wanted, descending: false, limit: 1, offset: 0 })).rows[0])
    conditions.push(hasKeyIn('workKey', lineItemId))
  }
  if (studentId != null) {
    await ownerInRoster(call.db, rostered(call), 'students', studentId)
    call.readsStudent(studentId)
    conditions.push(hasKeyIn('userKey', studentId))
  }
  return conditions
}

async function classNarrowed(call: Call) {
  const { classId } = call.input
  if (classId == null) return []
  const { classKey, courseKey = null } = await ownerInRoster(call.db, rostered(call), 'classes', classId)
  return [isInOneClass({ classRoomId: String(classKey), courseId: courseKey })]
}

/** A mark is found by an index with these, and not with the whole of its id. */
function keysOfMark(sourcedId: string) {
  const [workId = '', studentId = ''] = sourcedId.split('.')
  if (!idForm.test(workId) || !idForm.test(studentId)) throw notFound()
  return [hasKeyIn('workKey', workId), hasKeyIn('userKey', studentId)]
}

/** Of classes and people only whether they are there is asked. */
const rostered = ({ school }: Call): Shown => ({
  schoolId: school.id,
  today: school.today,
  grades: '{}',
  parents: [],
  contacts: false,
  records: false,
})
