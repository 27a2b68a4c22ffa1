import type { GradebookCollection, GradebookRowOf, scoreStatuses } from '#contract/exchange/roster/gradebook.ts'
import { type CollectionRows } from './collections.queries.ts'
import { fieldsOfEvery, inDays, inText, type RosterField, type RowOfRoster, rowLink } from './collections.rules.ts'
import { categoryRows, lineItemRows, scoreRows, type ShownWork } from './gradebook-collections.queries.ts'

type CollectionOfGradebook = {
  rows: (shown: ShownWork) => CollectionRows
  fields: Readonly<Record<string, RosterField>>
  /** Fields that can be asked for, but not filtered by. */
  writtenOnly: readonly string[]
  written: (row: RowOfRoster, schoolId: string) => Partial<GradebookRowOf>
}

const inNumbers = (column: string): RosterField => ({ column, kind: 'number' })
const inMoments = (column: string): RosterField => ({ column, kind: 'moment' })
const orAbsent = <Value>(value: Value | null | undefined) => value ?? undefined
const amount = (value: string | null | undefined) => (value == null ? undefined : Number(value))

const categories: CollectionOfGradebook = {
  rows: categoryRows,
  fields: { ...fieldsOfEvery, title: inText('title') },
  writtenOnly: [],
  written: ({ title }) => ({ title: orAbsent(title) }),
}

const lineItems: CollectionOfGradebook = {
  rows: lineItemRows,
  fields: {
    ...fieldsOfEvery,
    title: inText('title'),
    description: inText('description'),
    assignDate: inMoments('assignDate'),
    dueDate: inMoments('dueDate'),
    resultValueMin: inNumbers('resultValueMin'),
    resultValueMax: inNumbers('resultValueMax'),
    'class.sourcedId': inText('classId'),
    'category.sourcedId': inText('categoryId'),
    'gradingPeriod.sourcedId': inText('monthId'),
    'academicSession.sourcedId': inText('sessionId'),
  },
  writtenOnly: ['class', 'school', 'category', 'gradingPeriod', 'academicSession'],
  written: (row, schoolId) => ({
    title: orAbsent(row['title']),
    description: orAbsent(row['description']),
    assignDate: orAbsent(row['assignDate']),
    dueDate: orAbsent(row['dueDate']),
    class: rowLink('class', row['classId']),
    school: rowLink('org', schoolId),
    category: rowLink('category', row['categoryId']),
    gradingPeriod: rowLink('academicSession', row['monthId']),
    academicSession: rowLink('academicSession', row['sessionId']),
    resultValueMin: amount(row['resultValueMin']),
    resultValueMax: amount(row['resultValueMax']),
  }),
}

const results: CollectionOfGradebook = {
  rows: scoreRows,
  fields: {
    ...fieldsOfEvery,
    score: inNumbers('score'),
    scoreStatus: inText('scoreStatus'),
    scoreDate: inDays('scoreDate'),
    'lineItem.sourcedId': inText('lineItemId'),
    'student.sourcedId': inText('userId'),
    'class.sourcedId': inText('classId'),
  },
  writtenOnly: ['lineItem', 'student', 'class'],
  written: (row) => ({
    lineItem: rowLink('lineItem', row['lineItemId']),
    student: rowLink('user', row['userId']),
    class: rowLink('class', row['classId']),
    score: amount(row['score']),
    scoreStatus: row['scoreStatus'] as (typeof scoreStatuses)[number],
    scoreDate: orAbsent(row['scoreDate']),
  }),
}

export const collectionsOfGradebook: Readonly<Record<GradebookCollection, CollectionOfGradebook>> = {
  categories,
  lineItems,
  results,
}
