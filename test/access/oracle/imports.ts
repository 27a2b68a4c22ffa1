import { type Asked, badIds, type Expected, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { inSchoolOf } from './places.ts'

const key = 'AssignMultipleStudentsToSchool'

type Import = Asked['graph']['imports'][number]

const rowOf = ({ graph }: Asked, draft: Import) => ({
  id: draft.id,
  schoolId: draft.school_id,
  fileName: draft.file_name,
  source: 'table',
  state: 'draft',
  reason: draft.reason,
  columns: draft.columns.map((column, position) => ({ position, ...column })),
  classRoomId: null,
  relationId: null,
  isPaid: true,
  unknownNames: [],
  names: [],
  rows: draft.rows,
  added: 0,
  changed: 0,
  same: 0,
  problems: draft.problems,
  leftOut: 0,
  guardians: 0,
  coins: 0,
  progress: 0,
  undoable: false,
  madeById: draft.made_by,
  madeByName: fullName(one(graph.users, draft.made_by)),
  createDate: draft.created_at,
  lastModifyDate: draft.modified_at,
  finishDate: null,
  version: draft.version,
})

export const list: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, [key], schoolOf(asked))
  if (refusal) return refusal
  const rows = graph.imports.filter(({ school_id }) => school_id === body.schoolId)
  return page(
    sorted(rows, ({ created_at, id }) => [{ latest: created_at }, { latest: id }]),
    body,
    'paged',
    (row) => rowOf(asked, row),
  )
}

const schoolOf = ({ graph, body }: Asked) => graph.schools.find(({ id }) => id === body.schoolId)?.id

/** The draft, for holders of the key in its school. */
function draftOf(asked: Asked, ...ids: string[]): Import | Expected {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const draft = graph.imports.find(({ id }) => id === body.importId)
  return badIds(body, 'importId!', ...ids) ?? inSchoolOf(asked, [key], draft?.school_id) ?? draft!
}

/** The same for who writes: not while the school is not active. */
function openDraft(asked: Asked, ...ids: string[]): Import | Expected {
  const draft = draftOf(asked, ...ids)
  if ('status' in draft) return draft
  return one(asked.graph.schools, draft.school_id).active ? draft : refused.notActive
}

export const get: Line = (asked) => {
  const draft = draftOf(asked)
  return 'status' in draft ? draft : { status: 200, body: rowOf(asked, draft) }
}

export const rows: Line = (asked) => {
  const draft = draftOf(asked)
  if ('status' in draft) return draft
  return page(
    asked.graph.import_rows.filter(({ import_id }) => import_id === draft.id),
    asked.body,
    'paged',
    ({ row, cells, ...names }) => ({
      row,
      cells,
      outcome: 'problem',
      problems: [{ position: null, reason: 'Required' }],
      studentId: null,
      studentName: fullName(names),
      classRoomName: null,
      birthDate: null,
      isPaid: null,
      guardians: [],
      changes: [],
      hindrance: null,
    }),
  )
}

const held = (asked: Asked, draft: Import): Expected => {
  const { id, schoolId, fileName, state, columns, madeByName } = rowOf(asked, draft)
  return { status: 200, body: null, holds: { id, schoolId, fileName, state, columns, madeByName } }
}

/** Classes and relations are the school's own, or there are none such. */
export const setColumns: Line = (asked) => {
  const { graph, body } = asked
  const [named] = (body.names ?? []) as Record<string, unknown>[]
  const bad = badIds(body, 'importId!', 'classRoomId', 'relationId') ?? badIds(named ?? {}, 'id')
  if (asked.who && bad) return bad
  const draft = openDraft(asked)
  if ('status' in draft) return draft
  const classes = [body.classRoomId, named?.id].filter((id) => id != null)
  const own = classes.every((id) => graph.class_rooms.some((c) => c.id === id && c.school_id === draft.school_id))
  const relation = body.relationId == null || graph.relation_types.some(({ id }) => id === body.relationId)
  return own && relation ? held(asked, draft) : refused.notFound
}

/** Answers the draft and its row, which now says something else. */
export const changeRow: Line = (asked) => {
  const draft = openDraft(asked)
  if ('status' in draft) return draft
  const fits = (body: unknown) => (body as { import: { id: string } }).import.id === draft.id
  return { status: 200, body: rowOf(asked, draft), fits }
}

export const leaveOut: Line = (asked) => {
  const draft = openDraft(asked)
  return 'status' in draft ? draft : held(asked, draft)
}

/** Its one row has a problem. */
export const start: Line = (asked) => {
  const draft = openDraft(asked)
  return 'status' in draft ? draft : { status: 409, sentence: 'Some rows still have problems' }
}

export const undo: Line = (asked) => {
  const draft = openDraft(asked)
  return 'status' in draft ? draft : { status: 409, sentence: 'This import cannot be undone' }
}

export const remove: Line = (asked) => {
  const draft = openDraft(asked)
  return 'status' in draft ? draft : { status: 200, body: { done: true, changed: 1 } }
}
