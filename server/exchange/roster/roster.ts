import { roster, type RosterCollection, rowsOfRoster } from '#contract/exchange/roster/roster.ts'
import { gradeCode } from '#server/school/grades/grade-names.rules.ts'
import { forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import type { Shown } from './collections.queries.ts'
import { type Beside, type CollectionOfRoster, collectionsOfRoster } from './collections.rules.ts'
import { isParentRelation } from './mapping.rules.ts'
import { type RosterFieldKind, readFields, readFilter } from './filter.rules.ts'
import {
  agentsOf,
  gradesOfRoster,
  hasValueIn,
  isClassOf,
  isDuring,
  isEnrollmentIn,
  isInClass,
  isRow,
  pageOfRoster,
  relationsOfRoster,
  sessionsOfClasses,
  type RosterPage,
} from './page.queries.ts'

type Call = Context<typeof roster.read>

export const rosterOperations = implement(roster, {
  async read(call) {
    const { db, input } = call
    const collection = collectionsOfRoster[input.collection]
    const shown = await shownTo(call)
    if (input.collection === 'demographics' && !shown.records)
      throw forbidden('This key of a program does not open that')
    const fields = readFields(input.fields, [...Object.keys(collection.fields), ...writtenOnly])
    const wanted = { ...wantedOf(call, collection, shown), only: await narrowed(call, collection, shown) }
    const { rows, total } = await pageOfRoster(db, wanted)
    if (input.sourcedId != null) found(rows[0])
    const beside = await besideOf(db, shown, input.collection, rows)
    return { total, rows: rows.map((row) => chosen(collection.written(row, beside), row, fields)) }
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

const types = { text: 'text', day: 'date', moment: 'timestamptz' } as const satisfies Record<RosterFieldKind, string>

/** What the query of a page needs of the call. */
function wantedOf({ input }: Call, { rows, fields }: CollectionOfRoster, shown: Shown): RosterPage {
  const kinds = Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind]))
  const filter = input.filter == null ? { clauses: [], any: false } : readFilter(input.filter, kinds)
  if (input.sort != null && !Object.hasOwn(fields, input.sort))
    throw invalid('These rows cannot be sorted by this field', 'sort')
  const sorted = input.sort == null ? null : fields[input.sort]!
  return {
    rows: rows(shown),
    only: [],
    compared: filter.clauses.map(({ field, operator, value }) => {
      const { column, kind } = fields[field]!
      return { column, type: types[kind], operator, value }
    }),
    any: filter.any,
    sort: sorted && { column: sorted.column, isText: sorted.kind === 'text' },
    descending: input.orderBy === 'desc',
    limit: input.sourcedId == null ? (input.limit ?? rowsOfRoster.usual) : 1,
    offset: input.sourcedId == null ? (input.offset ?? 0) : 0,
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
  const owner = await ownerOf(db, shown, input.within, input.withinId)
  return [...conditions, ...belongsTo(shown, input, owner)]
}

/** The row to which others are to be narrowed. */
async function ownerOf(db: Db, shown: Shown, collection: RosterCollection, sourcedId: string) {
  const { rows, only } = collectionsOfRoster[collection]
  const conditions = [isRow(sourcedId), ...(only ? [hasValueIn(...only)] : [])]
  const wanted = { rows: rows(shown), only: conditions, compared: [], any: false, sort: null, descending: false }
  return found((await pageOfRoster(db, { ...wanted, limit: 1, offset: 0 })).rows[0])
}

type Owner = Readonly<Record<string, string | null>>

function belongsTo(shown: Shown, { collection, within }: Call['input'], owner: Owner) {
  const id = String(owner['sourcedId'])
  const inClass = { classRoomId: String(owner['classKey']), courseId: owner['courseKey'] ?? null }
  switch (`${collection} of ${within}`) {
    case 'students of classes':
    case 'teachers of classes':
      return [isInClass(shown, inClass)]
    case 'enrollments of classes':
      return [isEnrollmentIn(inClass)]
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
]

async function besideOf(db: Db, shown: Shown, collection: RosterCollection, rows: readonly Owner[]): Promise<Beside> {
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

function chosen(written: ReturnType<CollectionOfRoster['written']>, row: Owner, fields: ReadonlySet<string> | null) {
  const kept = fields ? Object.fromEntries(Object.entries(written).filter(([name]) => fields.has(name))) : written
  return {
    sourcedId: String(row['sourcedId']),
    status: row['status'] as 'active' | 'tobedeleted',
    dateLastModified: String(row['dateLastModified']),
    ...kept,
  }
}
