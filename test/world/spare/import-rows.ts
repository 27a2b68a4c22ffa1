import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'

const { nile, delta, closed } = world

/** The possible targets of ids of imports: own, another school, a school that is not active. */
const drafts = {
  draft: idOf('import', nile.id),
  deltaDraft: idOf('import', delta.id),
  closedDraft: idOf('import', closed.id),
}

export const thingsOfImports = (nowhere: Record<string, string>) => ({
  import: { draft: drafts.draft, deltaDraft: drafts.deltaDraft, ...nowhere, closedDraft: drafts.closedDraft },
})

/** In some operations, ids are in a list of matched names and have no field name of their own. */
export const kindsOfImports = { importId: 'import', id: 'classRoom' }

/** The inputs of these operations other than ids. */
export const plainOfImports = {
  'Import/SetColumns': { names: [{ kind: 'class', name: 'somewhere' }], columns: [{ position: 0 }] },
  'Import/ChangeRow': { row: 1, cells: [{ position: 0, text: 'somebody' }] },
  'Import/DecideRow': { row: 1, decision: 'same' },
  'Import/LeaveOut': { rows: [1], leftOut: true },
}

/** Ids that do not depend on the other ids. */
export const aloneOfImports: Record<string, string[]> = { 'Import/SetColumns': ['classRoomId', 'id', 'recordFieldId'] }

/** A draft with one unreadable row in each of three schools. */
export async function spareImports(owner: pg.Client) {
  for (const [nth, { id, word, adminId }] of [
    { ...nile, word: 'nile' },
    { ...delta, word: 'delta' },
    { ...closed, word: 'closed' },
  ].entries()) {
    const canary = (column: string) => `CNRY-${word}-imports-${column}-000${nth}`
    const columns = [{ heading: canary('heading'), meaning: null, guess: null, samples: [canary('sample')] }]
    await owner.query(
      `insert into imports (id, school_id, made_by, file_name, source, columns, rows, problems)
       values ($1, $2, $3, 'a table', 'table', $4, 1, 1)`,
      [idOf('import', id), id, adminId, JSON.stringify(columns)],
    )
    await owner.query(
      `insert into import_rows (school_id, import_id, row, cells, outcome, problems)
       values ($1, $2, 1, $3, 'problem', '[{"position": null, "reason": "Required"}]')`,
      [id, idOf('import', id), [canary('cell')]],
    )
    await owner.query('insert into import_progress (school_id, import_id) values ($1, $2)', [id, idOf('import', id)])
  }
}
