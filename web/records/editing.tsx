import { type ReactNode, useState } from 'react'
import type { Operation } from '#contract/language/operation.ts'
import { useMay } from '#web/lib/api.ts'
import type { EditProps, Row } from './EditForm.tsx'
import { LazyEditDialog } from './lazy-parts.tsx'
import { EditButton } from './RecordRow.tsx'

/** The definition that the form of one row and the form of several have in common. */
export type RowForm = Pick<EditProps, 'of' | 'fields' | 'schema' | 'start' | 'sent'>

/**
 * Adds rows to a list and edits them in one dialog, as far as this person may. `onAdd` opens it for a new row; `pencil` renders the button
 * that opens it for an existing one; `dialog` is to be rendered among the children of the list.
 */
export function useEditing<R extends Row>(form: RowForm, { add, update }: { add: Operation; update: Operation }) {
  const [edited, setEdited] = useState<R | 'new' | null>(null)
  const mayAdd = useMay(add)
  const mayUpdate = useMay(update)
  return {
    onAdd: mayAdd && (() => setEdited('new')),
    pencil: (row: R, name: string): ReactNode => mayUpdate && <EditButton name={name} onClick={() => setEdited(row)} />,
    dialog: edited && (
      <LazyEditDialog
        {...form}
        row={edited === 'new' ? null : edited}
        add={add}
        update={update}
        onClose={() => setEdited(null)}
      />
    ),
  }
}
