import { roster, type RosterCollection } from '#contract/exchange/roster/roster.ts'
import { gradeCode } from '#server/school/grades/grade-names.rules.ts'
import { forbidden, invalid, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { mustHaveRosterOn } from '#server/platform/connections/roster-connection.rules.ts'
import type { Shown } from './collections.queries.ts'
import { type Beside, type CollectionOfRoster, collectionsOfRoster, type RowOfRoster } from './collections.rules.ts'
import { isParentRelation } from './mapping.rules.ts'
import {
  agentsOf,
  gradesOfRoster,
  hasValueIn,
  isClassOf,
  isDuring,
  isInClass,
  isInOneClass,
  isRow,
  relationsOfRoster,
  sessionsOfClasses,
} from './page.queries.ts'
import { ownerInRoster, readCollection } from './reading.ts'

type Call = Context<typeof roster.read>

export const rosterOperations = implement(roster, {
  async read(call) {
    const { db, input } = call
    await mustHaveRosterOn(db, call.user, call.school.id)
    const collection = collectionsOfRoster[input.collection]
    const shown = await shownTo(call)
    if (input.collection === 'demographics' && !shown.records)
      throw forbidden('This key of a program does not open that')
    const page = { rows: collection.rows(shown), only: await narrowed(call, collection, shown) }
    return readCollection(db, input, { ...collection, writtenOnly }, page, async (rows) => {
      const beside = await besideOf(db, shown, input.collection, rows)
      return (row) => collection.written(row, beside)
    })
  },
})

/** Whose rows say a grade, and whose are guardians too. */
const withGrades: ReadonlySet<string> = new Set(['classes', 'users', 'students', 'teachers'])
const withRelations: ReadonlySet<string> = new Set(['users', 'students', 'teachers'])

/** A program gets numbers, addresses and records with a scope of their own; a person what their rights show. */
async function shownTo({ db, school, user, may, input: { collection, within } }: Call): Promise<Shown> {
  const has = (scope: string) => user.programScopes?.includes(scope) ?? true
  const isRead = (names: ReadonlySet<string>) => names.has(collection) || (within != null && names.has(within))
  const grades = isRead(withGrades) ? await gradesOfRoster(db, school.id) : []
  const relations = isRead(withRelations) ? await relationsOfRoster(db) : []
  return {
    schoolId: school.id,
    today: school.today,
    grades: JSON.stringify(Object.fromEntries(grades.map(({ id, name }) => [id, gradeCode(name)]))),
    parents: relations.filter(({ name }) => isParentRelation(name)).map(({ id }) => id),
    contacts: has('contacts') && may('ViewTeachersList'),
    records: has('records') && may('ViewStudentRecord'),
  }
}

/** The conditions of the collection, of one row and of the row that it belongs to. Throws 404 where that one is not there. */
async function narrowed({ db, input }: Call, { only }: CollectionOfRoster, shown: Shown) {
  const conditions = only ? [hasValueIn(...only)] : []
  if (input.sourcedId != null) conditions.push(isRow(input.sourcedId))
  if (input.within == null || input.withinId == null) {
    if (input.within != null || input.withinId != null) throw invalid('Invalid input')
    return conditions
  }
  const owner = await ownerInRoster(db, shown, input.within, input.withinId)
  return [...conditions, ...belongsTo(shown, input, owner)]
}

function belongsTo(shown: Shown, { collection, within }: Call['input'], owner: RowOfRoster) {
  const id = String(owner['sourcedId'])
  const inClass = { classRoomId: String(owner['classKey']), courseId: owner['courseKey'] ?? null }
  switch (`${collection} of ${within}`) {
    case 'students of classes':
    case 'teachers of classes':
      return [isInClass(shown, inClass)]
    case 'enrollments of classes':
      return [isInOneClass(inClass)]
    case 'classes of courses':
      return [hasValueIn('courseId', id)]
    // Every class is taught in all terms of its year; the terms of former years have none any more.
    case 'classes of terms':
      return owner['status'] === 'active' ? [] : [hasValueIn('classType', '')]
    case 'gradingPeriods of terms':
      return [isDuring({ id, startDate: String(owner['startDate']), endDate: String(owner['endDate']) })]
    case 'classes of students':
    case 'classes of teachers':
    case 'classes of users':
      return [isClassOf(shown, id)]
    default:
      throw notFound()
  }
}

/** Fields that can be asked for, but not filtered by. */
const writtenOnly = [
  'parent',
  'org',
  'schoolYear',
  'course',
  'school',
  'terms',
  'user',
  'class',
  'roles',
  'agents',
  'primaryOrg',
  'metadata',
]

async function besideOf(
  db: Db,
  shown: Shown,
  collection: RosterCollection,
  rows: readonly RowOfRoster[],
): Promise<Beside> {
  const named = collection === 'classes' || collection === 'courses'
  const sessions = named ? await sessionsOfClasses(db, shown.schoolId) : { yearId: null, terms: [] }
  const isOfUsers = collection === 'users' || collection === 'students'
  const ids = shown.records && isOfUsers ? rows.filter(({ role }) => role === 'student') : []
  const agents =
    ids.length > 0
      ? await agentsOf(
          db,
          shown,
          ids.map(({ sourcedId }) => String(sourcedId)),
        )
      : new Map()
  return { ...sessions, schoolId: shown.schoolId, agents }
}
