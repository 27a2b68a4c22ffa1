import { canariesIn } from './canaries.ts'
import { type Found, type Graph, type Row, rowOf, rowsOf } from './graph.ts'
import { type Scope, scopeAsText } from './interpreter.ts'
import { inClassReach, isAbout, type Person, schoolOf } from './reach.ts'

/** A row that an answer mentions, by its id (`column` is null) or by the text of one of its columns. */
type Mention = Found & { column: string | null; word: string }

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** All rows that a text mentions; `strange` are secrets that are in no row. */
function mentionsIn(graph: Graph, text: string): { known: Mention[]; strange: string[] } {
  const known: Mention[] = []
  const strange: string[] = []
  for (const id of new Set(text.match(uuids))) {
    const found = rowOf(graph, id)
    if (found) known.push({ ...found, column: null, word: id })
  }
  for (const word of new Set(canariesIn(text))) {
    const found = indexOf(graph).words.get(word)
    if (found) known.push({ ...found, word })
    else strange.push(word)
  }
  return { known, strange }
}

/** What must not be answered within `scope`, by the words in which it appears. */
export function forbiddenIn(person: Person, scope: Scope, text: string, input: string): string[] {
  const { known, strange } = mentionsIn(person.graph, text)
  const met = knownTo(person, scope)
  const hidden = known.filter(
    ({ table, row, column, word }) =>
      !input.includes(word) && !named(table, row, input) && !mayMeet(person, scope, table, row, column, met),
  )
  return [...hidden.map(({ word, table }) => `${table} ${word}`), ...strange.filter((word) => word.includes('$argon2'))]
}

/** A person whom the call itself names may be answered with their name. */
const named = (table: string, row: Row, input: string) =>
  table === 'users' && (input.includes(row.id as string) || input.includes(row.phone_number as string))

/** Computed once for all calls of a person with the same scope. */
const seen = new WeakMap<Person['rights'], Map<string, Map<Row, boolean>>>()

function knownTo({ rights }: Person, scope: Scope): Map<Row, boolean> {
  const byScope = seen.get(rights) ?? new Map<string, Map<Row, boolean>>()
  seen.set(rights, byScope)
  const text = scopeAsText(scope)
  return byScope.get(text) ?? byScope.set(text, new Map()).get(text)!
}

/** Whether a row may be mentioned to a caller with this scope (api.md §3.3). */
function mayMeet(
  person: Person,
  scope: Scope,
  table: string,
  row: Row,
  column: string | null,
  known: Map<Row, boolean>,
): boolean {
  if (isPrivate(person, scope, table, row, column)) return false
  const before = known.get(row)
  if (before !== undefined) return before
  known.set(row, false)
  const now = inScope(person, scope, table, row, known)
  known.set(row, now)
  return now
}

/** Parents must not read a student's code or another person's phone, whatever else they may read. */
function isPrivate({ who }: Person, { staff, platform }: Scope, table: string, row: Row, column: string | null) {
  if (staff.size > 0 || platform) return false
  return (
    (table === 'students' && column === 'code') ||
    (table === 'users' && column === 'phone_number' && row.id !== who) ||
    (table === 'parent_invitations' && column !== null)
  )
}

function inScope(person: Person, scope: Scope, table: string, row: Row, known: Map<Row, boolean>): boolean {
  const { graph, who, rights } = person
  if (table === 'users') return row.id === who || scope.platform || isReferred(person, scope, row, known)
  const owner = row.user_id ?? row.person_id
  const school = schoolOf(table, row)
  if (table === 'schools' && (row.active || rights.belongs(row.id as string) || rights.reviews)) return true
  if (owner === who && owner !== undefined) return true
  if (inOwnItem(person, row.id)) return true
  if (school == null) return owner === undefined
  if (scope.platform && !isOfStudents(table, row)) return true
  if (table === 'school_contacts' && scope.open === school) return true
  const post = table === 'attachments' ? graph.posts.find(({ id }) => id === row.post_id) : table === 'posts' && row
  if (post && (post.public === true || readsPost(person, post))) return true
  return asStaff(person, scope, school, table, row) || scope.children.some((child) => ofChild(graph, child, table, row))
}

