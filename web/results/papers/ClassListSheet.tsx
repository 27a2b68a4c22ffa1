import type { OutputOf } from '#contract/language/operation.ts'
import type { papers } from '#contract/results/papers/papers.ts'
import { ListPage } from './ListPage.tsx'
import { Blanks, ListTable } from './ListTable.tsx'
import { Date, Figure, LineHead, NameOnPaper, Word } from './SheetParts.tsx'

type Row = OutputOf<typeof papers.classList>[number]
export type ClassListProps = {
  schoolName: string
  logoUrl: string | null
  className: string
  day: string
  rows: readonly Row[]
}

const blankColumns = 4

/** The list of a class on paper, with empty columns to write in. */
export function ClassListSheet({ schoolName, logoUrl, className, day, rows }: ClassListProps) {
  return (
    <ListPage head={{ schoolName, logoUrl, day }} title="title.classList" more={<bdi>{className}</bdi>}>
      <ListTable columns={['nth', 'student', 'code', 'birthDate']} blanks={blankColumns}>
        {rows.map((row, nth) => (
          <tr key={row.studentId}>
            <td>
              <Figure>{nth + 1}</Figure>
            </td>
            <LineHead>
              <NameOnPaper name={row.studentName} latin={row.latinName ?? undefined} />
              {row.enteredOn && row.enteredOn > sinceStart(rows) && (
                <small>
                  {' '}
                  <Word of="entered" side /> <Date day={row.enteredOn} />
                </small>
              )}
            </LineHead>
            <td>
              <bdi dir="ltr">{row.code}</bdi>
            </td>
            <td>{row.birthDate ? <Figure>{row.birthDate.replaceAll('-', '/')}</Figure> : '—'}</td>
            <Blanks count={blankColumns} />
          </tr>
        ))}
      </ListTable>
    </ListPage>
  )
}

/** The day on which most of a class were there: who came later is marked. */
const sinceStart = (rows: readonly Row[]) => {
  const days = rows.flatMap(({ enteredOn }) => enteredOn ?? []).toSorted()
  return days[Math.floor(days.length / 2)] ?? ''
}
