import { NewYear, years } from '#contract/school/years/years.ts'
import { LazyEditDialog } from '#web/records/lazy-parts.tsx'
import { yearFields } from './year-fields.ts'

/** A new year of a school, over the page. */
export const AddYear = ({ schoolId, onClose }: { schoolId: string; onClose: () => void }) => (
  <LazyEditDialog
    of="years"
    fields={yearFields}
    schema={NewYear}
    start={{ schoolId }}
    row={null}
    add={years.add}
    onClose={onClose}
  />
)
