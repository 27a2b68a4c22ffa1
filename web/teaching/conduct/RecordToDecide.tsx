import { RecordActions } from './RecordActions.tsx'
import { RecordLine } from './RecordLine.tsx'
import type { ConductRecord } from './words.ts'

/** A record of conduct with what was written, and what can be done with it. */
export const RecordToDecide = ({ record }: { record: ConductRecord }) => (
  <div className="-mx-4">
    <RecordLine record={record}>
      <RecordActions record={record} />
    </RecordLine>
  </div>
)