/** What a person was once notified of may be named to them. The reviewed table counts what of it still is. */
const inOwnItem = ({ graph, who }: Person, id: unknown) =>
  typeof id === 'string' &&
  graph.inbox_items.some(
    (item) =>
      item.person_id === who && (item.student_id === id || item.at_school_id === id || item.subject_ids.includes(id)),
  )

/** Announcements may be read by the families and staff to whom they are addressed (api.md §16). */
const readsPost = ({ graph, rights }: Person, post: Row) =>
  graph.post_audience.some(
    ({ post_id, kind, target_id }) =>
      post_id === post.id &&
      ((['school', 'staff'].includes(kind) && rights.belongs(post.school_id as string)) ||
        rights.children.some(
          ({ student }) =>
            student.school_id === post.school_id &&
            student.is_paid &&
            (kind === 'school' || target_id === student.class_room_id || target_id === student.id),
        )),
  )

const isOfStudents = (table: string, row: Row) => table.startsWith('student') || 'student_id' in row

function asStaff(person: Person, { staff }: Scope, school: string, table: string, row: Row) {
  const extent = staff.get(school)
  if (extent !== 'classes') return extent === 'whole'
  if (
    table === 'class_rooms' &&
    person.graph.student_notes.some((note) => note.supervisor_id === person.who && note.class_room_id === row.id)
  )
    return true
  if (table !== 'students') return inClassReach(person, table, row)
  const { graph, rights, who } = person
  return (
    graph.student_notes.some((note) => note.supervisor_id === who && note.student_id === row.id) ||
    rights.classes.has(row.class_room_id as string) ||
    graph.student_classes.some((was) => was.student_id === row.id && rights.classes.has(was.class_room_id))
  )
}

/** Rows about the child, its classes and their works in which it has a result, and what concerns its school but no student. */
function ofChild(graph: Graph, child: Scope['children'][number], table: string, row: Row): boolean {
  if (schoolOf(table, row) !== child.school_id) return false
  if (table === 'students' || 'student_id' in row || 'exam_date' in row || 'details' in row)
    return isAbout(graph, child, table, row)
  const classRoom = table === 'class_rooms' ? row.id : row.class_room_id
  if (classRoom == null) return true
  return (
    classRoom === child.class_room_id ||
    graph.student_classes.some((was) => was.student_id === child.id && was.class_room_id === classRoom)
  )
}

/** People may be mentioned if a visible row refers to them. */
const isReferred = (person: Person, scope: Scope, user: Row, known: Map<Row, boolean>) =>
  (indexOf(person.graph).references.get(user.id as string) ?? []).some(({ table, row }) =>
    mayMeet(person, scope, table, row, null, known),
  )

type Index = { words: Map<string, Found & { column: string }>; references: Map<string, Found[]> }
const indexes = new WeakMap<Graph, Index>()

/** Indexes rows by the secrets in their columns and by the people to whom they refer. */
function indexOf(graph: Graph): Index {
  const before = indexes.get(graph)
  if (before) return before
  const index: Index = { words: new Map(), references: new Map() }
  const people = new Set(graph.users.map(({ id }) => id))
  for (const { table, row } of rowsOf(graph))
    for (const [column, value] of Object.entries(row)) {
      if (value === null || typeof value === 'number' || typeof value === 'boolean') continue
      for (const word of canariesIn(JSON.stringify(value))) index.words.set(word, { table, row, column })
      if (table === 'users' || typeof value !== 'string' || !people.has(value)) continue
      const known = index.references.get(value)
      if (known) known.push({ table, row })
      else index.references.set(value, [{ table, row }])
    }
  indexes.set(graph, index)
  return index
}
