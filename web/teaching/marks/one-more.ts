import type { Kind, Result, Work } from '#web/teaching/class-work/kind.ts'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'

export type OneMoreProps = { kind: Kind; classRoom: WorkClass; work: Work; results: Result[] }

type Named = { id: string; firstName: string; middleName: string; lastName: string }

/** Students as options. */
export const studentItems = (rows: Named[]) =>
  rows.map(({ id, firstName, middleName, lastName }) => ({
    value: id,
    label: [firstName, middleName, lastName].filter(Boolean).join(' '),
  }))
